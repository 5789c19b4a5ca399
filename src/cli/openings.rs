//! `plyd openings`: working out the good moves of a game's first positions, of which its levels draw one.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::game;
use super::progress::Progress;
use crate::games::Catalogue;
use crate::search::Table;
use crate::search::book::Making;

/// Which openings to work out, and how.
#[derive(Clone, Debug, Args)]
pub struct OpeningsOptions {
    /// The game's id
    pub game: String,
    /// Where to write them
    #[arg(long)]
    pub output: PathBuf,
    /// Positions, those first that good moves soon lead to
    #[arg(long, default_value_t = 400)]
    pub positions: usize,
    /// Nodes searched in each
    #[arg(long, default_value_t = 60_000)]
    pub nodes: u64,
    /// How much worse than the best a move may be, in the unit of the game's static values
    #[arg(long, default_value_t = 25)]
    pub slack: i32,
}

/// The table that each position is searched with.
const TABLE_BYTES: usize = 64 << 20;

/// Works the openings out; the same each time. How far it has come stands on standard error.
///
/// # Errors
/// A sentence, when there is no such game, or the file cannot be written.
pub(super) fn openings(catalogue: Catalogue, options: &OpeningsOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let progress = Progress::of(options.positions as u64);
    let making = Making { positions: options.positions, nodes: options.nodes, slack: options.slack };
    let bytes = game.make_openings(making, &mut Table::new(TABLE_BYTES), &mut |done| progress.reach(done as u64));
    fs::write(&options.output, bytes).map_err(|error| format!("{}: {error}", options.output.display()))
}
