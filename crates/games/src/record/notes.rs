//! The marks of a review, as records have them.

use std::collections::BTreeMap;

use crate::game::SpelledMove;

/// A mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The best answer to a mistake: `!`.
    Good,
    /// An inaccuracy: `?!`.
    Doubtful,
    /// A mistake: `?`.
    Mistake,
    /// A blunder: `??`.
    Blunder,
}

impl Mark {
    /// Its number in PGN (Numeric Annotation Glyph), which PDN has too.
    pub(super) const fn glyph(self) -> &'static str {
        match self {
            Self::Good => "$1",
            Self::Mistake => "$2",
            Self::Blunder => "$4",
            Self::Doubtful => "$6",
        }
    }

    /// Its property in SGF: tesuji, doubtful, bad, very bad.
    pub(super) const fn property(self) -> &'static str {
        match self {
            Self::Good => "TE[1]",
            Self::Doubtful => "DO[]",
            Self::Mistake => "BM[1]",
            Self::Blunder => "BM[2]",
        }
    }
}

/// What a review says about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The mark, if the move deserves one.
    pub mark: Option<Mark>,
    /// The value after the move for White, as the command `[%eval …]` has it: pawns, or `#` and moves to mate. Only PGN
    /// has it.
    pub eval: Option<String>,
    /// The names of a better line, from the position before the move.
    pub better: Vec<String>,
}

/// A note with its line as records write it.
pub(super) struct SpelledNote {
    pub(super) mark: Option<Mark>,
    pub(super) eval: Option<String>,
    pub(super) better: Vec<SpelledMove>,
}

/// Notes by ply: the number of moves before the move that each is about.
pub(super) type Notes = BTreeMap<usize, SpelledNote>;
