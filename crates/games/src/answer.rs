//! Results about a position of any game: scores, sides, and moves by name.

use plyd_search::position::{Outcome, Side};
use plyd_search::{Algorithm, Analysis, Iteration, Score, StoppedBy};
use serde::Serialize;

use crate::board::{Area, Board, Borders, Layout, RowColumn};
use crate::opening::Opening;

/// A move of any game, by its index in `legal_moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveIndex(pub usize);

/// A position without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The canonical state.
    pub state: String,
    /// The side to move, even if the game is over.
    pub to_move: Side,
    /// The outcome, and the reason for it in a few words; `None` if the game is not over.
    pub outcome: Option<(Outcome, &'static str)>,
    /// The draw that a player may claim here, if any.
    pub claimable: Option<Claimable>,
}

/// A draw that a player may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claimable {
    /// The rule that allows the claim, in a few words.
    pub reason: &'static str,
}

/// A legal move and the position after it, whose state is a text here but may be JSON in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedMove<S = String> {
    /// Its name.
    #[serde(rename = "move")]
    pub name: String,
    /// The state after it.
    pub state: S,
    /// The cells that the move touches, see [`crate::Notation::cells`].
    pub cells: Vec<RowColumn>,
    /// The move as people write it, see [`crate::Notation::label`]. It also distinguishes moves that touch the same cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A position with its moves, evaluation and board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The position itself.
    pub standing: Standing,
    /// Empty if the game is over.
    pub legal_moves: Vec<NamedMove>,
    /// The score of a search of depth 0, for the side to move.
    pub evaluation: Score,
    /// Rows from top to bottom; only for games with a board.
    pub board: Option<Board>,
    /// How the board is drawn, see [`crate::Notation::layout`].
    pub layout: Option<Layout>,
    /// The cells that are not drawn, see [`crate::Notation::absent`].
    pub absent: Vec<RowColumn>,
    /// The letters that boards of the game can have, see [`crate::Notation::letters`].
    pub letters: Option<Vec<char>>,
    /// The labels of the columns, see [`crate::Notation::files`].
    pub files: Vec<String>,
    /// The labels of the rows, see [`crate::Notation::ranks`].
    pub ranks: Vec<String>,
    /// The lines of a board of points, see [`crate::Notation::lines`].
    pub lines: Vec<[RowColumn; 2]>,
    /// The areas of the board, see [`crate::Notation::areas`].
    pub areas: Vec<Area>,
    /// The owners of the edges of the board, see [`crate::Notation::borders`].
    pub borders: Option<Borders>,
    /// The pieces in each player's hand, in games that have hands.
    pub hands: Option<[Vec<char>; 2]>,
    /// How often each player still has to do what wins, see [`crate::Notation::counters`].
    pub counters: Option<[u8; 2]>,
    /// The goals on the board, see [`crate::Notation::marks`].
    pub marks: Vec<RowColumn>,
    /// The last named opening in the game so far.
    pub opening: Option<Opening>,
}

/// A finished iteration of a search, with moves by name.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The side to move at the root.
    pub to_move: Side,
    /// The iteration.
    pub iteration: Iteration<String>,
    /// The texts of the iteration's lines.
    pub texts: Vec<LineText>,
}

/// What an answer says about a line in addition to its score and the names of its moves.
#[derive(Clone, Debug)]
pub struct LineText {
    /// The state after the first move.
    pub state: String,
    /// The moves as people write them, or by their names if they have no labels; `None` if no move of the line has one.
    pub labels: Option<Vec<String>>,
}

/// The answer to a [`crate::game::Question`].
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position of the question.
    pub standing: Standing,
    /// The chosen move; `None` if the game is over or the depth is 0.
    pub index: Option<MoveIndex>,
    /// The move as a person writes it, and the cells that it touches; see [`NamedMove`].
    pub label: Option<String>,
    /// See `label`.
    pub cells: Vec<RowColumn>,
    /// The position after the chosen move.
    pub after: Option<Standing>,
    /// The algorithm that searched.
    pub algorithm: Algorithm,
    /// The analysis, with moves by name.
    pub analysis: Analysis<String>,
    /// The texts of the analysis's lines.
    pub texts: Vec<LineText>,
    /// The nodes of plain minimax, if the question asks for them, or the limit that ended the count.
    pub minimax_nodes: Option<Result<u64, StoppedBy>>,
}

/// The word before the number of plies when people are told a proven win or loss: `in` 3 plies if the search tried
/// every line of that length, otherwise `within` 3 plies. A selective search skips lines, and an endgame table can know
/// a win beyond the depth of the search. In both cases a faster win may exist, unless the win takes a single ply.
#[must_use]
pub const fn in_or_within(algorithm: Algorithm, depth: u32, plies: u32) -> &'static str {
    match algorithm {
        _ if plies <= 1 => "in",
        Algorithm::AlphaBeta | Algorithm::Minimax | Algorithm::Textbook if plies <= depth => "in",
        _ => "within",
    }
}

impl Answer {
    /// See [`in_or_within`].
    #[must_use]
    pub const fn in_or_within(&self, plies: u32) -> &'static str {
        in_or_within(self.algorithm, self.analysis.depth, plies)
    }

    /// Whether time ended the search. Then the same question may get another answer.
    #[must_use]
    pub fn is_cut_by_time(&self) -> bool {
        self.analysis.stopped_by == StoppedBy::Time || self.minimax_nodes == Some(Err(StoppedBy::Time))
    }
}
