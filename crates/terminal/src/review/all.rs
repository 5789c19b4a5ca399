//! `plyd review --all`: the games of a file, judged by a thread for each core, with one summary at the end.

use serde::Serialize;

use super::judged::{Heading, JudgedGame};
use super::options::ReviewOptions;
use super::output::{Output, fingerprint, limits};
use super::reviewed::Reviewed;
use super::totals::Totals;
use super::unknown_player;
use crate::record_file::{RecordFile, name};
use crate::{ProgressBar, cores, in_order, progress, say, write_out};
use plyd_games::Catalogue;
use plyd_wire::{ReviewReport, to_json};

/// A line of the output: which game it is about and how it was judged, its place in the file, its players and its
/// result, and the answer of the service.
#[derive(Serialize)]
struct ReviewLine<'a> {
    // `output` relies on this being the first field.
    fingerprint: &'a str,
    #[serde(flatten)]
    heading: &'a Heading,
    #[serde(flatten)]
    review: ReviewReport,
}

/// A game of the file.
struct Entry {
    fingerprint: String,
    heading: Heading,
    /// The game as the output has it already.
    kept: Option<JudgedGame>,
}

/// Judges all games of a file. If the options ask for JSON, annotated records or puzzles, prints these game by game in
/// the order of the file. Otherwise prints a summary.
///
/// # Errors
/// A sentence, if the output cannot be resumed or games could not be judged.
pub(super) fn review_all(catalogue: Catalogue, file: &RecordFile<'_>, options: &ReviewOptions) -> Result<(), String> {
    let output = options.output.as_deref().map(|path| Output::open(path, catalogue, options));
    let mut output = output.transpose()?;
    let entries = entries(file, options, output.as_mut())?;
    let had = entries.iter().filter(|entry| entry.as_ref().is_ok_and(|entry| entry.kept.is_some())).count();
    let bar = progress((entries.len() - had) as u64);
    if let Some(text) = output.as_ref().and_then(|output| output.progress(had, entries.len())) {
        say(&bar, &format!("plyd: {text}"));
    }
    let (mut totals, mut wrong, mut printed) = (Totals::new(options.player.as_deref()), 0, Ok(()));
    let mut left = entries.iter();
    let work = |(): &mut (), index: usize| match &entries[index] {
        Ok(Entry { kept: Some(_), .. }) => Ok(None),
        Ok(entry) => judge(catalogue, file, entry, options).map(Some),
        Err(error) => Err(error.clone()),
    };
    in_order(
        cores(),
        entries.len(),
        || (),
        work,
        |judged| {
            match (judged, left.next()) {
                (Ok(None), Some(Ok(Entry { heading, kept: Some(kept), .. }))) => totals.add(heading, kept),
                (Ok(Some((text, left_out, judged))), Some(Ok(Entry { heading, .. }))) => {
                    if !left_out.is_empty() {
                        let number = heading.origin.game_index.map_or(0, |index| index + 1);
                        let name = name(&options.source.file);
                        say(&bar, &format!("plyd: {name}: game {number}: left out: {}", left_out.join(", ")));
                    }
                    printed = match &mut output {
                        Some(output) => output.add(&text),
                        None => bar.suspend(|| write_out(&text)),
                    };
                    totals.add(heading, &judged);
                    bar.inc(1);
                }
                (Err(error), _) => {
                    say(&bar, &format!("plyd: {error}"));
                    wrong += 1;
                    bar.inc(1);
                }
                _ => unreachable!("there is a result for each entry"),
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
        _ => Err(format!("{wrong} of {} games could not be judged", entries.len())),
    }
}

/// The games of the file, or the errors of those that cannot be read. If the options name a player, without the games
/// of others.
///
/// # Errors
/// A sentence, if there is no such player.
fn entries(
    file: &RecordFile<'_>,
    options: &ReviewOptions,
    mut output: Option<&mut Output>,
) -> Result<Vec<Result<Entry, String>>, String> {
    let (limits, mut entries, mut others) = (limits(options), Vec::with_capacity(file.len()), Vec::new());
    let read = |(): &mut (), index: usize| {
        let (game, record) = file.read(index)?;
        Ok((game, Heading::new(game, index, &record), fingerprint(game, &record, &limits)))
    };
    in_order(
        cores(),
        file.len(),
        || (),
        read,
        |read| {
            match (read, &options.player) {
                (Ok((game, heading, _)), Some(player)) if heading.sides_of(game, player) == [false; 2] => {
                    others.extend(heading.names(game));
                }
                (Ok((_, heading, fingerprint)), _) => {
                    let kept = output.as_mut().and_then(|output| output.take(&fingerprint, &heading));
                    entries.push(Ok(Entry { fingerprint, heading, kept }));
                }
                (Err(error), _) => entries.push(Err(error)),
            }
            true
        },
    );
    match &options.player {
        Some(player) if !others.is_empty() && !entries.iter().any(Result::is_ok) => {
            Err(unknown_player(player, &others))
        }
        _ => Ok(entries),
    }
}

/// Judges a game. Returns the text to print for it, or its line of the output, what is not in that text, and what the
/// summary needs.
fn judge(
    catalogue: Catalogue,
    file: &RecordFile<'_>,
    entry: &Entry,
    options: &ReviewOptions,
) -> Result<(String, Vec<String>, JudgedGame), String> {
    let index = entry.heading.origin.game_index.expect("it is in a file");
    let (game, record) = file.read(index)?;
    let placed = |error: String| format!("game {}: {error}", index + 1);
    let reviewed = Reviewed::of(game, &record, &entry.heading, options, &ProgressBar::hidden()).map_err(placed)?;
    let (text, left_out) = reviewed.text(options)?;
    let Entry { fingerprint, heading, .. } = entry;
    let line = to_json(&ReviewLine { fingerprint, heading, review: reviewed.report()? }) + "\n";
    let judged = JudgedGame::read(catalogue, &line)?;
    Ok((if options.json || options.output.is_some() { line } else { text }, left_out, judged))
}
