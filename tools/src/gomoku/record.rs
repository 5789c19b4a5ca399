//! A position with its labels in a file: the stones, from the point of view of the side to move, and the chosen move.

use std::fs;
use std::io;
use std::path::Path;

use plyd_games::tools::gomoku::{AREA, Stones};

/// A training example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) stones: Stones,
    /// The index of the move that its search chose.
    pub(crate) best: u8,
    /// The score of that search.
    pub(crate) score: i16,
    /// The result of the game: 2 for a win of the side to move, 1 for a draw, 0 for a loss; [`NO_RESULT`] for positions
    /// beside a game.
    pub(crate) result: u8,
}

/// The result of a position from which no game was played.
pub(crate) const NO_RESULT: u8 = 3;

/// Bytes of a record.
pub(crate) const SIZE: usize = AREA + 4;

impl Record {
    /// Its bytes.
    pub(crate) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..AREA].copy_from_slice(&self.stones);
        bytes[AREA..AREA + 2].copy_from_slice(&self.score.to_le_bytes());
        bytes[AREA + 2] = self.result;
        bytes[AREA + 3] = self.best;
        bytes
    }

    /// The record of these bytes.
    fn from_bytes(bytes: &[u8; SIZE]) -> Self {
        let mut stones = [0; AREA];
        stones.copy_from_slice(&bytes[..AREA]);
        let score = i16::from_le_bytes([bytes[AREA], bytes[AREA + 1]]);
        Self { stones, score, result: bytes[AREA + 2], best: bytes[AREA + 3] }
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
        let record =
            Record { stones: std::array::from_fn(|index| index as u8 % 3), best: 224, score: -30_000, result: 2 };
        assert_eq!(Record::from_bytes(&record.to_bytes()), record);
    }
}
