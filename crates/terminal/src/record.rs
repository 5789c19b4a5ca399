//! `plyd record`: reads the record of a game and writes it in any format.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::games_of_file::{GamesOfFile, Place, name};
use crate::{game, print, stderr, write_out};
use plyd_games::catalogue::Game;
use plyd_games::record::{Draft, Format, Games, Record, RecordError, RecordFault, WriteError};
use plyd_games::{Catalogue, nearest};
use plyd_operations::record_format;
use plyd_search::Stop;
use plyd_wire::RecordReport;

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
    /// The game's id; not needed if the record can only mean one game. Or which of several games in the file, counted
    /// from 1
    #[arg(long, value_name = "ID|N")]
    pub game: Vec<String>,
    /// Read every game of the file and print a line of JSON for each
    #[arg(long)]
    pub all: bool,
    /// The format of the record: pgn, pdn, sgf, ggf, psq, hexworld, transcript or moves; recognised by the text if not
    /// given
    #[arg(long)]
    pub format: Option<String>,
}

/// Reads a record and prints it in another format, or prints the answer of the service.
///
/// # Errors
/// A sentence with the file, the line and the column of the first fault, or with what the other format cannot express.
pub(crate) fn record(catalogue: Catalogue, options: &RecordOptions) -> Result<(), String> {
    let file = &options.source.file;
    if options.source.all {
        return options.source.each(catalogue, &mut |game, record| print(&RecordReport::new(game, record)));
    }
    let (game, record) = options.source.load(catalogue)?;
    if options.json {
        return print(&RecordReport::new(game, record));
    }
    let to = record_format(game, options.to.as_deref()).map_err(|refusal| format!("--to: {}", refusal.detail))?;
    let format = to.unwrap_or(record.format);
    let mut left_out = skipped(&record);
    let (mut tags, mut comments, mut result) = (record.tags.clone(), &record.comments, record.result.as_deref());
    let none = BTreeMap::new();
    let keeps = |name: &str| match format {
        Format::Moves | Format::Transcript | Format::HexWorld => false,
        Format::Psq => ["Black", "White"].contains(&name),
        _ => true,
    };
    let count = tags.len();
    tags.retain(|(name, _)| keeps(name));
    left_out.extend(counted(count - tags.len(), "tags"));
    if !matches!(format, Format::Pgn | Format::Pdn | Format::Sgf) {
        left_out.extend(counted(comments.len(), "comments"));
        comments = &none;
    }
    if format.is_bare() || format == Format::Psq {
        let by_agreement = result.filter(|result| *result != "*" && record.standing.outcome.is_none());
        left_out.extend(by_agreement.map(|result| format!("the result {result}")));
        result = None;
    }
    let draft = Draft { tags: &tags, result, comments, ..record.draft() };
    let written = game.write_record(&draft, format, None, &Stop::default()).map_err(|error| match error {
        WriteError::Fault(fault) => format!("{} as {}: {fault}", name(file), format.name()),
        WriteError::Stopped(stopped) => stopped.to_string(),
    })?;
    warn(file, &record);
    if !left_out.is_empty() {
        let _ = writeln!(stderr(), "plyd: {}: left out: {}", name(file), left_out.join(", "));
    }
    write_out(&format!("{}\n", written.trim_end_matches('\n')))
}

/// Reports what was read although it is wrong.
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

/// How many of the first lists of a file may be wrong, if nothing but a list says of which game they are.
const LISTS_TRIED: usize = 8;

impl RecordSource {
    /// Reads the game with the given number, by default the first one.
    ///
    /// # Errors
    /// A sentence with the file, the line and the column of the fault, or with the games that the record may belong to.
    pub(crate) fn load(&self, catalogue: Catalogue) -> Result<(&'static Game, Record), String> {
        let (id, number) = self.named()?;
        let index = number.unwrap_or(1) - 1;
        read_file(catalogue, &self.file, id, self.format.as_deref(), index)
    }

    /// Calls a function with each game of the file. Reports games that cannot be read, and continues with the next one.
    /// The file is read only once, so `games` counts the games up to this one, and `more` is 0.
    ///
    /// # Errors
    /// A sentence that says why the file cannot be read, or how many of its games could not.
    pub fn each(
        &self,
        catalogue: Catalogue,
        see: &mut dyn FnMut(&'static Game, Record) -> Result<(), String>,
    ) -> Result<(), String> {
        let (id, number) = self.named()?;
        if number.is_some() {
            return Err("--all: --game has a number too, expected one of them".to_owned());
        }
        let format = self.format.as_deref();
        let file = GamesOfFile::open(&self.file)?;
        let (mut count, mut wrong) = (0, 0);
        let mut next = |read: Result<(&'static Game, Record), String>| {
            count += 1;
            match read {
                Ok((game, record)) => see(game, Record { games: count, ..record }),
                Err(error) => {
                    wrong += 1;
                    let _ = writeln!(stderr(), "plyd: {error}");
                    Ok(())
                }
            }
        };
        let read = |text: &str, place: Place, id: Option<&str>, format: Option<&str>| {
            read_text(catalogue, &self.file, (text, place, 0), id, format)
        };
        if file.has_separate_games() {
            file.each(&mut |text, place| next(read(text, place, id, format)))?;
        } else {
            let (text, mut place) = (file.whole()?, Place::default());
            match self.lists(catalogue, &text, id) {
                None => next(read(&text, place, id, format))?,
                Some((game, of)) => {
                    for part in Games::new(game, of, &text) {
                        let text = &text[part.range];
                        next(read(text, place, Some(game.id), Some(of.name())))?;
                        place = place.after(text);
                    }
                }
            }
        }
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{}: {wrong} of {count} games cannot be read", name(&self.file))),
        }
    }

    /// The number of games of the file; `None` if they cannot be counted, or only by using up standard input.
    pub(crate) fn count(&self, catalogue: Catalogue) -> Option<usize> {
        if self.file == Path::new("-") {
            return None;
        }
        let file = GamesOfFile::open(&self.file).ok()?;
        if file.has_separate_games() {
            return file.each(&mut |_, _| Ok(())).ok();
        }
        let ((id, _), text) = (self.named().ok()?, file.whole().ok()?);
        let (game, format) = self.lists(catalogue, &text, id)?;
        Some(Games::new(game, format, &text).count())
    }

    /// The game and the format of lists of moves, which only that game knows how to separate. The first list that can be
    /// read tells them.
    fn lists(&self, catalogue: Catalogue, text: &str, id: Option<&str>) -> Option<(&'static Game, Format)> {
        (0..LISTS_TRIED).find_map(|index| {
            let part = (text, Place::default(), index);
            let (game, record) = read_text(catalogue, &self.file, part, id, self.format.as_deref()).ok()?;
            Some((game, record.format))
        })
    }

    /// The id and the number given by `--game`.
    fn named(&self) -> Result<(Option<&str>, Option<usize>), String> {
        let (mut id, mut number) = (None, None);
        for value in &self.game {
            let is_again = match value.parse::<usize>() {
                Ok(0) => return Err("--game: the games of a file are counted from 1, found 0".to_owned()),
                Ok(index) => number.replace(index).is_some(),
                Err(_) => id.replace(value.as_str()).is_some(),
            };
            if is_again {
                return Err(format!("--game: {value:?} is there beside another one, expected an id, a number or both"));
            }
        }
        Ok((id, number))
    }
}

/// Reads the game of this index in a file. Returns the game and what the record contains. If no game is given, it is the
/// only game of the catalogue that can read the record.
///
/// # Errors
/// A sentence with the file, the line and the column of the fault, or with the games that the record may belong to.
pub(crate) fn read_file(
    catalogue: Catalogue,
    path: &Path,
    id: Option<&str>,
    format: Option<&str>,
    index: usize,
) -> Result<(&'static Game, Record), String> {
    let file = GamesOfFile::open(path)?;
    if !file.has_separate_games() {
        let text = file.whole()?;
        return read_text(catalogue, path, (&text, Place::default(), index), id, format);
    }
    let (mut found, mut at) = (None, 0);
    let count = file.each(&mut |text, place| {
        if at == index {
            found = Some(read_text(catalogue, path, (text, place, 0), id, format)?);
        }
        at += 1;
        Ok(())
    })?;
    match found {
        Some((game, record)) => Ok((game, Record { games: count, more: count - index - 1, ..record })),
        None => Err(no_such_game(path, count)),
    }
}

fn no_such_game(path: &Path, count: usize) -> String {
    format!("{}: --game: the file has {count} games, expected a number from 1 to {count}", name(path))
}

/// A text, its place in the file, and which of its games is meant.
type Part<'a> = (&'a str, Place, usize);

/// Reads a game of a text.
fn read_text(
    catalogue: Catalogue,
    path: &Path,
    part: Part<'_>,
    id: Option<&str>,
    format: Option<&str>,
) -> Result<(&'static Game, Record), String> {
    let (game, mut record) = match id {
        None => guess(catalogue, path, part, format)?,
        Some(id) => {
            let game = game(catalogue, id)?;
            let format = record_format(game, format).map_err(|refusal| format!("--format: {}", refusal.detail))?;
            (game, read(game, part, format).map_err(|wrong| wrong.told(path))?)
        }
    };
    let place = part.1;
    record.warnings = record.warnings.into_iter().map(|warning| place.of(warning)).collect();
    Ok((game, record))
}

/// Tries to read the record as a record of each game.
fn guess(
    catalogue: Catalogue,
    file: &Path,
    part: Part<'_>,
    format: Option<&str>,
) -> Result<(&'static Game, Record), String> {
    let (mut found, mut faults, mut too_few) = (Vec::new(), Vec::new(), None);
    // Cells such as e4 are moves of many games, so move numbers are not taken as a sign of a plain list of moves, nor cells
    // without separators as a sign of a game whose records are usually in another format.
    let is_numbered = Games::format_of_file(part.0).is_some();
    let is_likely = |game: &Game, record: &Record| match record.format {
        _ if format.is_some() => true,
        Format::Moves => !is_numbered,
        Format::Transcript => game.record_formats()[0] == Format::Transcript,
        _ => true,
    };
    for game in catalogue.iter() {
        let Ok(format) = record_format(game, format) else { continue };
        let has_files = game.record_formats().iter().any(|format| !format.is_bare());
        if is_numbered && format.is_none() && !has_files {
            continue;
        }
        match read(game, part, format) {
            Ok(record) if is_likely(game, &record) => found.push((game, record)),
            Ok(_) => {}
            Err(Wrong::Fault(fault)) => faults.push((fault, game)),
            // Another game may read several games in the same text.
            Err(few @ Wrong::NoSuchGame(_)) => too_few = Some(few),
        }
    }
    // A transcript that a game reads is unlikely to be a list of another game's moves.
    let is_transcript = |(_, record): &(&Game, Record)| record.format == Format::Transcript;
    if found.iter().filter(|found| is_transcript(found)).count() == 1 {
        found.retain(is_transcript);
    }
    if found.len() > 1 {
        let names: Vec<&str> = found.iter().map(|(game, _)| game.id).collect();
        let names = names.join(", ");
        return Err(format!("{}: this can be a record of {names}; --game says of which", name(file)));
    }
    if let Some(only) = found.pop() {
        return Ok(only);
    }
    if let Some(few) = too_few {
        return Err(few.told(file));
    }
    // A text with tags or move numbers is most likely in a format that has these, if a game has such a format.
    let has_movetext =
        |game: &Game| game.record_formats().iter().any(|format| matches!(format, Format::Pgn | Format::Pdn));
    if Games::format_of_file(part.0) == Some(Format::Pgn) && faults.iter().any(|(_, game)| has_movetext(game)) {
        faults.retain(|(_, game)| has_movetext(game));
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

/// A game that was not read.
enum Wrong {
    Fault(RecordFault),
    NoSuchGame(usize),
}

impl Wrong {
    fn told(&self, path: &Path) -> String {
        match self {
            Self::Fault(fault) => placed(path, fault),
            Self::NoSuchGame(count) => no_such_game(path, *count),
        }
    }
}

/// Reads a record without a time limit.
fn read(game: &Game, (text, place, index): Part<'_>, format: Option<Format>) -> Result<Record, Wrong> {
    game.read_record(text, format, index, None, &Stop::default()).map_err(|error| match error {
        RecordError::Fault(fault) => Wrong::Fault(place.of(fault)),
        RecordError::NoSuchGame(count) => Wrong::NoSuchGame(count),
        RecordError::Stopped(_) => unreachable!("nothing stops it"),
    })
}

/// A fault in the format of compilers, so that editors can jump to it.
fn placed(file: &Path, fault: &RecordFault) -> String {
    format!("{}:{}:{}: {}", name(file), fault.line, fault.column, fault.detail)
}
