//! The values of all positions of one stage of a game, computed beforehand.

use crate::Score;

/// The value of the game in every unfinished position that play can reach with [a certain number](Book::plies_left) of
/// plies left. Positions of earlier stages follow from these by search, and later ones are quickly searched to the end.
///
/// For games whose results are wins, losses and draws. The first byte is the number of plies left. Then come entries of
/// nine bytes, sorted by key: the [table's key](crate::table::table_key) with the lowest byte first, and the value as a
/// signed byte. That is the plies to a win, minus the plies to a loss, or 0 for a draw.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    bytes: &'static [u8],
}

/// Bytes of an entry.
const ENTRY: usize = 9;

impl Book {
    /// No book.
    pub const NONE: Self = Self { bytes: &[] };

    /// The book in these bytes.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The plies left in its positions.
    #[must_use]
    pub fn plies_left(&self) -> Option<u32> {
        self.bytes.first().map(|plies| u32::from(*plies))
    }

    /// The number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value in the entry of this key.
    pub(super) fn entry(&self, key: u64) -> Option<Score> {
        let (entries, _) = self.bytes.get(1..)?.as_chunks::<ENTRY>();
        let key_of = |[entry @ .., _]: &[u8; ENTRY]| u64::from_le_bytes(*entry);
        let index = entries.binary_search_by_key(&key, key_of).ok()?;
        Some(decoded(entries[index][ENTRY - 1] as i8))
    }
}

fn decoded(value: i8) -> Score {
    match value {
        0 => Score::ZERO,
        1.. => Score::win_in(u32::from(value.unsigned_abs())),
        _ => Score::loss_in(u32::from(value.unsigned_abs())),
    }
}
