//! `plyd-tools chess`: learns the network that values chess positions: makes positions by quick games, labelled by another
//! engine, and fits the network's weights to them.

mod adam;
mod beside;
mod games;
mod judge;
mod layers;
mod learn;
mod record;
mod steps;

use std::io;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make positions to learn from, where they are not there yet
    Games(games::Options),
    /// Learn from them, and write the network after each pass
    Learn(learn::Options),
    /// Say how well the network that plays fits, at several units
    Compare(learn::CompareOptions),
}

/// Does it.
///
/// # Errors
/// What the files or the other engine came to.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
