//! What is found out about a position of whichever game, in domain values: scores and sides, and moves by name.

use std::time::Duration;

use plyd_search::position::{Outcome, Side};
use plyd_search::{Score, Stats, StoppedBy};

use crate::board::{Area, Board, Borders, RowColumn};
use crate::catalogue::Place;

/// A position, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its canonical state.
    pub state: String,
    /// Whose turn it is, or would be.
    pub to_move: Side,
    /// How the game ended and, in a few words, why; `None` while it goes on.
    pub outcome: Option<(Outcome, &'static str)>,
}

/// A legal move and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// Its name.
    pub name: String,
    /// The state after it.
    pub state: String,
    /// Where it touches the board, see [`crate::Notation::cells`].
    pub cells: Vec<RowColumn>,
    /// How a person writes it, see [`crate::Notation::label`].
    pub label: Option<String>,
}

/// A position with everything that there is to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The position itself.
    pub standing: Standing,
    /// Empty when the game is over.
    pub legal_moves: Vec<NamedMove>,
    /// The score of a search of depth 0, for the side to move.
    pub evaluation: Score,
    /// Rows top to bottom; only for games that have a board.
    pub board: Option<Board>,
    /// What stands at the columns, see [`crate::Notation::files`].
    pub files: Vec<String>,
    /// What stands at the rows, see [`crate::Notation::ranks`].
    pub ranks: Vec<String>,
    /// The lines of a board of points, see [`crate::Notation::lines`].
    pub lines: Vec<[RowColumn; 2]>,
    /// The areas of the board, see [`crate::Notation::areas`].
    pub areas: Vec<Area>,
    /// Whose the edges of the board are, see [`crate::Notation::borders`].
    pub borders: Option<Borders>,
    /// The pieces in each player's hand, in games that have hands.
    pub hands: Option<[Vec<char>; 2]>,
}

/// A root move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLine {
    /// For the root's side to move.
    pub score: Score,
    /// Whether that is the value of the game, see [`plyd_search::Line::proven`].
    pub proven: bool,
    /// The principal variation, this line's move first.
    pub pv: Vec<String>,
    /// The state after the first move.
    pub state: String,
}

/// How far a search has come: one finished iteration.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Whose turn it is at the root.
    pub to_move: Side,
    /// Plies looked ahead.
    pub depth: u32,
    /// The lines that were asked for, best first.
    pub lines: Vec<NamedLine>,
    /// What the search did so far.
    pub stats: Stats,
    /// Time since it began.
    pub elapsed: Duration,
}

/// What is remembered of a finished iteration.
#[derive(Clone, Debug)]
pub struct Milestone {
    /// Plies looked ahead.
    pub depth: u32,
    /// The move that it found.
    pub best: String,
    /// Its value.
    pub score: Score,
    /// Nodes visited in this iteration.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// The answer to a [`crate::catalogue::Question`]: a [`plyd_search::Analysis`] whose moves have names.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position that was asked about.
    pub standing: Standing,
    /// The chosen move; none when the game is over or only an evaluation was asked for.
    pub best: Option<(Place, String)>,
    /// The position after it.
    pub after: Option<Standing>,
    /// For the side to move.
    pub score: Score,
    /// Whether that is the value of the game.
    pub proven: bool,
    /// The best moves, as many as were asked for; the chosen one leads.
    pub lines: Vec<NamedLine>,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Why the search ended.
    pub stopped_by: StoppedBy,
    /// Whether a book had a part in it.
    pub booked: bool,
    /// What it did.
    pub stats: Stats,
    /// The finished iterations.
    pub iterations: Vec<Milestone>,
    /// What plain minimax would have visited, if that was asked for, or what ended the count.
    pub minimax_nodes: Option<Result<u64, StoppedBy>>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Answer {
    /// Whether time had a part in it: asked again, the answer may be another one.
    #[must_use]
    pub fn is_cut_by_time(&self) -> bool {
        self.stopped_by == StoppedBy::Time || self.minimax_nodes == Some(Err(StoppedBy::Time))
    }
}
