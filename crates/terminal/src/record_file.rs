//! Files of records: separates their games, and finds out which game of the catalogue they belong to.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use encoding_rs::SHIFT_JIS;

use crate::{game, stderr};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Games, Record, RecordError, RecordFault, possible_games, without_wrapping};
use plyd_operations::record_format;
use plyd_search::Stop;

/// The largest file in bytes, because it is kept in memory.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// A record in a file.
#[derive(Clone, Debug, Args)]
pub struct RecordSource {
    /// The file, or - for standard input
    pub file: PathBuf,
    /// The game's id; needed only if the record could belong to several games
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
    /// Which game of the file to read, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// Read all games of the file and print a line of JSON for each
    #[arg(long, conflicts_with = "number")]
    pub all: bool,
    /// The format of the record; by default recognised from the text
    #[arg(long, value_parser = PossibleValuesParser::new(Format::ALL.map(Format::name)))]
    pub format: Option<String>,
}

/// The games of a file.
pub struct RecordFile<'a> {
    catalogue: Catalogue,
    source: &'a RecordSource,
    text: String,
    /// For each game, the lines before it, and its place in the text.
    parts: Vec<(usize, Range<usize>)>,
    /// If the file has plain lists of moves: the game and the format. Only the game can separate such lists.
    lists: Option<(&'static Game, Format)>,
}

impl RecordSource {
    /// The first game of a file. `game` is the id of the game that was played, if it is known.
    #[must_use]
    pub const fn first(file: PathBuf, game: Option<String>) -> Self {
        Self { file, game, number: None, all: false, format: None }
    }

    /// Reads the chosen game, see [`RecordFile::chosen`].
    ///
    /// # Errors
    /// As [`RecordFile::chosen`], and if the file cannot be read.
    pub(crate) fn load(&self, catalogue: Catalogue) -> Result<(&'static Game, Record), String> {
        Ok(self.open(catalogue)?.chosen()?.1)
    }

    /// Reads the file and separates its games.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read.
    pub fn open(&self, catalogue: Catalogue) -> Result<RecordFile<'_>, String> {
        let named = |wrong| format!("{}: {wrong}", name(&self.file));
        self.separate(catalogue, &bytes_of(&self.file).map_err(named)?)
    }

    /// Separates the games of a file with this content.
    ///
    /// # Errors
    /// A sentence, if the content is not a text.
    pub fn separate(&self, catalogue: Catalogue, content: &[u8]) -> Result<RecordFile<'_>, String> {
        let text = text_of(content).map_err(|wrong| format!("{}: {wrong}", name(&self.file)))?;
        let unwrapped = match without_wrapping(&text) {
            Cow::Owned(unwrapped) => Some(unwrapped),
            Cow::Borrowed(_) => None,
        };
        let text = unwrapped.unwrap_or(text);
        let mut file = RecordFile { catalogue, source: self, parts: vec![(0, 0..text.len())], lists: None, text };
        let games = match Games::format_of_file(&file.text) {
            Some(format) => Games::of_format(format, &file.text),
            None => {
                let Ok((game, first)) = file.read(0) else { return Ok(file) };
                file.lists = Some((game, first.format));
                Games::new(game, first.format, &file.text)
            }
        };
        let mut line = 0;
        let placed = games.map(|part| {
            let begin = line;
            line += file.text[part.range.clone()].matches('\n').count();
            (begin, part.range)
        });
        file.parts = placed.collect();
        Ok(file)
    }
}

impl RecordFile<'_> {
    /// The number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.parts.len()
    }

    /// The text of the game with this index.
    #[must_use]
    pub fn text(&self, index: usize) -> &str {
        &self.text[self.parts[index].1.clone()]
    }

    /// Reads the game with the given number, by default the first. Returns its index in the file, the game and what the
    /// record contains. If no game is named, the record has to mean exactly one game of the catalogue.
    ///
    /// # Errors
    /// A sentence with the file, the line and the column of the fault, or with the games that the record may belong to.
    pub(crate) fn chosen(&self) -> Result<(usize, (&'static Game, Record)), String> {
        let (number, count) = (self.source.number.unwrap_or(1) as usize, self.len());
        if number > count {
            let name = name(&self.source.file);
            return Err(format!("{name}: the file has {count} games, expected a --number from 1 to {count}"));
        }
        Ok((number - 1, self.read(number - 1)?))
    }

    /// Reads the game with this index.
    ///
    /// # Errors
    /// As [`RecordFile::chosen`].
    pub fn read(&self, index: usize) -> Result<(&'static Game, Record), String> {
        let format = self.source.format.as_deref();
        let (game, mut record) = match (self.lists, &self.source.game) {
            (Some((game, format)), _) => (game, self.read_as(game, Some(format), index).map_err(|f| self.placed(&f))?),
            (None, Some(id)) => {
                let game = game(self.catalogue, id)?;
                let format = record_format(game, format).map_err(|refusal| format!("--format: {}", refusal.detail))?;
                (game, self.read_as(game, format, index).map_err(|fault| self.placed(&fault))?)
            }
            (None, None) => self.guess(format, index)?,
        };
        for warning in &mut record.warnings {
            warning.line += self.parts[index].0;
        }
        let games = self.len();
        Ok((game, Record { games, more: games - index - 1, ..record }))
    }

    /// Calls a function with each game. Reports games that cannot be read, and continues with the next one.
    ///
    /// # Errors
    /// A sentence that says how many games cannot be read, or the error of the function.
    pub fn each(&self, see: &mut dyn FnMut(&'static Game, Record) -> Result<(), String>) -> Result<(), String> {
        let mut wrong = 0;
        for index in 0..self.len() {
            match self.read(index) {
                Ok((game, record)) => see(game, record)?,
                Err(error) => {
                    wrong += 1;
                    let _ = writeln!(stderr(), "plyd: {error}");
                }
            }
        }
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{}: {wrong} of {} games could not be read", name(&self.source.file), self.len())),
        }
    }

    /// Tries to read a game as a record of each game of the catalogue that its tag `Variant` allows.
    fn guess(&self, format: Option<&str>, index: usize) -> Result<(&'static Game, Record), String> {
        let (file, text) = (name(&self.source.file), self.text(index));
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        // Cells such as e4 are moves of many games. So a text with move numbers is not taken for a plain list of moves,
        // and cells without separators are taken for a transcript only in games that usually have transcripts.
        let format_of_file = Games::format_of_file(text);
        // Tags and moves are usual in chess and draughts, so a text that has them has to name another game.
        let is_likely = |game: &Game, record: &Record| match record.format {
            Format::Pgn if game.record_formats()[0] != Format::Pgn => self.named(record) == Some(game.id),
            _ if format.is_some() => true,
            Format::Moves => format_of_file.is_none(),
            Format::Transcript => game.record_formats()[0] == Format::Transcript,
            _ => true,
        };
        for game in possible_games(self.catalogue, text) {
            let Ok(format) = record_format(game, format) else { continue };
            if is_japanese(format_of_file)
                && format_of_file.is_none_or(|format| !game.record_formats().contains(&format))
            {
                continue;
            }
            match self.read_as(game, format, index) {
                Ok(record) if self.named(&record).is_some_and(|named| named != game.id) => {}
                Ok(record) if is_likely(game, &record) => found.push((game, record)),
                Ok(_) => {}
                Err(fault) => faults.push((fault, game)),
            }
        }
        // A transcript that a game reads is unlikely to be a list of another game's moves.
        let is_transcript = |(_, record): &(&Game, Record)| record.format == Format::Transcript;
        if found.iter().filter(|found| is_transcript(found)).count() == 1 {
            found.retain(is_transcript);
        }
        if found.len() > 1 {
            let names: Vec<&str> = found.iter().map(|(game, _)| game.id).collect();
            return Err(format!("{file}: this could be a record of {}; use --game to say which", names.join(", ")));
        }
        if let Some(only) = found.pop() {
            return Ok(only);
        }
        // A text with tags or move numbers is most likely PGN or PDN, so games with one of these formats are preferred.
        let has_movetext = |game: &Game| matches!(game.record_formats()[0], Format::Pgn | Format::Pdn);
        if format_of_file == Some(Format::Pgn) && faults.iter().any(|(_, game)| has_movetext(game)) {
            faults.retain(|(_, game)| has_movetext(game));
        }
        // Assume the game that can read most of the record.
        let farthest = |fault: &RecordFault| (fault.ply, fault.line, fault.column);
        faults.sort_by_key(|(fault, _)| Reverse(farthest(fault)));
        match &faults[..] {
            [(fault, game), rest @ ..] if rest.first().is_none_or(|(next, _)| farthest(next) < farthest(fault)) => {
                Err(format!("{} (read as {}; use --game for another game)", self.placed(fault), game.id))
            }
            _ => Err(format!("{file}: cannot tell which game this record is from; use --game")),
        }
    }

    /// The id of the game that the tag Game names, if it is a game of the catalogue.
    fn named(&self, record: &Record) -> Option<&'static str> {
        let (_, name) = record.tags.iter().find(|(tag, _)| tag == "Game")?;
        self.catalogue.find(&name.replace(' ', "-")).ok().map(|game| game.id)
    }

    /// Reads a game as a record of this game, without a time limit. The line of a fault is counted from the start of
    /// the file.
    fn read_as(&self, game: &Game, format: Option<Format>, index: usize) -> Result<Record, RecordFault> {
        let (line, range) = self.parts[index].clone();
        let record = game.read_record(&self.text[range], format, 0, None, &Stop::default());
        record.map_err(|error| match error.naming(self.catalogue) {
            RecordError::Fault(mut fault) => {
                fault.line += line;
                fault
            }
            RecordError::NoSuchGame(_) | RecordError::Stopped(_) => {
                unreachable!("it is the first game, without a limit")
            }
        })
    }

    fn placed(&self, fault: &RecordFault) -> String {
        placed(&self.source.file, fault)
    }
}

/// The first bytes of compressed files.
const COMPRESSED: [(&[u8], &str); 5] = [
    (&[0x1f, 0x8b], "gzip"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"),
    (b"BZh", "bzip2"),
    (b"PK\x03\x04", "zip"),
    (&[0xfd, b'7', b'z', b'X', b'Z'], "xz"),
];

/// The content of a file.
///
/// # Errors
/// A sentence without the name of the file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::IsADirectory => "this is a folder, expected a file".to_owned(),
        _ => error.to_string(),
    };
    let source: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).map_err(failed)?),
    };
    source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("the file is larger than {} MiB; split it", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

/// A file's content as text. Records of shogi may be in Shift JIS. In other files, lines that are not in UTF-8 are in
/// Latin-1, as in older files.
///
/// # Errors
/// A sentence without the name of the file.
pub(crate) fn text_of(bytes: &[u8]) -> Result<String, String> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err("the file is UTF-16, expected UTF-8".to_owned());
    }
    if let Some((_, program)) = COMPRESSED.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return Err(format!("the file is compressed by {program}; unpack it first"));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Ok(text) = str::from_utf8(bytes) {
        return Ok(text.to_owned());
    }
    let shift_jis = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = shift_jis.filter(|text| is_japanese(Games::format_of_file(text))) {
        return Ok(text.into_owned());
    }
    let latin = |line: &[u8]| line.iter().copied().map(char::from).collect::<String>();
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let text: String = lines.map(|line| str::from_utf8(line).map_or_else(|_| latin(line).into(), Cow::from)).collect();
    if is_japanese(Games::format_of_file(&text)) {
        return Err("the record is in neither UTF-8 nor Shift JIS; convert it to UTF-8".to_owned());
    }
    Ok(text)
}

/// Whether a format is one of Japan's for shogi.
const fn is_japanese(format: Option<Format>) -> bool {
    matches!(format, Some(Format::Kif | Format::Csa))
}

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> Cow<'_, str> {
    if file == Path::new("-") { "<stdin>".into() } else { file.to_string_lossy() }
}

/// A fault in the format of compilers, so that editors can jump to it.
pub(crate) fn placed(file: &Path, fault: &RecordFault) -> String {
    format!("{}:{}:{}: {}", name(file), fault.line, fault.column, fault.detail)
}
