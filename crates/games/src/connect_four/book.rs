//! The values of one stage of the game, computed beforehand.

use plyd_search::Score;
use plyd_search::table::TableKey;

/// The value of the game in every unfinished position that play can reach with [a certain number](Book::plies_left) of
/// plies left. Positions of earlier stages follow from these by search, and later ones are quickly searched to the end.
///
/// The first byte is the number of plies left. Then come entries of nine bytes, sorted by key: the
/// [table's key](plyd_search::Evaluate::table_key) with the lowest byte first, and the value as a signed byte. That is the
/// plies to a win, minus the plies to a loss, or 0 for a draw.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    bytes: &'static [u8],
}

/// Bytes of an entry.
const ENTRY: usize = 9;

impl Book {
    /// The book of Connect Four.
    pub(super) const CONNECT_FOUR: Self = Self::new(include_bytes!("book.bin"));

    /// The book in these bytes.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The plies left in its positions.
    #[must_use]
    pub const fn plies_left(&self) -> u32 {
        self.bytes[0] as u32
    }

    /// The value, for the side to move, of the position with this key.
    #[must_use]
    pub fn find(&self, key: TableKey) -> Option<Score> {
        let (entries, _) = self.bytes[1..].as_chunks::<ENTRY>();
        let key_of = |[entry @ .., _]: &[u8; ENTRY]| u64::from_le_bytes(*entry);
        let index = entries.binary_search_by_key(&key.hash(), key_of).ok()?;
        let value = entries[index][ENTRY - 1].cast_signed();
        Some(match value {
            0 => Score::ZERO,
            1.. => Score::win_in(u32::from(value.unsigned_abs())),
            _ => Score::loss_in(u32::from(value.unsigned_abs())),
        })
    }
}
