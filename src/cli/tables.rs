//! `plyd tables`: working out anew what a game knows of its endings.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::game;
use crate::games::Catalogue;

/// Whose tables to make.
#[derive(Clone, Debug, Args)]
pub struct TablesOptions {
    /// The game's id
    pub game: String,
    /// Where to write them
    #[arg(long)]
    pub output: PathBuf,
}

/// Writes the tables that the program brings along, made from the rules alone.
///
/// # Errors
/// A sentence, when there is no such game, it has no tables, or the file cannot be written.
pub(super) fn tables(catalogue: Catalogue, options: &TablesOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let tables = game.tables().ok_or_else(|| format!("{} has no tables of endings", game.id))?;
    fs::write(&options.output, tables).map_err(|error| format!("{}: {error}", options.output.display()))
}
