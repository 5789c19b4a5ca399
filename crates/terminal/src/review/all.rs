//! `plyd review --all`: the games of a file, judged by a thread for each core, with one summary at the end.

use serde::Serialize;

use super::options::ReviewOptions;
use super::reviewed::Reviewed;
use super::totals::{Totals, player_tag};
use crate::record_file::RecordFile;
use crate::{ProgressBar, cores, in_order, progress, say, write_out};
use plyd_games::Catalogue;
use plyd_search::position::Side;
use plyd_wire::{ReviewReport, to_json};

/// A line of the output: which game of the file it is, counted from 0, its players, and the answer of the service.
#[derive(Serialize)]
struct ReviewLine {
    game_index: usize,
    players: [Option<String>; 2],
    #[serde(flatten)]
    review: ReviewReport,
}

/// Judges all games of a file. If the options ask for JSON, annotated records or puzzles, prints these game by game in
/// the order of the file. Otherwise prints a summary.
///
/// # Errors
/// A sentence, if the file cannot be read or games could not be judged.
pub(super) fn review_all(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    let file = options.source.open(catalogue)?;
    let bar = progress(file.len() as u64);
    let (mut totals, mut wrong, mut printed) = (Totals::default(), 0, Ok(()));
    let judge = |(): &mut (), index: usize| judge(&file, index, options);
    in_order(
        cores(),
        file.len(),
        || (),
        judge,
        |judged| {
            bar.inc(1);
            match judged {
                Ok((text, of_game)) => {
                    printed = bar.suspend(|| write_out(&text));
                    totals.add(of_game);
                }
                Err(error) => {
                    say(&bar, &format!("plyd: {error}"));
                    wrong += 1;
                }
            }
            printed.is_ok()
        },
    );
    drop(bar);
    printed?;
    if !(options.json || options.annotate || options.puzzles) {
        write_out(&totals.text())?;
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{wrong} of {} games could not be judged", file.len())),
    }
}

/// Judges a game. Returns the text to print for it, and its part of the summary.
fn judge(file: &RecordFile<'_>, index: usize, options: &ReviewOptions) -> Result<(String, Totals), String> {
    let (game, record) = file.read(index)?;
    let reviewed = Reviewed::of(game, &record, options, &ProgressBar::hidden())
        .map_err(|error| format!("game {}: {error}", index + 1))?;
    let players = [Side::First, Side::Second].map(|side| {
        let name = player_tag(game, record.format, side);
        let named = |(tag, value): &(String, String)| (tag == name && value != "?").then(|| value.clone());
        record.tags.iter().find_map(named).filter(|name| !name.is_empty())
    });
    let totals = Totals::of(index, &reviewed, &players);
    let text = if options.json {
        let line = ReviewLine { game_index: index, players, review: reviewed.report()? };
        to_json(&line) + "\n"
    } else {
        reviewed.text(options)?
    };
    Ok((text, totals))
}
