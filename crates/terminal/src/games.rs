//! `plyd games`: the list of games.

use clap::Args;
use plyd_games::Catalogue;
use plyd_wire::GameList;

use crate::{print, write_out};

/// How to print the list.
#[derive(Clone, Debug, Args)]
pub struct GamesOptions {
    /// Print the service's JSON answer instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Prints the id and the title of each game.
///
/// # Errors
/// A sentence, if the output fails.
pub(crate) fn games(catalogue: Catalogue, options: &GamesOptions) -> Result<(), String> {
    if options.json {
        return print(&GameList::new(catalogue));
    }
    let width = catalogue.iter().map(|game| game.id.len()).max().unwrap_or(0);
    let line = |(id, title): (&str, &str)| format!("{id:<width$}  {title}\n");
    write_out(&catalogue.iter().map(|game| line((game.id, game.about.title))).collect::<String>())
}
