//! The Universal Chess Interface (Huber and Meyer-Kahlen, 2004) on standard input and output, for chess GUIs.
//!
//! UCI is a protocol for chess, so a session begins with the catalogue's game `chess`. The option `UCI_Variant` changes
//! to a variant.
//!
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
mod helper_threads;
mod info;
mod lines;
mod options;
mod protocol;
mod search_thread;
mod session;
mod strength;

use protocol::say;
pub use protocol::uci;
