//! `plyd record`: reads the record of a game and writes it in any format.

use std::io::Write;
use std::path::Path;

use clap::Args;

use crate::record_file::{RecordSource, name, placed};
use crate::{print, stderr, write_out};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::{Draft, Format, Record, WriteError};
use plyd_operations::record_format;
use plyd_search::Stop;
use plyd_wire::RecordReport;

/// The record to read, and what to print.
#[derive(Clone, Debug, Args)]
pub struct RecordOptions {
    /// The record
    #[command(flatten)]
    pub source: RecordSource,
    /// The format to write the game in; by default the record's own
    #[arg(long)]
    pub to: Option<String>,
    /// Print the service's JSON answer instead of a record
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
}

/// Reads a record and prints it in another format, or prints the answer of the service.
///
/// # Errors
/// A sentence with the file, the line and the column of the first fault, or with what the other format cannot express.
pub(crate) fn record(catalogue: Catalogue, options: &RecordOptions) -> Result<(), String> {
    let file = &options.source.file;
    if options.source.all {
        return options.source.open(catalogue)?.each(&mut |game, record| print(&RecordReport::new(game, record)));
    }
    let (game, record) = options.source.load(catalogue)?;
    if options.json {
        return print(&RecordReport::new(game, record));
    }
    let to = record_format(game, options.to.as_deref()).map_err(|refusal| format!("--to: {}", refusal.detail))?;
    let format = to.unwrap_or(record.format);
    let fitting = Fitting::write(game, &record.draft(), format);
    let fitting = fitting.map_err(|fault| format!("{} as {}: {fault}", name(file), format.name()))?;
    let mut left_out = skipped(&record);
    left_out.extend(counted(fitting.tags.len(), "tags"));
    left_out.extend(counted(fitting.comments, "comments"));
    left_out.extend(fitting.result.map(|result| format!("the result {result}")));
    let lost = record.annotations.lost_in(format, &record.tags);
    left_out.extend(lost.iter().filter_map(|lost| counted(lost.count, lost.what)));
    warn(file, &record);
    say_left_out(file, &left_out);
    write_out(&format!("{}\n", fitting.text.trim_end_matches('\n')))
}

/// A record, and what was left out because the format cannot express it.
pub(crate) struct Fitting {
    pub(crate) text: String,
    /// The names of the tags.
    pub(crate) tags: Vec<String>,
    /// The number of comments.
    comments: usize,
    pub(crate) result: Option<String>,
}

impl Fitting {
    /// Writes what the format can express.
    ///
    /// # Errors
    /// A sentence about the state or the moves, which cannot be left out.
    pub(crate) fn write(game: &Game, draft: &Draft<'_>, format: Format) -> Result<Self, String> {
        let (mut tags, mut comments, mut result) = (draft.tags.to_vec(), draft.comments.clone(), draft.result);
        let mut lost = Vec::new();
        loop {
            let fitted = Draft { tags: &tags, result, comments: &comments, ..*draft };
            let fault = match game.write_record(&fitted, format, None, &Stop::default()) {
                Ok(text) => {
                    let comments = draft.comments.len() - comments.len();
                    let result = draft.result.filter(|_| result.is_none()).map(str::to_owned);
                    return Ok(Self { text, tags: lost, comments, result });
                }
                Err(WriteError::Stopped(stopped)) => return Err(stopped.to_string()),
                Err(WriteError::Fault(fault)) => fault,
            };
            let mut drop_tags = |names: &[&str]| {
                let dropped: Vec<_> = tags.extract_if(.., |(name, _)| names.contains(&name.as_str())).collect();
                let is_any = !dropped.is_empty();
                lost.extend(dropped.into_iter().map(|(name, _)| name));
                is_any
            };
            match fault.field.split_once('.').unwrap_or((&fault.field, "")) {
                ("tags", wrong) if drop_tags(&[wrong]) => {}
                ("comments", ply) if ply.parse().is_ok_and(|ply| comments.remove(&ply).is_some()) => {}
                // The tags of the result are left out with it, because it would otherwise be taken from them.
                ("result", _) if result.is_some() => {
                    result = None;
                    drop_tags(&["Result", "RE"]);
                }
                _ => return Err(fault.to_string()),
            }
        }
    }
}

/// Prints the warnings about a record, and says where the rules ended the game if moves follow.
pub(crate) fn warn(file: &Path, record: &Record) {
    for warning in &record.warnings {
        let _ = writeln!(stderr(), "plyd: {}", placed(file, warning));
    }
    if let Some(ply) = record.ended_at {
        let _ = writeln!(stderr(), "plyd: {}: the rules ended the game after {ply} plies", name(file));
    }
}

/// Says what is not in the output.
pub(crate) fn say_left_out(file: &Path, left_out: &[String]) {
    if !left_out.is_empty() {
        let _ = writeln!(stderr(), "plyd: {}: left out: {}", name(file), left_out.join(", "));
    }
}

/// The parts of the text that were skipped.
fn skipped(record: &Record) -> Vec<String> {
    let parts = record.skipped.counts().into_iter().filter_map(|(name, count)| counted(count, name));
    parts.chain(counted(record.more, "more games")).collect()
}

/// `things (count)`; `None` if there are none.
pub(crate) fn counted(count: usize, things: &str) -> Option<String> {
    (count > 0).then(|| format!("{things} ({count})"))
}
