//! Facts about the best move of a position.

/// A fact about the best move, for the side to move. Each follows from a search to the depth that the hint names, or
/// from the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// No other move is legal.
    OnlyMove,
    /// Every legal move takes a piece off the board.
    ForcedCapture,
    /// The move is in the game's book of openings.
    Book,
    /// It is proven that the move wins within this many plies.
    WinsIn {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// It is proven that every move loses; by this one, it takes this many plies.
    LosesIn {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// It is proven that the move wins by this margin.
    WinsBy {
        /// The final margin.
        points: i32,
    },
    /// It is proven that every move loses, by this margin or more.
    LosesBy {
        /// The final margin.
        points: i32,
    },
    /// It is proven that the move draws, and that no move does better.
    KeepsDraw,
    /// It is proven that after any other move the opponent wins within this many plies, counted from before the move.
    /// This move does not lose as far as the search has seen.
    PreventsWinIn {
        /// Plies to the end of the game.
        plies: u32,
    },
    /// The score of the search is this much above the static value of the position, in the unit of scores. Nothing is
    /// proven.
    Gains {
        /// The difference.
        points: i32,
    },
    /// If the opponent passed, this would be the best move of the side that has moved.
    Threatens {
        /// The name of the move.
        mv: String,
        /// The use of it.
        then: Threat,
    },
    /// The expected score is this much above that of the second best move.
    BestBy {
        /// The difference, in expected score.
        expected: f64,
    },
    /// The same in the numbers of the state, in games whose scores are given by it.
    BestByPoints {
        /// The difference.
        points: i32,
    },
    /// Other moves have the same score.
    EqualTo {
        /// The names of some of them.
        moves: Vec<String>,
    },
}

/// The use of a threatened move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// It would win within this many plies, counted from the pass.
    WinsIn(u32),
    /// The score would be this much above that of the best move, in the unit of scores.
    Gains(i32),
}

impl Fact {
    /// Its code in the contract.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OnlyMove => "only_move",
            Self::ForcedCapture => "forced_capture",
            Self::Book => "book",
            Self::WinsIn { .. } => "wins_in",
            Self::LosesIn { .. } => "loses_in",
            Self::WinsBy { .. } => "wins_by",
            Self::LosesBy { .. } => "loses_by",
            Self::KeepsDraw => "keeps_draw",
            Self::PreventsWinIn { .. } => "prevents_win_in",
            Self::Gains { .. } => "gains",
            Self::Threatens { .. } => "threatens",
            Self::BestBy { .. } | Self::BestByPoints { .. } => "best_by",
            Self::EqualTo { .. } => "equal_to",
        }
    }

    /// Whether it names a move, which the first stage of a hint keeps to itself.
    #[must_use]
    pub const fn names_a_move(&self) -> bool {
        matches!(self, Self::Threatens { .. } | Self::EqualTo { .. })
    }
}
