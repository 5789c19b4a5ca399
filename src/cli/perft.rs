//! `plyd perft`: the count that rules are proved by.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;

use super::game;
use crate::games::Catalogue;

/// What to count.
#[derive(Clone, Debug, Args)]
pub struct PerftOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// Length of the longest sequences
    #[arg(long)]
    pub depth: u32,
    /// The position; the start of the game if not given
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
}

/// Counts move sequences, depth by depth.
///
/// # Errors
/// A sentence, when the request is wrong.
pub(super) fn perft(catalogue: Catalogue, options: &PerftOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let position = match &options.state {
        None => game.start(),
        Some(state) => game.parse(state).map_err(|invalid| format!("state: {invalid}"))?,
    };
    for depth in 1..options.depth {
        let started = Instant::now();
        eprintln!("{depth} {} in {:.3?}", position.perft(depth), started.elapsed());
    }
    writeln!(io::stdout(), "{}", position.perft(options.depth)).map_err(|error| error.to_string())
}
