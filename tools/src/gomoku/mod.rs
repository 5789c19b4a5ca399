//! `plyd-tools gomoku`: learns the weights of gomoku's evaluation. It makes positions by quick games, fits the weights
//! to the games' results and the scores of their searches, and fits the order of moves to the moves that were chosen.

mod games;
mod learn;
mod moves;
mod record;
mod solve;

use std::io;

use clap::Subcommand;

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the missing positions to learn from
    Games(games::Options),
    /// Learn from them, and write the weights
    Learn(learn::Options),
    /// Report how well the evaluation in use predicts held-out results
    Compare(learn::CompareOptions),
}

/// Runs a subcommand.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
