//! Game-independent search: minimax, alpha-beta and a selective search over any two-player game of perfect information.
//!
//! A game is two traits: its rules ([`Position`]) and its evaluation ([`Evaluate`]). [`search`] answers a [`Question`]
//! about a position with an [`Analysis`]. Groups of [hooks], each a constant of [`Evaluate`] with a default, make a
//! game faster or stronger to search.
//!
//! ```
//! use plyd_search::hooks::NoTactics;
//! use plyd_search::position::{Outcome, Position, Side};
//! use plyd_search::{Evaluate, Limits, Question, Score, Stop, Table, search};
//!
//! /// A heap: each side takes one, two or three; the side that takes the last one wins.
//! #[derive(Clone)]
//! struct Heap(u32, Side);
//!
//! impl Position for Heap {
//!     type Move = u32;
//!     fn side_to_move(&self) -> Side {
//!         self.1
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.0 == 0).then(|| Outcome::Win(self.1.other()))
//!     }
//!     fn legal_moves(&self, moves: &mut Vec<u32>) {
//!         moves.extend(1..=self.0.min(3));
//!     }
//!     fn play_unchecked(&mut self, taken: u32) {
//!         *self = Self(self.0 - taken, self.1.other());
//!     }
//!     fn key(&self) -> u64 {
//!         u64::from(2 * self.0) + self.1.index() as u64
//!     }
//! }
//!
//! impl Evaluate for Heap {
//!     type Tactics = NoTactics;
//!     fn evaluate(&self) -> Score {
//!         Score::ZERO
//!     }
//! }
//!
//! // At most twenty plies, a table of a mebibyte, no stop flag, no progress.
//! let question = Question::new(Limits::depth(20));
//! let analysis = search(&Heap(9, Side::First), &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ());
//! // One is taken, eight are left, and whatever is taken then, four again: a win on the fifth ply.
//! assert_eq!(analysis.best, Some(1));
//! assert_eq!(analysis.score, Score::win_in(5));
//! ```
//!
//! Where to go on:
//!
//! - [`Limits`] end a search by depth, nodes or time, and a [`Stop`] ends it from another thread; [`StoppedBy`] is the
//!   reason. The answer is that of the last finished iteration, or a better move that an interrupted iteration of the
//!   selective search has found.
//! - An [`Engine`] keeps its [`Table`] and its move histories from search to search of a game.
//! - A [`Question`] names the [`Algorithm`] (exact, selective, or plain for comparison) and the [`Techniques`] it uses.
//!   Its `multi_pv` values several moves exactly, and [`TieBreak`] chooses among equals. A [`Handicap`] makes a weaker
//!   opponent; a game's ten [`level`]s are data.
//! - An [`Analysis`] has a [`Line`] for each of the best moves, an [`Iteration`] for each depth, and [`Stats`]. A
//!   [`Score`] is a win or loss with its distance, points, or a static evaluation.
//! - [`hooks`] make a game faster or stronger to search; [`table`] has the keys that symmetric positions share.
//! - [`exact`] counts the nodes of plain minimax and computes the value of a game. [`tree`] walks a tree to be looked
//!   at. [`position::perft`] counts move sequences, the first test of any rules.
//! - A game whose rules count repetitions says so in [`Position::REPETITION`], and [`History`] is its past.
//! - [`mix()`] turns numbers into random ones: for hashes, seeds and tests.
//!
//! Games, their notation and the laws that test them are in the crate `plyd-games`.

mod analysis;
mod book;
mod choice;
mod deepening;
mod engine;
mod evaluate;
pub mod exact;
pub mod expected_score;
mod handicap;
mod helpers;
mod histories;
pub mod hooks;
mod knowledge;
mod known_values;
pub mod level;
mod limits;
mod meter;
mod mix;
mod move_loop;
mod move_order;
mod ordering;
pub mod position;
mod pv;
mod quiescence;
mod repetition;
mod root;
mod score;
mod searcher;
mod selective;
mod solver;
mod sorting;
mod static_bounds;
mod stats;
pub mod table;
mod techniques;
#[cfg(test)]
mod testing;
mod threats;
pub mod tree;

pub use analysis::{Algorithm, Analysis, Iteration, Line, Question, TieBreak, Trail};
pub use deepening::search;
pub use engine::Engine;
pub use evaluate::Evaluate;
pub use handicap::Handicap;
pub use helpers::{HelperJob, Helpers};
pub use limits::{Limits, Stop, StoppedBy};
pub use mix::mix;
pub use move_order::MoveOrder;
pub use repetition::{Draws, History};
pub use score::{Score, Window};
pub use stats::Stats;
pub use table::Table;
pub use techniques::{Technique, Techniques};

#[cfg(doc)]
use position::Position;
