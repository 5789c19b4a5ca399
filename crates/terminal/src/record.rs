//! `plyd record`: reads the record of a game and writes it in any format.

use std::io::Write;
use std::path::Path;

use clap::Args;

use crate::record_file::{RecordSource, name, placed};
use crate::{print, stderr, write_out};
use plyd_games::Catalogue;
use plyd_games::record::{Draft, Record, WriteError};
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
    let (mut tags, mut comments, mut result) = (record.tags.clone(), record.comments.clone(), record.result.as_deref());
    let written = loop {
        let draft = Draft { tags: &tags, result, comments: &comments, ..record.draft() };
        let fault = match game.write_record(&draft, format, None, &Stop::default()) {
            Ok(written) => break written,
            Err(WriteError::Stopped(stopped)) => return Err(stopped.to_string()),
            Err(WriteError::Fault(fault)) => fault,
        };
        // What the format cannot express is left out. With the result, its tags are left out too, because the result
        // would otherwise be taken from them.
        match fault.field.split_once('.').unwrap_or((&fault.field, "")) {
            ("tags", wrong) if tags.iter().any(|(name, _)| name == wrong) => tags.retain(|(name, _)| name != wrong),
            ("comments", ply) if ply.parse().is_ok_and(|ply| comments.remove(&ply).is_some()) => {}
            ("result", _) if result.is_some() => {
                result = None;
                tags.retain(|(name, _)| !["Result", "RE"].contains(&name.as_str()));
            }
            _ => return Err(format!("{} as {}: {fault}", name(file), format.name())),
        }
    };
    let mut left_out = skipped(&record);
    left_out.extend(counted(record.tags.len() - tags.len(), "tags"));
    left_out.extend(counted(record.comments.len() - comments.len(), "comments"));
    left_out.extend(record.result.as_deref().filter(|_| result.is_none()).map(|result| format!("the result {result}")));
    warn(file, &record);
    if !left_out.is_empty() {
        let _ = writeln!(stderr(), "plyd: {}: left out: {}", name(file), left_out.join(", "));
    }
    write_out(&format!("{}\n", written.trim_end_matches('\n')))
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

/// The parts of the text that were skipped.
fn skipped(record: &Record) -> Vec<String> {
    let parts = record.skipped.counts().into_iter().filter_map(|(name, count)| counted(count, name));
    parts.chain(counted(record.more, "more games")).collect()
}

/// `things (count)`; `None` if there are none.
fn counted(count: usize, things: &str) -> Option<String> {
    (count > 0).then(|| format!("{things} ({count})"))
}
