//! `plyd review`: a verdict on every move of a recorded game, as a table or as the answer of the service. With `--all`,
//! judges all games of a file and prints a summary.

mod all;
mod options;
mod overview;
mod reviewed;
mod table;
mod totals;

use plyd_games::Catalogue;

pub(crate) use options::ReviewOptions;
use reviewed::Reviewed;

use crate::record::warn;
use crate::{paint, print, progress, write_out};

/// Judges the moves of a record, or of each record of a file.
///
/// # Errors
/// A sentence, if the record cannot be read or the review is not possible within its limits.
pub(crate) fn review(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    if options.source.all {
        return all::review_all(catalogue, options);
    }
    let (game, record) = options.source.load(catalogue)?;
    warn(&options.source.file, &record);
    let reviewed = Reviewed::of(game, &record, options, &progress(0))?;
    if options.json {
        return print(&reviewed.report()?);
    }
    if options.annotate || options.puzzles {
        return write_out(&reviewed.text(options)?);
    }
    paint(&reviewed.table(options))
}
