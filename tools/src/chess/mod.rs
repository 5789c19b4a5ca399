//! `plyd-tools chess`: learns the network of chess. It makes positions by quick games, has another engine label them,
//! and fits the network's weights to the labels.

mod adam;
mod games;
mod judge;
mod layers;
mod learn;
mod optimiser;
mod record;
mod sidelines;

use std::io;

use clap::Subcommand;

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the missing positions to learn from
    Games(games::Options),
    /// Learn from them, and write the network after each pass
    Learn(learn::Options),
    /// Report how well the network in use fits, for several units
    Compare(learn::CompareOptions),
}

/// Runs a subcommand.
///
/// # Errors
/// If a file or the other engine fails.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
