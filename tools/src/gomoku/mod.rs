//! `plyd-tools gomoku`: learns the weights of gomoku's evaluation. It makes positions by quick games, fits the weights
//! to the games' results and the scores of their searches, and fits the order of moves to the moves that were chosen.
//! `plyd-tools network` learns the small network that corrects the evaluation, from positions that are made here too.

mod games;
mod learn;
mod moves;
mod record;
mod solve;
mod texts;

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
    /// Write the positions as text, for `plyd-tools network learn`
    Texts(texts::Options),
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
        Command::Texts(options) => texts::write(options),
    }
}
