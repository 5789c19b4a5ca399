//! A position with its labels, as a line of a file, from the point of view of the side to move.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// A training example.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The canonical state.
    pub(crate) state: String,
    /// The name of the move that was played.
    pub(crate) mv: String,
    /// The score of the game's search.
    pub(crate) score: i32,
    /// What the side to move got in the end: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub(crate) points: f64,
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}\t{}\t{}\t{}", self.score, self.points, self.mv, self.state)
    }
}

impl Record {
    /// The record of this line, if it is one.
    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.splitn(4, '\t');
        let (score, points) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let mv = fields.next()?.to_owned();
        Some(Self { state: fields.next()?.to_owned(), mv, score, points })
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read, or if a line is not a record.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Record>> {
    let text = fs::read_to_string(path).map_err(crate::of_file(path))?;
    let record = |line| Record::parse(line).ok_or_else(|| io::Error::other(format!("not a record: {line}")));
    text.lines().map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let record = Record { state: "4k4/9 b - 1".to_owned(), mv: "5i5h".to_owned(), score: -35, points: 0.5 };
        assert_eq!(Record::parse(record.to_string().trim_end()), Some(record));
        assert_eq!(Record::parse("35\t1\tb - 1"), None);
    }
}
