//! `plyd-tools othello`: learns the network that values Othello positions: makes positions by games that are solved at
//! their end, and labelled by the searches that find their moves before it, and fits the network's weights to them.

mod games;
mod layers;
mod learn;
mod record;

use std::io;

use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make positions to learn from, where they are not there yet
    Games(games::Options),
    /// Solve positions with 16 to 19 empty squares, to compare with: one of each game, or with `--nodes` two
    Exact(games::ExactOptions),
    /// Learn from the positions, say how far it is from every set of solved ones, and write the network
    Learn(learn::Options),
    /// Say how far the evaluation that plays is from a set of solved positions
    Compare(learn::CompareOptions),
}

/// Does it.
///
/// # Errors
/// What the files came to.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Exact(options) => games::solve_some(options),
        Command::Learn(options) => learn::learn(options),
        Command::Compare(options) => learn::compare(options),
    }
}
