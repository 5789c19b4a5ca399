//! [`AnyPosition`], a position of any game, and questions about it.
//!
//! The type of the game is erased once for each request. Behind [`AnyPosition::prepare`], the search is compiled for
//! its game.

use plyd_search::position::{Outcome, Side};
use plyd_search::{Draws, Engine, Evaluate, Instant, Score, Stop, StoppedBy, Trail};

use crate::answer::{Answer, Description, MoveIndex, Progress, Standing};
use crate::board::{Board, RowColumn};
use crate::game_tree::{GameTree, TreeQuestion};
use crate::motif::Motif;
use crate::notation::Notation;
use crate::opening::Opening;
use crate::record::Format;

/// A game for the catalogue: rules, evaluation and texts.
pub trait Playable: Evaluate<Move: Send> + Notation + Send + 'static {}

impl<P: Evaluate<Move: Send> + Notation + Send + 'static> Playable for P {}

/// A question about a position of any game.
pub type Question = plyd_search::Question<MoveIndex>;

/// A search that is ready to run on a worker. It takes the worker's engine, its stop flag, and a listener for
/// iterations.
pub type ReadySearch = Box<dyn FnOnce(&mut Engine, &Stop, Listener<'_>) -> Answer + Send>;

/// A callback for finished iterations. Without one, iterations are not converted to text.
pub type Listener<'a> = Option<&'a mut dyn FnMut(Progress)>;

/// A position of some game, with the game's past.
pub trait AnyPosition: Send {
    /// The canonical state.
    fn state(&self) -> String;

    /// Game, state, warnings, and the past that counts for repetitions, as text. Positions with the same identity have
    /// the same answers.
    fn identity(&self) -> String;

    /// Possible mistakes in the text from which the position, or the start of its game, was read. See
    /// [`Notation::warnings`].
    fn warnings(&self) -> Vec<String>;

    /// See [`Notation::rules_digest`].
    fn rules_digest(&self) -> u64;

    /// See [`Notation::rules_in_words`].
    fn rules_in_words(&self) -> Option<String>;

    /// See [`Notation::has_cut_moves`].
    fn has_cut_moves(&self) -> bool;

    /// The keys of the game's latest positions.
    fn trail(&self) -> Trail;

    /// Sets which draws end the game. By default, draws that a player may claim end it too. Has to be called before any
    /// move, except to play on after a draw.
    fn set_draws(&mut self, draws: Draws);

    /// State, side to move, the outcome if the game is over, and whether a player may claim a draw.
    fn standing(&self) -> Standing;

    /// Whether the rules end the game here although nobody claims a draw. Cheaper than [`AnyPosition::standing`].
    fn has_ended(&self) -> bool;

    /// The number of legal moves; 0 if the game is over.
    fn count_moves(&self) -> usize;

    /// The names of the legal moves; empty if the game is over.
    fn move_names(&self) -> Vec<String>;

    /// The moves that these texts mean, without duplicates.
    ///
    /// # Errors
    /// The index of the first illegal move, and its error.
    fn find_moves(&self, names: &[String]) -> Result<Vec<MoveIndex>, (usize, IllegalMove)>;

    /// Plays the move that this text means. Plays on after a draw if there is a legal move, and plays a forced pass first
    /// if the text leaves it out. Returns the names of the moves played.
    ///
    /// # Errors
    /// [`IllegalMove`], which lists the possible or the nearest moves, or says that the game is over.
    fn play_named(&mut self, name: &str) -> Result<Vec<String>, IllegalMove>;

    /// As [`AnyPosition::play_named`], and also returns the texts of the moves in records of this format.
    ///
    /// # Errors
    /// As [`AnyPosition::play_named`].
    fn play_spelled(&mut self, name: &str, format: Format) -> Result<Vec<SpelledMove>, IllegalMove>;

    /// As [`AnyPosition::play_named`], and also returns what reviews need to know about the moves.
    ///
    /// # Errors
    /// As [`AnyPosition::play_named`].
    fn play_noted(&mut self, name: &str) -> Result<Vec<NotedMove>, IllegalMove>;

    /// A legal move as people write it, see [`Notation::label`].
    ///
    /// # Panics
    /// If there is no such move.
    fn label(&self, mv: MoveIndex) -> Option<String>;

    /// The cells that a legal move touches, see [`Notation::cells`].
    ///
    /// # Panics
    /// If there is no such move.
    fn cells(&self, mv: MoveIndex) -> Vec<RowColumn>;

    /// What a legal move does on the board, see [`Notation::motifs`].
    ///
    /// # Panics
    /// If there is no such move.
    fn motifs(&self, mv: MoveIndex) -> Vec<Motif>;

    /// How many plies without progress are left until the rules end the game, see
    /// [`quiet_plies_left`](plyd_search::position::Position::quiet_plies_left); `None` if the rules do not count them.
    fn quiet_plies_left(&self) -> Option<u32>;

    /// Whether a legal move is in the game's book of openings.
    ///
    /// # Panics
    /// If there is no such move.
    fn is_known(&self, mv: MoveIndex) -> bool;

    /// The moves among which a hint chooses in an opening: the main move, if the game has a list of openings that has one
    /// here, and otherwise the moves of its book. Empty if neither knows this position.
    fn book_moves(&self) -> Vec<MoveIndex>;

    /// The score of a search of depth 0, for the side to move. This is work for a worker.
    ///
    /// # Errors
    /// The limit that ended it early.
    fn static_value(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Score, StoppedBy>;

    /// The position after a pass, if the search of this game tries passes, and one is possible here
    /// ([`null_move`](plyd_search::hooks::Tactical::null_move)). It has no past.
    fn passed(&self) -> Option<Box<dyn AnyPosition>>;

    /// The opening that has this position's name; `None` if the position has no name.
    fn opening_here(&self) -> Option<Opening>;

    /// The last named opening in the game so far.
    fn opening(&self) -> Option<Opening>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is no such move.
    fn play(&mut self, mv: MoveIndex);

    /// Describes the position: legal moves, outcome, static value, board. This is work for a worker, because it grows
    /// with the state.
    ///
    /// # Errors
    /// The limit that ended the description early.
    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Description, StoppedBy>;

    /// The lines of the board, see [`Notation::lines`].
    fn lines(&self) -> Vec<[RowColumn; 2]>;

    /// The board, see [`Notation::board`].
    fn board(&self) -> Option<Board>;

    /// The stones on the board, and the names of its columns and rows. Empty if the game has no board.
    fn stones(&self) -> Stones;

    /// Walks the tree of a single search to a fixed depth. This is work for a worker.
    ///
    /// # Errors
    /// The limit that ended the walk early.
    fn tree(&self, question: &TreeQuestion, stop: &Stop) -> Result<GameTree, StoppedBy>;

    /// Prepares the search for a question. It uses the position's past.
    fn prepare(self: Box<Self>, question: Question) -> ReadySearch;

    /// A copy, with the game's past.
    fn duplicate(&self) -> Box<dyn AnyPosition>;

    /// Counts the move sequences of this length, see [`plyd_search::position::perft`].
    fn perft(&self, depth: u32) -> u64;

    /// The positions after each legal move, without a past. Draws that a player could claim do not end the game here,
    /// so that the [counts](Self::perft) of the successors add up to the count of the next depth.
    fn successors(&self) -> Vec<Box<dyn AnyPosition>>;

    /// Positions that have the same value by symmetry, see [`Notation::twins`].
    fn twins(&self) -> Vec<Box<dyn AnyPosition>>;

    /// The moves of a line as [`LineText`](crate::answer::LineText) has them.
    ///
    /// # Panics
    /// If one of the names does not belong to a legal move.
    fn labels(&self, line: &[String]) -> Option<Vec<String>> {
        let mut position = self.duplicate();
        let played = line.iter().flat_map(|name| position.play_noted(name).expect("a line of legal moves"));
        let moves: Vec<NotedMove> = played.collect();
        let has_labels = moves.iter().any(|mv| mv.label.is_some());
        has_labels.then(|| moves.into_iter().map(|mv| mv.label.unwrap_or(mv.name)).collect())
    }

    /// The side to move; `None` if the game is over.
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

/// A played move, as records need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledMove {
    /// Its name.
    pub name: String,
    /// Its text in the requested format, see [`Notation::spelling`].
    pub spelling: String,
    /// The side that played it.
    pub side: Side,
    /// Whether it is a pass and was the only legal move.
    pub is_forced_pass: bool,
}

/// A played move, as reviews need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedMove {
    /// Its name.
    pub name: String,
    /// The move as people write it, if that differs from its name.
    pub label: Option<String>,
    /// The side that played it.
    pub side: Side,
    /// Its index among the legal moves.
    pub index: MoveIndex,
    /// Whether it was the only legal move.
    pub is_only: bool,
    /// Whether the move is in the game's book of openings.
    pub is_known: bool,
}

/// A text that means no legal move, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// A sentence that gives the reason, and the moves that can be played.
    pub detail: String,
    /// The names of up to eight moves: those that the text may mean, or the nearest legal ones.
    pub candidates: Vec<String>,
}
