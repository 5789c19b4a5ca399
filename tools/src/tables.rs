//! `plyd-tools tables`: a game's endgame database, generated from its rules.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyd_games::tools::generate_checkers_endings;

/// Options of `tables`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: Game,
    /// Where to write the database
    #[arg(long)]
    output: PathBuf,
}

/// Games with an endgame database.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Checkers,
}

/// Generates a database and writes it.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let tables = match options.game {
        Game::Checkers => generate_checkers_endings(),
    };
    crate::write(&options.output, tables)
}
