//! `plyd review`: a verdict on every move of a recorded game, as a table or as the answer of the service. With `--all`,
//! judges all games of a file and prints a summary.

mod all;
mod judged;
mod options;
mod output;
mod overview;
mod reviewed;
mod table;
mod totals;

use plyd_games::Catalogue;
use plyd_games::catalogue::nearest;

pub use judged::{Heading, JudgedGame};
pub(crate) use options::ReviewOptions;
use reviewed::Reviewed;
pub use reviewed::puzzle_line;
pub use totals::Totals;

use crate::record::{say_left_out, warn};
use crate::record_file::name;
use crate::{paint, print, progress, visible, write_out};

/// Judges the moves of a record, or of each record of a file.
///
/// # Errors
/// A sentence, if the record cannot be read, it is not clear which game of the file is meant, or the review is not
/// possible within its limits.
pub(crate) fn review(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    let source = &options.source;
    let file = source.open(catalogue)?;
    let is_one = source.number.is_some() || file.len() == 1;
    if source.all || options.output.is_some() || options.player.is_some() && !is_one {
        return all::review_all(catalogue, &file, options);
    }
    if !is_one {
        let (name, games) = (name(&source.file), file.len());
        return Err(format!(
            "{name}: the file has {games} games; add --all to judge all of them, or --number N to judge one"
        ));
    }
    let (index, (game, record)) = file.chosen()?;
    warn(&source.file, &record);
    let heading = Heading::new(game, index, &record);
    if let Some(player) = options.player.as_ref().filter(|player| heading.sides_of(game, player) == [false; 2]) {
        return Err(unknown_player(player, &heading.names(game)));
    }
    let reviewed = Reviewed::of(game, &record, &heading, options, &progress(0))?;
    if options.json {
        return print(&reviewed.report()?);
    }
    if options.annotate || options.puzzles {
        let (text, left_out) = reviewed.text(options)?;
        say_left_out(&source.file, &left_out);
        return write_out(&text);
    }
    paint(&reviewed.table(options))
}

/// The error for a player who is none of these.
fn unknown_player(player: &str, known: &[String]) -> String {
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let meant = nearest(player, &names).map_or(String::new(), |near| format!("; did you mean {}?", visible(near)));
    format!("--player: no game has a player {}{meant}", visible(player))
}
