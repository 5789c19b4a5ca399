//! `plyd-tools tables`: the tables of a game's endings, worked out from its rules.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyd_games::tools::make_checkers_endings;

/// Whose tables to make.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: Game,
    /// Where to write them
    #[arg(long)]
    output: PathBuf,
}

/// Games with tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Checkers,
}

/// Writes the tables that the program brings along.
///
/// # Errors
/// Those of writing.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let tables = match options.game {
        Game::Checkers => make_checkers_endings(),
    };
    crate::write(&options.output, tables)
}
