//! `plyd check`: the laws that hold for every game, for those who write one.

use std::time::Instant;

use clap::Args;

use super::chosen;
use super::progress::Progress;
use crate::games::Catalogue;
use crate::games::laws::{Extent, LAWS};

/// What to check.
#[derive(Clone, Debug, Args)]
pub struct CheckOptions {
    /// One game's id; every game if not given
    pub game: Option<String>,
}

/// Holds games to the laws: a line for each on standard error as it is done, and a line for each game that keeps them
/// all on standard output.
///
/// # Errors
/// A sentence, when there is no such game or a law is broken.
pub(super) fn check(catalogue: Catalogue, options: &CheckOptions) -> Result<(), String> {
    let games = chosen(catalogue, options.game.as_deref())?;
    let progress = Progress::of((games.len() * LAWS.len()) as u64);
    for game in games {
        for law in LAWS {
            progress.tell(format!("{}: {}", game.id, law.name));
            let started = Instant::now();
            let compared = law.check(game, Extent::Full).map_err(|broken| broken.to_string())?;
            progress.say(&format!("{}: {} ({compared} comparisons, {:.1?})", game.id, law.name, started.elapsed()));
            progress.step();
        }
        let kept = format!("{} keeps all {} laws", game.id, LAWS.len());
        progress.print(&kept).map_err(|error| error.to_string())?;
    }
    Ok(())
}
