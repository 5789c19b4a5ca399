//! `plyd record`: reads the record of a game and writes it in any format.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::{game, print, write_out};
use plyd_games::catalogue::Game;
use plyd_games::record::{Draft, Format, Record, RecordError, RecordFault, WriteError};
use plyd_games::{Catalogue, nearest};
use plyd_search::Stop;
use plyd_wire::{RecordReport, record_format};

/// The record to read, and what to print.
#[derive(Clone, Debug, Args)]
pub struct RecordOptions {
    /// The record
    #[command(flatten)]
    pub source: RecordSource,
    /// The format to write the game in; the record's own if not given
    #[arg(long)]
    pub to: Option<String>,
    /// Print the answer of the service instead of a record
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
}

/// A record in a file.
#[derive(Clone, Debug, Args)]
pub struct RecordSource {
    /// The file, or - for standard input
    pub file: PathBuf,
    /// The game's id; not needed if the record can only mean one game
    #[arg(long)]
    pub game: Option<String>,
    /// The format of the record: pgn, pdn, sgf, transcript or moves; recognised by the text if not given
    #[arg(long)]
    pub format: Option<String>,
}

/// Reads a record and prints it in another format, or prints the answer of the service.
///
/// # Errors
/// A sentence with the file, the line and the column of the first fault, or with what the other format cannot express.
pub(crate) fn record(catalogue: Catalogue, options: &RecordOptions) -> Result<(), String> {
    let file = &options.source.file;
    let (game, record) = options.source.load(catalogue)?;
    if options.json {
        return print(&RecordReport::new(game, record));
    }
    let to = record_format(game, options.to.as_deref()).map_err(|refusal| format!("--to: {}", refusal.detail))?;
    let format = to.unwrap_or(record.format);
    let mut left_out = skipped(&record);
    let (mut tags, mut comments, mut result) = (&record.tags[..], &record.comments, record.result.as_deref());
    let none = BTreeMap::new();
    if matches!(format, Format::Moves | Format::Transcript) {
        left_out.extend([counted(tags.len(), "tags"), counted(comments.len(), "comments")].into_iter().flatten());
        if record.standing.outcome.is_none() {
            left_out.extend(result.filter(|result| *result != "*").map(|result| format!("the result {result}")));
        }
        (tags, comments, result) = (&[], &none, None);
    }
    let draft = Draft { tags, result, comments, ..record.draft() };
    let written = game.write_record(&draft, format, None, &Stop::default()).map_err(|error| match error {
        WriteError::Fault(fault) => format!("{} as {}: {fault}", name(file), format.name()),
        WriteError::Stopped(stopped) => stopped.to_string(),
    })?;
    if !left_out.is_empty() {
        // `eprintln!` would panic if standard error is closed.
        let _ = writeln!(io::stderr(), "plyd: {}: left out: {}", name(file), left_out.join(", "));
    }
    write_out(&format!("{}\n", written.trim_end_matches('\n')))
}

/// The parts of the text that were skipped.
fn skipped(record: &Record) -> Vec<String> {
    let parts = record.skipped.counts().into_iter().filter_map(|(name, count)| counted(count, name));
    parts.chain(counted(record.more, "more games")).collect()
}

/// A number of things in words, if there are any.
fn counted(count: usize, things: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(match things.strip_suffix("ies") {
            Some(stem) => format!("1 {stem}y"),
            None => format!("1 {}", things.trim_end_matches('s')),
        }),
        _ => Some(format!("{count} {things}")),
    }
}

impl RecordSource {
    /// Reads the record; see [`load`].
    ///
    /// # Errors
    /// The same as of [`load`].
    pub(crate) fn load(&self, catalogue: Catalogue) -> Result<(&'static Game, Record), String> {
        load(catalogue, &self.file, self.game.as_deref(), self.format.as_deref())
    }
}

/// Reads the record in a file. Returns the game and what the record contains. If no game is given, it is the only game
/// of the catalogue that can read the record.
///
/// # Errors
/// A sentence with the file, the line and the column of the fault, or with the games that the record may belong to.
pub(crate) fn load(
    catalogue: Catalogue,
    file: &Path,
    id: Option<&str>,
    format: Option<&str>,
) -> Result<(&'static Game, Record), String> {
    let text = text_of(file).map_err(|error| format!("{}: {error}", name(file)))?;
    let Some(id) = id else { return guess(catalogue, file, &text, format) };
    let game = game(catalogue, id)?;
    let format = record_format(game, format).map_err(|refusal| format!("--format: {}", refusal.detail))?;
    let record = read(game, &text, format).map_err(|fault| placed(file, &fault))?;
    Ok((game, record))
}

/// Tries to read the record as a record of each game.
fn guess(
    catalogue: Catalogue,
    file: &Path,
    text: &str,
    format: Option<&str>,
) -> Result<(&'static Game, Record), String> {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for game in catalogue.iter() {
        let Ok(format) = record_format(game, format) else { continue };
        match read(game, text, format) {
            Ok(record) => found.push((game, record)),
            Err(fault) => faults.push((fault, game)),
        }
    }
    if found.len() > 1 {
        let names: Vec<&str> = found.iter().map(|(game, _)| game.id).collect();
        let names = names.join(", ");
        return Err(format!("{}: this can be a record of {names}; --game says of which", name(file)));
    }
    if let Some(only) = found.pop() {
        return Ok(only);
    }
    // Assume the game that can read most of the record.
    let farthest = |fault: &RecordFault| (fault.ply, fault.line, fault.column);
    faults.sort_by_key(|(fault, _)| Reverse(farthest(fault)));
    match &faults[..] {
        [] => {
            let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            let format = format.unwrap_or_default();
            let meant = nearest(format, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
            Err(format!("--format: no game has records in {format:?}, expected one of {}{meant}", names.join(", ")))
        }
        [(fault, game), rest @ ..] if rest.first().is_none_or(|(next, _)| farthest(next) < farthest(fault)) => {
            Err(format!("{} (read as {}; --game names another game)", placed(file, fault), game.id))
        }
        _ => {
            let told: String = one_of_each_format(&faults).map(|(fault, id)| format!("\n  as {id}: {fault}")).collect();
            Err(format!("{}: no game is clearly meant by this record; --game says of which it is{told}", name(file)))
        }
    }
}

/// For each format but plain lists of moves, the fault that one game has found.
fn one_of_each_format<'a>(
    faults: &'a [(RecordFault, &'static Game)],
) -> impl Iterator<Item = (&'a RecordFault, &'static str)> {
    let mut told = vec![Format::Moves];
    faults.iter().filter_map(move |(fault, game)| {
        let format = game.record_formats()[0];
        let is_new = !told.contains(&format);
        told.push(format);
        is_new.then_some((fault, game.id))
    })
}

/// Reads a record without a time limit.
fn read(game: &Game, text: &str, format: Option<Format>) -> Result<Record, RecordFault> {
    game.read_record(text, format, None, &Stop::default()).map_err(|error| match error {
        RecordError::Fault(fault) => fault,
        RecordError::Stopped(_) => unreachable!("nothing stops it"),
    })
}

/// The text of a file, or of standard input for `-`. Text that is not UTF-8 is read as Latin-1, the encoding of older
/// PGN.
fn text_of(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// The name of a file in messages.
fn name(file: &Path) -> Cow<'_, str> {
    if file == Path::new("-") { "<stdin>".into() } else { file.to_string_lossy() }
}

/// A fault in the format of compilers, so that editors can jump to it.
fn placed(file: &Path, fault: &RecordFault) -> String {
    format!("{}:{}:{}: {}", name(file), fault.line, fault.column, fault.detail)
}
