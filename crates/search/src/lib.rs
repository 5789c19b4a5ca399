//! Game-independent search: minimax, alpha-beta and a selective search over any two-player game of perfect information.
//!
//! A game is two traits: its rules ([`Position`]) and its evaluation ([`Evaluate`]). [`search`] answers a [`Question`]
//! about a position with an [`Analysis`]. Most items of [`Evaluate`] have defaults; override them to make a game faster
//! or stronger to search. Items that few games need are in the [hooks].
//!
#![doc = concat!("```\n", include_str!("../examples/heap.rs"), "```")]
//!
//! # A game of your own
//!
//! The example above is a complete game: five methods of [`Position`], and [`Evaluate::evaluate`]. To search it you
//! need [`search`], a [`Question`] with its [`Limits`], a [`Table`] and a [`Stop`]. You get an [`Analysis`] with a
//! [`Score`]. For several searches use an [`Engine`]: it keeps its tables, and a [warm](Question::warm) selective
//! search reuses the results of earlier ones.
//!
//! # Everything else
//!
//! - A [`Question`] names the [`Algorithm`] and the [`Techniques`] that it may use, how many moves to value exactly,
//!   and how to choose among equals ([`TieBreak`]). A [`Handicap`] makes a weaker opponent; a game's ten [`level`]s are
//!   data.
//! - [`Limits`] end a search by depth, nodes or time, and a [`Stop`] ends it from another thread; [`StoppedBy`] is the
//!   reason. The answer comes from the last finished iteration, unless an interrupted iteration of the selective search
//!   has found a better move. If no iteration was finished, the answer is the first move in the game's own order.
//! - An [`Analysis`] has a [`Line`] for each of the best moves, an [`Iteration`] for each depth, and [`Stats`]. A
//!   [`Score`] is a win or loss with its distance, points, or a static evaluation; a draw is 0.
//! - [`hooks`] has the groups of rarer hooks, and the types that they and [`Evaluate`] use. [`table`] has the keys that
//!   symmetric positions share.
//! - A game whose rules count repetitions says so in [`Position::repetition`], and its past is a [`History`].
//! - [`exact`] counts the nodes of plain minimax and computes the value of a game. [`tree`] lists the nodes of a
//!   textbook's search. [`position::perft`] counts move sequences, the first test of any rules.
//! - [`helpers`] are threads that help with a search. [`mix()`] turns numbers into random ones: for hashes, seeds and
//!   tests.
//!
//! Games, their notation and the laws that test them are in the crate `plyd-games`.
//!
//! # The source
//!
//! From the root of a search to its leaves: `engine.rs` chooses a table, `deepening.rs` runs the iterations, and
//! `root.rs` tries the root moves. A node of the exact search is in `exact/search.rs`. A node of the selective search
//! is in `selective/tactical.rs` for a game with captures and checks, and in `selective/positional.rs` for any other
//! game. Leaves are in `selective/quiescence.rs` for the tactical nodes, and in `quiescence.rs` for the other two
//! kinds. A node asks `known_values.rs` what is known without a search, `move_picker.rs` or `selective/picker.rs` for
//! the next move, and `table/` for earlier results; `move_loop.rs` collects the results of its moves. `choice.rs`
//! chooses among the root moves. `searcher.rs` is the state of a search, `meter.rs` has its limits and counters, and
//! `score.rs` says when a value is proven. `tree/walker.rs` is slow and made to be read; `exact/proof.rs` proves the
//! value of a game.

mod analysis;
mod choice;
mod deepening;
mod engine;
mod evaluate;
pub mod exact;
pub mod expected_score;
mod handicap;
pub mod helpers;
pub mod hooks;
mod known_values;
pub mod level;
mod limits;
mod meter;
mod move_loop;
mod move_order;
mod move_picker;
pub mod position;
mod quiescence;
mod repetition;
mod root;
mod score;
mod searcher;
mod selective;
mod solver;
pub mod table;
mod techniques;
#[cfg(test)]
mod testing;
pub mod tree;

pub use analysis::{Algorithm, Analysis, Iteration, Line, Question, TieBreak, Trail};
pub use deepening::search;
pub use engine::Engine;
pub use evaluate::Evaluate;
pub use handicap::Handicap;
pub use limits::{Budget, Clock, Limits, Stop, StoppedBy};
pub use meter::Stats;
pub use move_order::MoveOrder;
pub use repetition::{Draws, History};
pub use score::{Score, Window};
pub use table::{Table, mix};
pub use techniques::{Technique, Techniques};

// The deadlines in `Limits` are read from the host's clock. In a browser that is `performance.now()`, which std does
// not offer.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;

#[cfg(doc)]
use position::Position;
