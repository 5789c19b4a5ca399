//! The binary as a person runs it, and the map of the sources.

mod architecture;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod docs;
mod links;
mod options;
mod pages;
mod play;
mod play_boards;
mod process;
mod server;
mod tables;
