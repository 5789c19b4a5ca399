//! The binary as a person runs it, and the map of the sources.

mod architecture;
mod cli;
mod options;
mod process;
