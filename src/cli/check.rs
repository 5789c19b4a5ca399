//! `plyd check`: the laws that hold for every game, for those who write one.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;

use super::chosen;
use crate::games::Catalogue;
use crate::games::laws::LAWS;

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
    for game in chosen(catalogue, options.game.as_deref())? {
        for law in LAWS {
            let started = Instant::now();
            let compared = law.check(game).map_err(|broken| broken.to_string())?;
            // Nobody has to read along.
            let _ =
                writeln!(io::stderr(), "{}: {} ({compared} comparisons, {:.1?})", game.id, law.name, started.elapsed());
        }
        writeln!(io::stdout(), "{} keeps all {} laws", game.id, LAWS.len()).map_err(|error| error.to_string())?;
    }
    Ok(())
}
