//! The binary as a person runs it, and the map of the sources.

mod architecture;
mod articles;
mod cli;
mod options;
mod process;
mod readme;
mod server;
