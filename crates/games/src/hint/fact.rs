//! Facts about a move.

use serde::Serialize;

use crate::motif::Motif;

/// A fact about a move, with its sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// The fact in English.
    pub text: String,
}

/// A fact about a move, for the side to move. Each follows from a search to the depth that the hint names, or from the
/// rules. Those that come from a search are about the best move. As JSON, a fact is an object with its code.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
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
    /// It is proven that every move loses, and that this move loses in this many plies.
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
    /// As far as the search has seen, this move does not lose.
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
        #[serde(rename = "move")]
        mv: String,
        /// The move as a person writes it, if that differs.
        #[serde(skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// What the move would achieve.
        #[serde(flatten)]
        then: Threat,
    },
    /// The expected score is this much above the second best move's.
    BestBy {
        /// The difference, in expected score.
        expected: f64,
    },
    /// The score is this much above the second best move's. Used instead of an expected score if the states of the game
    /// give the scores.
    #[serde(rename = "best_by")]
    BestByPoints {
        /// The difference.
        points: i32,
    },
    /// Other moves have the same score.
    EqualTo {
        /// The names of some of them.
        moves: Vec<String>,
        /// These moves as people write them, if that differs.
        #[serde(skip_serializing_if = "Option::is_none")]
        labels: Option<Vec<String>>,
    },
    /// What the move does on the board.
    #[serde(untagged)]
    Motif(Motif),
}

/// What a threatened move would achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threat {
    /// It would win within this many plies, counted from the pass.
    WinsIn(u32),
    /// The score would be this much above the best move's, in the unit of scores.
    Gains(i32),
}

impl Fact {
    /// Whether it names moves or cells, which the first stage of a hint leaves out.
    #[must_use]
    pub const fn gives_away(&self) -> bool {
        match self {
            Self::Threatens { .. } | Self::EqualTo { .. } => true,
            Self::Motif(motif) => motif.names_cells(),
            _ => false,
        }
    }
}
