//! The command line: a file for each command.

pub mod arena;
mod ask;
pub mod bench;
mod check;
mod command_line;
mod healthcheck;
mod keys;
pub mod levels;
#[cfg(feature = "mcp")]
mod mcp;
mod perft;
pub mod play;
mod play_match;
mod progress;
mod record;
mod review;
mod sequential;
mod serve;
mod tally;
mod uci;
mod variables;

pub use command_line::{Cli, Command, run};
use command_line::{chosen, game, print, technique, text_of_line};
