//! `plyd perft`: counts move sequences, which tests the rules of a game.

use std::time::Instant;

use clap::Args;

use crate::progress::Progress;
use crate::{game, write_out};
use plyd_games::Catalogue;
use plyd_games::catalogue::AnyPosition;

/// The sequences to count.
#[derive(Clone, Debug, Args)]
pub struct PerftOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// The length of the longest sequences
    #[arg(long)]
    pub depth: u32,
    /// The position; the start of the game if not given
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
        Some(state) => game.parse(state).map_err(|invalid| format!("state: {invalid}"))?,
    };
    let parts = parts(&*position);
    for depth in 1..options.depth {
        let started = Instant::now();
        eprintln!("{depth} {} in {:.3?}", count(&*position, &parts, depth), started.elapsed());
    }
    let count = count(&*position, &parts, options.depth).to_string();
    write_out(&format!("{count}\n"))
}

/// A count is split after this many plies for the progress bar, which makes some hundred parts in most games.
const SPLIT: u32 = 2;

/// The positions after [`SPLIT`] plies.
fn parts(position: &dyn AnyPosition) -> Vec<Box<dyn AnyPosition>> {
    let successors = |parts: Vec<Box<dyn AnyPosition>>, _| parts.iter().flat_map(|part| part.successors()).collect();
    (0..SPLIT).fold(vec![position.duplicate()], successors)
}

/// The same as [`AnyPosition::perft`], but in parts with a progress bar, if the depth allows it.
fn count(position: &dyn AnyPosition, parts: &[Box<dyn AnyPosition>], depth: u32) -> u64 {
    let Some(left) = depth.checked_sub(SPLIT).filter(|left| *left > 0) else { return position.perft(depth) };
    let progress = Progress::of(parts.len() as u64);
    let mut count = 0;
    for part in parts {
        count += part.perft(left);
        progress.step();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    #[test]
    fn parts_add_up_to_the_count_also_through_draws_that_have_to_be_claimed() {
        let claimable = ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
        let starts = CATALOGUE.iter().map(|game| (game.id, game.about.start()));
        for (id, state) in starts.chain([claimable]) {
            let position = CATALOGUE.find(id).unwrap().parse(state).unwrap();
            let parts = parts(&*position);
            for depth in 0..=3 {
                assert_eq!(count(&*position, &parts, depth), position.perft(depth), "{id}: {depth}");
            }
        }
    }
}
