//! A position with its labels, in 15 bytes of a file, from the point of view of the side to move.

use std::fs;
use std::io;
use std::path::Path;

/// A training example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The pieces of the side to move, of the other side, and the kings.
    pub(crate) pieces: [u32; 3],
    /// The score of the game's search.
    pub(crate) score: i16,
    /// The result of the game: 2 for a win of the side to move, 1 for a draw, 0 for a loss.
    pub(crate) result: u8,
}

/// Bytes of a record.
pub(crate) const SIZE: usize = 15;

impl Record {
    /// Its bytes.
    pub(crate) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in bytes.chunks_exact_mut(4).zip(self.pieces) {
            place.copy_from_slice(&set.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.result;
        bytes
    }

    /// The record of these bytes.
    ///
    /// # Panics
    /// If there are fewer than [`SIZE`].
    fn from_bytes(bytes: &[u8]) -> Self {
        let set = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let score = i16::from_le_bytes([bytes[12], bytes[13]]);
        Self { pieces: [set(0), set(4), set(8)], score, result: bytes[14] }
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Record>> {
    Ok(fs::read(path)?.chunks_exact(SIZE).map(Record::from_bytes).collect())
}
