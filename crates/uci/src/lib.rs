//! The Universal Chess Interface (Huber and Meyer-Kahlen, 2004) on standard input and output, for chess GUIs, and its
//! relatives for shogi and xiangqi.
//!
//! A session begins with the dialect's first game of the catalogue: `chess`, `shogi` or `xiangqi`. The options
//! `UCI_Variant` and `USI_Variant` change to another one.
//!
//! - `dialect`: what differs between the protocols
//! - `protocol`: the loop over commands
//! - `lines`: reads lines of bounded length
//! - `command`: parses a line
//! - `options`: the options of the engine
//! - `strength`: levels, and `UCI_Elo`
//! - `session`: the state between two commands
//! - `search_thread`: the thread that searches
//! - `helper_threads`: the threads that help it
//! - `info`: the `info` lines of a search

mod command;
mod dialect;
mod helper_threads;
mod info;
mod lines;
mod options;
mod protocol;
mod search_thread;
mod session;
mod strength;

pub use dialect::{Dialect, UCCI, UCI, USI};
pub use protocol::run;
use protocol::say;
