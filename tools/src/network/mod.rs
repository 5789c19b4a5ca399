//! `plyd-tools network`: learns the small network of a game. It makes positions by quick games, and fits the network's
//! weights to the games' results and to the scores of their searches. It also fits weights of patterns, which order a
//! game's moves, to the moves that were played.

mod games;
mod learn;
mod policy;
pub(crate) mod record;
pub(crate) mod trainer;

use std::io;

use clap::Subcommand;

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make the missing positions to learn from; works for every game
    Games(games::Options),
    /// Learn from them, and write the network
    Learn(learn::Options),
    /// Learn what the surroundings of moves are worth, and write the weights
    Policy(policy::Options),
}

/// Runs a subcommand.
///
/// # Errors
/// If there is no such game, or a file cannot be read or written.
pub(crate) fn run(command: &Command) -> io::Result<()> {
    match command {
        Command::Games(options) => games::make(options),
        Command::Learn(options) => learn::learn(options),
        Command::Policy(options) => policy::learn(options),
    }
}
