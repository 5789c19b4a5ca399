//! `plyd perft`: counts move sequences, which tests the rules of a game.

use std::time::Instant;

use clap::Args;

use crate::{game, write_out};
use plyd_games::Catalogue;

/// The sequences to count.
#[derive(Clone, Debug, Args)]
pub struct PerftOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// Length of the longest sequences
    #[arg(long)]
    pub depth: u32,
    /// The position; by default the start of the game
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
}

/// Counts move sequences of each length.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn perft(catalogue: Catalogue, options: &PerftOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let position = match &options.state {
        None => game.start(),
        Some(state) => game.parse(state).map_err(|invalid| format!("--state: {invalid}"))?,
    };
    for depth in 1..options.depth {
        let started = Instant::now();
        eprintln!("{depth} {} in {:.3?}", position.perft(depth), started.elapsed());
    }
    write_out(&format!("{}\n", position.perft(options.depth)))
}
