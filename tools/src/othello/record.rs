//! A position with its label, in 17 bytes of a file, from the point of view of the side to move.

use std::fs;
use std::io;
use std::path::Path;

/// A training example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The discs of the side to move and of the other side.
    pub(crate) discs: [u64; 2],
    /// The final difference for the side to move, estimated by a search or, near the end, solved.
    pub(crate) score: i8,
}

/// Bytes of a record.
pub(crate) const SIZE: usize = 17;

impl Record {
    /// Its bytes.
    #[must_use]
    pub(crate) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.discs[0].to_le_bytes());
        bytes[8..16].copy_from_slice(&self.discs[1].to_le_bytes());
        bytes[16] = self.score.cast_unsigned();
        bytes
    }

    /// The record of these bytes.
    ///
    /// # Panics
    /// If there are fewer than [`SIZE`].
    #[must_use]
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let discs = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        Self { discs: [discs(0), discs(8)], score: bytes[16].cast_signed() }
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Record>> {
    Ok(fs::read(path)?.chunks_exact(SIZE).map(Record::from_bytes).collect())
}
