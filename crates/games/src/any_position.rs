//! [`AnyPosition`], a position of any game, and the questions about it.
//!
//! The type is erased once per request. Behind [`AnyPosition::prepare`] the search is compiled for its game.

use std::time::Instant;

use plyd_search::position::{Outcome, Side};
use plyd_search::{Draws, Engine, Evaluate, Stop, StoppedBy, Trail};

use crate::answer::{Answer, Description, MoveIndex, Progress, Standing};
use crate::board::RowColumn;
use crate::game_tree::{GameTree, TreeQuestion};
use crate::notation::Notation;
use crate::record::Format;

/// A game for the catalogue: rules, evaluation and texts.
pub trait Playable: Evaluate<Move: Send> + Notation + Send + 'static {}

impl<P: Evaluate<Move: Send> + Notation + Send + 'static> Playable for P {}

/// A question about a position of any game.
pub type Question = plyd_search::Question<MoveIndex>;

/// A search that is ready to run on a worker. It takes the worker's engine, its stop flag, and a listener for
/// iterations.
pub type ReadySearch = Box<dyn FnOnce(&mut Engine, &Stop, Listener<'_>) -> Answer + Send>;

/// A callback for every finished iteration. Without one, iterations are not formatted.
pub type Listener<'a> = Option<&'a mut dyn FnMut(Progress)>;

/// A position of some game, with the game's past.
pub trait AnyPosition: Send {
    /// The canonical state.
    fn state(&self) -> String;

    /// Game, state, and the past that repetition counts, as text. Positions with the same identity have the same answers.
    fn identity(&self) -> String;

    /// The game's latest positions.
    fn trail(&self) -> Trail;

    /// Says whether draws that may be claimed end the game; they do unless told otherwise. Before any move.
    fn set_draws(&mut self, draws: Draws);

    /// State, side to move, how the game ended if it did, and whether a draw may be claimed.
    fn standing(&self) -> Standing;

    /// The number of legal moves; 0 when the game is over.
    fn count_moves(&self) -> usize;

    /// The names of the legal moves; none when the game is over.
    fn move_names(&self) -> Vec<String>;

    /// The moves that these texts mean, each given once.
    ///
    /// # Errors
    /// The index and the error of the first illegal move.
    fn find_moves(&self, names: &[String]) -> Result<Vec<MoveIndex>, (usize, IllegalMove)>;

    /// Plays the move that this text means, also where the game is over by a draw that somebody would have to claim, and
    /// after a forced pass that the text leaves out. Returns the names of the moves played.
    ///
    /// # Errors
    /// [`IllegalMove`], listing the moves that are near or possible, or saying that the game is over.
    fn play_named(&mut self, name: &str) -> Result<Vec<String>, IllegalMove>;

    /// As [`AnyPosition::play_named`], with the texts of the moves in records of this format.
    ///
    /// # Errors
    /// As there.
    fn play_spelled(&mut self, name: &str, format: Format) -> Result<Vec<SpelledMove>, IllegalMove>;

    /// As [`AnyPosition::play_named`], with what reviews say of the moves.
    ///
    /// # Errors
    /// As there.
    fn play_noted(&mut self, name: &str) -> Result<Vec<NotedMove>, IllegalMove>;

    /// A legal move as a person writes it, see [`Notation::label`].
    ///
    /// # Panics
    /// If there is no such move.
    fn label(&self, mv: MoveIndex) -> Option<String>;

    /// The cells that a legal move touches, see [`Notation::cells`].
    ///
    /// # Panics
    /// If there is no such move.
    fn cells(&self, mv: MoveIndex) -> Vec<RowColumn>;

    /// Plies without progress after which the rules end the game, see
    /// [`quiet_plies_left`](plyd_search::position::Position::quiet_plies_left); `None` where they count none.
    fn quiet_plies_left(&self) -> Option<u32>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is no such move.
    fn play(&mut self, mv: MoveIndex);

    /// Describes the position: legal moves, outcome, static value, board. Work for a worker: it grows with the state.
    ///
    /// # Errors
    /// The limit that ended the description early.
    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Description, StoppedBy>;

    /// The lines of the board, see [`Notation::lines`].
    fn lines(&self) -> Vec<[RowColumn; 2]>;

    /// The stones on the board, and the names of its columns and rows. Without a board there are none.
    fn stones(&self) -> Stones;

    /// Walks the position's tree as one straight search does. Work for a worker.
    ///
    /// # Errors
    /// The limit that ended the walk early.
    fn tree(&self, question: &TreeQuestion, stop: &Stop) -> Result<GameTree, StoppedBy>;

    /// Prepares the search for a question. The game's past is that of the position.
    fn prepare(self: Box<Self>, question: Question) -> ReadySearch;

    /// A copy, with the game's past.
    fn duplicate(&self) -> Box<dyn AnyPosition>;

    /// Counts the move sequences of this length, see [`plyd_search::position::perft`].
    fn perft(&self, depth: u32) -> u64;

    /// The positions after each legal move, without a past. A draw that can be claimed does not end the game here, so
    /// the [counts](Self::perft) of the successors add up to the next depth's.
    fn successors(&self) -> Vec<Box<dyn AnyPosition>>;

    /// The positions that have the same value by symmetry, see [`Notation::twins`].
    fn twins(&self) -> Vec<Box<dyn AnyPosition>>;

    /// The side to move; `None` when the game is over.
    fn side_to_move(&self) -> Option<Side> {
        let Standing { outcome, to_move, .. } = self.standing();
        outcome.is_none().then_some(to_move)
    }

    /// The winner; `None` for a draw or an unfinished game.
    fn winner(&self) -> Option<Side> {
        self.standing().outcome.and_then(|(outcome, _)| Outcome::winner(outcome))
    }
}

/// A board of stones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stones {
    /// The owners of the stones, rows from top to bottom.
    pub rows: Vec<Vec<Option<Side>>>,
    /// See [`Notation::files`].
    pub files: Vec<String>,
    /// See [`Notation::ranks`].
    pub ranks: Vec<String>,
}

/// A move that was played, as records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledMove {
    /// Its name.
    pub name: String,
    /// Its text in the format that was asked for, see [`Notation::spelling`].
    pub spelling: String,
    /// The side that played it.
    pub side: Side,
    /// Whether it is a pass and was the only legal move.
    pub is_forced_pass: bool,
}

/// A move that was played, as reviews have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedMove {
    /// Its name.
    pub name: String,
    /// The move as a person writes it, if that differs.
    pub label: Option<String>,
    /// The side that played it.
    pub side: Side,
    /// Its index among the legal moves.
    pub index: MoveIndex,
    /// Whether it was the only legal move.
    pub is_only: bool,
    /// Whether the game's openings have it.
    pub is_known: bool,
}

/// The text means no legal move, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// A sentence: why, and which moves can be played.
    pub detail: String,
    /// The names of up to eight moves: those that the text can mean, or the nearest legal ones.
    pub candidates: Vec<String>,
}
