//! `plyd check`: checks games against the laws that every game has to keep. It is for authors of games.

use std::time::Instant;

use clap::Args;

use crate::{chosen, progress, say, write_out};
use plyd_games::Catalogue;
use plyd_games::laws::{Extent, LAWS};

/// The games to check.
#[derive(Clone, Debug, Args)]
pub struct CheckOptions {
    /// The id of one game; by default all games are checked
    pub game: Option<String>,
}

/// Checks games. Prints a line for each law to standard error, and a line for each game that keeps all laws to standard
/// output.
///
/// # Errors
/// A sentence, if there is no such game or a law is broken.
pub(crate) fn check(catalogue: Catalogue, options: &CheckOptions) -> Result<(), String> {
    let games = chosen(catalogue, options.game.as_deref())?;
    let bar = progress((games.len() * LAWS.len()) as u64);
    for game in games {
        for law in LAWS {
            bar.set_message(format!("{}: {}", game.id, law.name));
            let started = Instant::now();
            let compared = law.check(game, Extent::Full).map_err(|broken| broken.to_string())?;
            say(&bar, &format!("{}: {} ({compared} comparisons, {:.1?})", game.id, law.name, started.elapsed()));
            bar.inc(1);
        }
        bar.suspend(|| write_out(&format!("{} keeps all {} laws\n", game.id, LAWS.len())))?;
    }
    Ok(())
}
