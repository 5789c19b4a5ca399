//! Reads the games of a file one by one, so that memory does not grow with the file.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use plyd_games::record::{Format, Games, RecordError, RecordFault};

/// The most bytes of a game.
const GAME_MAX: usize = 8 << 20;

/// The bytes that are read at a time, or as many as are there already.
const BLOCK: usize = 1 << 16;

/// A file that is being read.
pub(crate) struct GamesOfFile<'a> {
    path: &'a Path,
    reader: Box<dyn BufRead>,
    /// The text that was read, from the beginning of the next game.
    text: String,
    /// The place in the file where this text begins.
    place: Place,
    is_whole: bool,
}

/// A place in a file. Lines and columns count from 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The place in the file of a fault in the text that begins here.
    pub(crate) fn of(self, fault: RecordFault) -> RecordFault {
        let column = fault.column + if fault.line == 1 { self.column } else { 0 };
        RecordFault { line: fault.line + self.line, column, ..fault }
    }

    /// The place after this text.
    pub(crate) fn after(self, text: &str) -> Self {
        match text.rsplit_once('\n') {
            Some((_, last)) => {
                let lines = text.bytes().filter(|byte| *byte == b'\n').count();
                Self { line: self.line + lines, column: last.chars().count() }
            }
            None => Self { column: self.column + text.chars().count(), ..self },
        }
    }
}

impl<'a> GamesOfFile<'a> {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// A sentence with the file's name.
    pub(crate) fn open(path: &'a Path) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", name(path));
        let mut reader: Box<dyn BufRead> = match path == Path::new("-") {
            true => Box::new(BufReader::new(io::stdin())),
            false => Box::new(BufReader::with_capacity(BLOCK, File::open(path).map_err(failed)?)),
        };
        let start = reader.fill_buf().map_err(failed)?;
        if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
            return Err(format!("{}: the file is UTF-16, expected UTF-8 or Latin-1", name(path)));
        }
        let mut file = Self { path, reader, text: String::new(), place: Place::default(), is_whole: false };
        file.fill()?;
        if let Some(rest) = file.text.strip_prefix('\u{feff}') {
            file.text = rest.to_owned();
        }
        Ok(file)
    }

    /// Whether the file has tags or nodes, so that its games can be separated while it is read.
    pub(crate) fn has_separate_games(&self) -> bool {
        Games::format_of_file(&self.text).is_some()
    }

    /// The whole text of a file.
    ///
    /// # Errors
    /// A sentence if it is too long.
    pub(crate) fn whole(mut self) -> Result<String, String> {
        while !self.is_whole {
            self.fill()?;
        }
        Ok(self.text)
    }

    /// Calls a function with each game and its place, and returns their number.
    ///
    /// # Errors
    /// A sentence: a game is too long, the end of a game cannot be found, or the error of the function.
    pub(crate) fn each(mut self, see: &mut dyn FnMut(&str, Place) -> Result<(), String>) -> Result<usize, String> {
        let format = Games::format_of_file(&self.text).unwrap_or(Format::Moves);
        let mut count = 0;
        loop {
            let begin = self.place;
            let mut done = 0;
            for part in Games::of_format(format, &self.text) {
                // The end of the text read so far is not yet the end of the game.
                if !self.is_whole && (part.fault.is_some() || part.range.end == self.text.len()) {
                    break;
                }
                done = part.range.end;
                let game = &self.text[part.range];
                see(game, self.place)?;
                if let Some(RecordError::Fault(fault)) = part.fault {
                    return Err(format!("{}: {}", name(self.path), begin.of(fault)));
                }
                self.place = self.place.after(game);
                count += 1;
            }
            if self.is_whole {
                return Ok(count);
            }
            self.text.drain(..done);
            self.fill()?;
        }
    }

    /// Reads lines until the text is twice as long, or a block longer.
    fn fill(&mut self) -> Result<(), String> {
        let wanted = self.text.len() + self.text.len().max(BLOCK);
        while self.text.len() < wanted && !self.is_whole {
            if self.text.len() > GAME_MAX {
                let (file, most) = (name(self.path), GAME_MAX >> 20);
                return Err(format!("{file}: there is no end of a game within {most} MiB"));
            }
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(GAME_MAX as u64).read_until(b'\n', &mut line);
            self.is_whole = read.map_err(|error| format!("{}: {error}", name(self.path)))? == 0;
            // Older files are in Latin-1.
            let latin = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
            self.text += &String::from_utf8(line).unwrap_or_else(|error| latin(error.into_bytes()));
        }
        Ok(())
    }
}

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> Cow<'_, str> {
    if file == Path::new("-") { "<stdin>".into() } else { file.to_string_lossy() }
}
