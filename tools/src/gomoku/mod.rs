//! `plyd-tools gomoku`: learns the weights of gomoku's evaluation: makes positions by quick games, and fits the weights to what
//! the games came to and to what their search thought of each position.

mod games;
mod learn;
mod record;

use std::io;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make positions to learn from, where they are not there yet
    Games(games::Options),
    /// Learn from them, and write the weights
    Learn(learn::Options),
    /// Say how well the evaluation that plays foretells results that are held out
    Compare(learn::CompareOptions),
}

/// Does it.
///
/// # Errors
/// What the files came to.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
