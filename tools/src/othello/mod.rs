//! `plyd-tools othello`: learns the network of Othello. It makes positions by games whose ends are solved and whose
//! other positions are labelled by searches, and fits the network's weights to the labels.

mod games;
mod learn;
mod record;

use std::io;

use clap::Subcommand;

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the missing positions to learn from
    Games(games::Options),
    /// Solve positions with 16 to 19 empty squares to compare with: one in each game, or two with `--nodes`
    Exact(games::ExactOptions),
    /// Learn from the positions, report the error on every set of solved positions, and write the network
    Learn(learn::Options),
    /// Report the error of the evaluation in use on a set of solved positions
    Compare(learn::CompareOptions),
}

/// Runs a subcommand.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Exact(options) => games::solve_some(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
