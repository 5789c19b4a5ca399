//! Where a game loses its type: [`Game`] is an entry of the list, [`AnyPosition`] a position of whichever game.
//!
//! The type is erased once per request. Behind [`AnyPosition::prepare`] the search is compiled for its game.

use std::fmt;
use std::iter;
use std::time::Instant;

use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Side};
use plyd_search::{Algorithm, Evaluate, Stop, StoppedBy, Table};

pub use crate::answer::MoveIndex;
use crate::answer::{Answer, Description, Progress, Standing};
use crate::board::RowColumn;
use crate::game_tree::{GameTree, TreeQuestion};
use crate::notation::{About, InvalidState, Notation};
use crate::played::Played;

/// A game of the catalogue.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its name in addresses.
    pub id: &'static str,
    /// Other names that it is asked for by.
    pub aliases: &'static [&'static str],
    /// Its facts.
    pub about: About,
    algorithms: &'static [Algorithm],
    parse: fn(&str, &'static str) -> Parsed,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.id).finish()
    }
}

/// A position of some game, or what is wrong with the text.
type Parsed = Result<Box<dyn AnyPosition>, InvalidState>;

impl Game {
    /// The entry of the game that `P` implements.
    #[must_use]
    pub const fn of<P: Playable>(id: &'static str) -> Self {
        Self {
            id,
            aliases: &[],
            about: P::ABOUT,
            algorithms: match P::SELECTIVE {
                None => &[Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook],
                Some(_) => &[Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook, Algorithm::Selective],
            },
            parse: |text, id| Ok(Box::new(Played::new(id, P::parse(text)?))),
        }
    }

    /// The same entry, found by these names too.
    #[must_use]
    pub const fn known_as(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Its id and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        iter::once(self.id).chain(self.aliases.iter().copied())
    }

    /// Reads a state: plain text, or JSON text where [`About::state_is_json`].
    ///
    /// # Errors
    /// [`InvalidState`] if it is not a position of this game.
    pub fn parse(&self, text: &str) -> Parsed {
        (self.parse)(text, self.id)
    }

    /// The start of the game.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        self.parse(self.about.start()).expect("a game's first example is its start")
    }

    /// The algorithms that the game has, the exact ones first.
    #[must_use]
    pub const fn algorithms(&self) -> &'static [Algorithm] {
        self.algorithms
    }

    /// The algorithm that plays best within a budget of nodes or time.
    #[must_use]
    pub fn strongest(&self) -> Algorithm {
        let selective = self.algorithms.contains(&Algorithm::Selective);
        if selective { Algorithm::Selective } else { Algorithm::AlphaBeta }
    }

    /// The algorithm of a level: the last one is to be as strong as can be. What the others may look ahead is in plies,
    /// and so exact.
    #[must_use]
    pub fn algorithm_of_level(&self, number: u8) -> Algorithm {
        if usize::from(number) == Levels::COUNT { self.strongest() } else { Algorithm::AlphaBeta }
    }
}

/// Whatever can stand in the catalogue.
pub trait Playable: Evaluate<Move: Send> + Notation + Send + 'static {}

impl<P: Evaluate<Move: Send> + Notation + Send + 'static> Playable for P {}

/// A question about a position of whichever game.
pub type Question = plyd_search::Question<MoveIndex>;

/// A search with everything it needs, to run on a worker: it takes the worker's table, the flag that stops it, and a
/// listener for its iterations.
pub type ReadySearch = Box<dyn FnOnce(&mut Table, &Stop, Listener<'_>) -> Answer + Send>;

/// Is told of every finished iteration; without a listener none is put into words.
pub type Listener<'a> = Option<&'a mut dyn FnMut(Progress)>;

/// A position of some game, with the game's past.
pub trait AnyPosition: Send {
    /// The canonical state.
    fn state(&self) -> String;

    /// A text that two positions share only if every question about them has the same answer: game, state, and the past
    /// that repetition counts.
    fn identity(&self) -> String;

    /// State, side to move, and how the game ended if it did.
    fn standing(&self) -> Standing;

    /// How many legal moves there are; none when the game is over.
    fn count_moves(&self) -> usize;

    /// The names of the legal moves; none when the game is over.
    fn move_names(&self) -> Vec<String>;

    /// The moves of these names, each given once.
    ///
    /// # Errors
    /// The index and the fault of the first that cannot be played.
    fn find_moves(&self, names: &[String]) -> Result<Vec<MoveIndex>, (usize, IllegalMove)>;

    /// Plays the move of this name, also where the game is over by a draw that somebody would have to claim.
    ///
    /// # Errors
    /// [`IllegalMove`], listing some moves that can be played, or saying that the game is over.
    fn play_named(&mut self, name: &str) -> Result<(), IllegalMove>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// If there is no such move.
    fn play(&mut self, mv: MoveIndex);

    /// Describes the position: legal moves, outcome, static value, board. Work for a worker: it grows with the state.
    ///
    /// # Errors
    /// The limit that came before the end; there is no half description.
    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Description, StoppedBy>;

    /// The lines of the board, see [`Notation::lines`].
    fn lines(&self) -> Vec<[RowColumn; 2]>;

    /// Walks the position's tree as one straight search does. Work for a worker.
    ///
    /// # Errors
    /// The limit that came before the end.
    fn tree(&self, question: &TreeQuestion, stop: &Stop) -> Result<GameTree, StoppedBy>;

    /// Turns a question about the position into a search that is ready to run. The game's past is the position's own.
    fn prepare(self: Box<Self>, question: Question) -> ReadySearch;

    /// A copy, with the game's past.
    fn duplicate(&self) -> Box<dyn AnyPosition>;

    /// Counts the move sequences of this length, see [`plyd_search::position::perft`].
    fn perft(&self, depth: u32) -> u64;

    /// The positions after each legal move, without a past, also through draws that somebody would have to claim: those
    /// whose counts add up to the next depth's [count](Self::perft).
    fn successors(&self) -> Vec<Box<dyn AnyPosition>>;

    /// The positions that have the same value by symmetry, see [`Notation::twins`].
    fn twins(&self) -> Vec<Box<dyn AnyPosition>>;

    /// Whose turn it is; `None` when the game is over.
    fn side_to_move(&self) -> Option<Side> {
        let Standing { outcome, to_move, .. } = self.standing();
        outcome.is_none().then_some(to_move)
    }

    /// Who has won; `None` for a draw, and while the game goes on.
    fn winner(&self) -> Option<Side> {
        self.standing().outcome.and_then(|(outcome, _)| Outcome::winner(outcome))
    }
}

/// The move cannot be played: why, and what can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub String);
