//! plyd, a stateless game-AI service: a position and a limit go in; the move, its exact score, the principal variation
//! and the statistics of what alpha-beta pruned come out.
//!
//! A program with games of its own is one line: [`run`] is the whole command line, and with it the whole service, for
//! any [`Catalogue`](games::Catalogue).
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use plyd::catalogue::Game;
//! use plyd::games::{CATALOGUE, TicTacToe};
//!
//! fn main() -> ExitCode {
//!     plyd::run(CATALOGUE.with(&[Game::of::<TicTacToe>("noughts")]))
//! }
//! ```

pub mod cli;
pub mod config;
pub mod drawing;
pub mod http;
pub mod memory;
pub mod pool;
mod signals;
pub mod telemetry;
pub mod wire;

pub use cli::run;
pub use plyd_games::{self as games, catalogue, notation};
pub use plyd_search::{self as search, level, position};
