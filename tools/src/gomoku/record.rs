//! A position with its labels in a file: the counts of the evaluation, from the point of view of the side to move.

use std::fs;
use std::io;
use std::path::Path;

use plyd_games::tools::gomoku::COUNTS;

/// A training example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) counts: [u8; COUNTS],
    /// The score of the game's search.
    pub(crate) score: i16,
    /// The result of the game: 2 for a win of the side to move, 1 for a draw, 0 for a loss.
    pub(crate) result: u8,
}

/// Bytes of a record.
pub(crate) const SIZE: usize = COUNTS + 3;

impl Record {
    /// Its bytes.
    pub(crate) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..COUNTS].copy_from_slice(&self.counts);
        bytes[COUNTS..COUNTS + 2].copy_from_slice(&self.score.to_le_bytes());
        bytes[COUNTS + 2] = self.result;
        bytes
    }

    /// The record of these bytes.
    fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let mut counts = [0; COUNTS];
        counts.copy_from_slice(&bytes[..COUNTS]);
        Self { counts, score: i16::from_le_bytes([bytes[COUNTS], bytes[COUNTS + 1]]), result: bytes[COUNTS + 2] }
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Record>> {
    Ok(fs::read(path)?.as_chunks().0.iter().map(Record::from_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_what_its_bytes_say() {
        let record = Record { counts: std::array::from_fn(|index| index as u8), score: -30_000, result: 2 };
        assert_eq!(Record::from_bytes(&record.to_bytes()), record);
    }
}
