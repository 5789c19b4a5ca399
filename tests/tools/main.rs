//! The binary as a person runs it, and the map of the sources.

mod architecture;
mod articles;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod options;
mod play;
mod play_boards;
mod process;
mod readme;
mod server;
