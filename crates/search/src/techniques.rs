//! The techniques of the search beyond plain alpha-beta. Each can be switched off; those of alpha-beta change no score.

use std::fmt;

/// Declares [`Technique`]: a line for each, with its name on the command line and its summary.
macro_rules! techniques {
    ($($variant:ident, $name:literal, $summary:literal;)+) => {
        /// A technique of the search. Tests switch techniques off, and so do measurements of what one saves or gains.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Technique {
            $(#[doc = $summary] $variant,)+
        }

        impl Technique {
            /// Every technique.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// A summary in half a sentence.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => $summary,)+
                }
            }
        }
    };
}

techniques! {
    Table, "table", "The transposition table; always on in the selective search";
    Pvs, "pvs", "Null windows after the first move (principal variation search); always on in the selective search";
    MoveMemory, "memory", "Killer moves and history";
    MateDistance, "mate-distance", "Mate distance pruning; always on in the selective search";
    Aspiration, "aspiration", "Aspiration windows around the last iteration's value";
    LateMoves, "late-moves", "Late-move reductions and pruning; selective search only, as are the next seven";
    Futility, "futility", "Futility pruning, reverse futility and razoring near the leaves";
    Extensions, "extensions", "Deeper searches of forced replies";
    Threats, "threats", "Wins by threats, found by the game's own search";
    NullMove, "null-move", "Null-move pruning, in games with tactics";
    Probcut, "probcut", "ProbCut: a shallow search far outside the window replaces a deeper one";
    Singular, "singular", "Singular extensions, in games with tactics";
    Exchanges, "exchanges", "Leaving out moves that lose an exchange, in games with tactics";
    StaticBounds, "static-bounds", "Bounds and move lists that follow from a game's rules";
    Proof, "proof", "Proving the value of the game outright, if the search may look as far as its end";
    Book, "book", "A game's book";
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// Plain alpha-beta.
    pub const NONE: Self = Self(0);

    /// Whether the set has this technique.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & Self::bit(technique) != 0
    }

    /// The same set and this technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | Self::bit(technique))
    }

    /// The same set but this technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !Self::bit(technique))
    }

    /// The same set but these techniques.
    #[must_use]
    pub fn without_all(self, techniques: &[Technique]) -> Self {
        techniques.iter().fold(self, |set, technique| set.without(*technique))
    }

    const fn bit(technique: Technique) -> u32 {
        1 << technique as u32
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Technique::ALL.iter().filter(|technique| self.has(**technique))).finish()
    }
}
