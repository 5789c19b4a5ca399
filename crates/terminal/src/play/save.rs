//! The record of the game in a file: who played, when and by which clock, and how the game ended.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use plyd_games::catalogue::Game;
use plyd_games::record::{Format, RecordError};
use plyd_search::Stop;
use plyd_search::position::Side;

use crate::record_file::{bytes_of, text_of};

/// How a game ended that the rules did not end.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// This side resigned.
    Resigned(Side),
    /// This side has run out of time.
    OutOfTime(Side),
    /// The players agreed on a draw.
    Agreed,
}

impl End {
    /// The winner; `None` for a draw.
    pub(super) const fn winner(self) -> Option<Side> {
        match self {
            Self::Resigned(loser) | Self::OutOfTime(loser) => Some(loser.other()),
            Self::Agreed => None,
        }
    }

    /// The value of PGN's tag Termination.
    pub(super) const fn termination(self) -> &'static str {
        match self {
            Self::Resigned(_) => "resignation",
            Self::OutOfTime(_) => "time forfeit",
            Self::Agreed => "agreement",
        }
    }
}

/// A file that the game is saved to. If it has other games, this one is added after them.
#[derive(Debug)]
pub(super) struct SaveFile {
    pub(super) path: PathBuf,
    pub(super) format: Format,
    /// Where this game begins and ends in the file, once it has been written.
    written: Option<[u64; 2]>,
}

impl SaveFile {
    /// A file for a record of this game, in the format that its name ends with, otherwise in the game's first one that
    /// says who played and how the game ended.
    ///
    /// # Errors
    /// A sentence, if the game does not have this format or cannot be added to the file.
    pub(super) fn new(game: &Game, path: &Path) -> Result<Self, String> {
        let formats = game.record_formats();
        let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let format = ending.as_deref().and_then(Format::by_name);
        let usual = formats.iter().find(|format| !format.is_bare()).unwrap_or(&formats[0]);
        let format = format.unwrap_or(*usual);
        if !formats.contains(&format) {
            let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
            let (has, name) = (names.join(" or "), format.name());
            return Err(format!("{} has no records in {name}, only in {has}", game.id));
        }
        let file = Self { path: path.to_owned(), format, written: None };
        file.gap(game)?;
        Ok(file)
    }

    /// What has to be written between the games of the file and this one.
    ///
    /// # Errors
    /// A sentence, if the game cannot be added to the file.
    fn gap(&self, game: &Game) -> Result<&'static str, String> {
        let failed = |error: io::Error| error.to_string();
        let found = match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = self.path.parent().filter(|folder| *folder != Path::new(""));
                return folder.map_or(Ok(""), |folder| fs::metadata(folder).map(|_| "").map_err(failed));
            }
            found => found.map_err(failed)?,
        };
        if found.is_dir() {
            return Err("this is a folder, expected a file".to_owned());
        }
        // Opening a pipe would wait for its reader.
        if !found.is_file() {
            return Ok("");
        }
        File::options().append(true).open(&self.path).map_err(failed)?;
        if found.len() == 0 {
            return Ok("");
        }
        let name = self.format.name();
        if !matches!(self.format, Format::Pgn | Format::Pdn | Format::Sgf) {
            return Err(format!("the file exists, and a file in {name} holds only one game; choose another name"));
        }
        let text = text_of(&bytes_of(&self.path)?)?;
        let read = |index| game.read_record(&text, Some(self.format), index, None, &Stop::default());
        let whole = read(0).and_then(|first| if first.more > 0 { read(first.more) } else { Ok(first) });
        match whole {
            Ok(_) if text.ends_with('\n') => Ok("\n"),
            Ok(_) => Ok("\n\n"),
            Err(RecordError::Fault(fault)) => {
                let (id, line) = (game.id, fault.line);
                Err(format!("the file exists, and line {line} is not from a record of {id}: {}", fault.detail))
            }
            Err(RecordError::NoSuchGame(_) | RecordError::Stopped(_)) => {
                unreachable!("it has been counted, without a limit")
            }
        }
    }

    /// Adds the record to the file. If the file ends with the same game as it was before, that is replaced.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written or is no record of this game any more.
    pub(super) fn write(&mut self, game: &Game, record: &str) -> Result<(), String> {
        let length = fs::metadata(&self.path).map(|found| found.len()).ok();
        let own = self.written.take().filter(|[_, end]| Some(*end) == length);
        let gap = if own.is_some() { "" } else { self.gap(game)? };
        self.append(own.map(|[start, _]| start), gap, record).map_err(|error| error.to_string())
    }

    fn append(&mut self, cut: Option<u64>, gap: &str, record: &str) -> io::Result<()> {
        if let Some(length) = cut {
            File::options().write(true).open(&self.path)?.set_len(length)?;
        }
        let mut file = File::options().append(true).create(true).open(&self.path)?;
        file.write_all(gap.as_bytes())?;
        let before = file.metadata()?;
        let text = record.trim_end().to_owned() + "\n";
        file.write_all(text.as_bytes())?;
        self.written = before.is_file().then(|| [before.len(), before.len() + text.len() as u64]);
        Ok(())
    }
}

/// The day by Universal Time, as PGN has it: `2026.11.29`.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date of a day that is counted from the first of January 1970.
fn date(day: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of its year. 400 years have 146,097 days.
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (next, month) = if month < 10 { (0, month + 3) } else { (1, month - 9) };
    format!("{:04}.{month:02}.{of_month:02}", 400 * era + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, expected) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_787, "2026.11.30"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(day), expected);
        }
    }
}
