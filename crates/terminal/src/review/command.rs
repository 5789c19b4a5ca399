//! The command, which reads the record, judges it and prints the review.

use super::all::review_all;
use super::options::ReviewOptions;
use super::reviewed::Reviewed;
use crate::progress::Progress;
use crate::record::warn;
use crate::{output_failure, paint, print, write_out};
use plyd_games::Catalogue;

/// Judges the moves of a record, or of each record of a file.
///
/// # Errors
/// A sentence, if the record cannot be read or the review is not possible within its limits.
pub(crate) fn review(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    if options.source.all {
        return review_all(catalogue, options);
    }
    let (game, record) = options.source.load(catalogue)?;
    warn(&options.source.file, &record);
    let reviewed = Reviewed::of(game, &record, options, &|count| Progress::of(count as u64))?;
    if options.json {
        return print(&reviewed.report()?);
    }
    if options.annotate || options.puzzles {
        return write_out(&reviewed.text(options)?);
    }
    paint(&reviewed.table(options)).map_err(|error| output_failure(&error))
}
