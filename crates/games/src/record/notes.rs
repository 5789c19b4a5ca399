//! The marks of a review, as records have them.

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
    /// Its number (Numeric Annotation Glyph).
    pub(super) const fn nag(self) -> u8 {
        match self {
            Self::Good => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Doubtful => 6,
        }
    }

    /// The word for it in a comment.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Good => "the best answer",
            Self::Doubtful => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The most moves of a better line. The rest of a long one says little.
pub const BETTER_MAX: usize = 10;

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
