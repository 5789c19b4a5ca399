//! What was computed beforehand: the values of one stage of a game, and good moves of its first positions.

use crate::Score;
use crate::table::TableKey;

/// The value of the game in every unfinished position that play can reach with [a certain number](Book::plies_left) of
/// plies left. Positions of earlier stages follow from these by search, and later ones are quickly searched to the end.
///
/// For games whose results are wins, losses and draws. The first byte is the number of plies left. Then come entries of
/// nine bytes, sorted by key: the [table's key](crate::Evaluate::table_key) with the lowest byte first, and the value as a
/// signed byte. That is the plies to a win, minus the plies to a loss, or 0 for a draw.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    bytes: &'static [u8],
}

/// Bytes of an entry of a book, and of openings.
const ENTRY: usize = 9;
const OPENING: usize = 10;

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

    /// The value, for the side to move, of the position with this key that lasts this many plies at most.
    #[must_use]
    pub fn find(&self, plies_left: u32, key: TableKey) -> Option<Score> {
        if self.plies_left() != Some(plies_left) {
            return None;
        }
        let (entries, _) = self.bytes.get(1..)?.as_chunks::<ENTRY>();
        let key_of = |[entry @ .., _]: &[u8; ENTRY]| u64::from_le_bytes(*entry);
        let index = entries.binary_search_by_key(&key.hash(), key_of).ok()?;
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

/// By position, the moves that a search found to be about as good as the best one.
///
/// In bytes: entries of ten, sorted by key: the position's [key](crate::position::Position::key) and the move's
/// [slot](crate::Evaluate::slot), each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    bytes: &'static [u8],
}

impl Openings {
    /// No openings.
    pub const NONE: Self = Self { bytes: &[] };

    /// The openings in these bytes.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The number of moves, of all positions together.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / OPENING
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots of the known moves of the position with this key.
    pub fn slots(&self, key: u64) -> Vec<u16> {
        let (entries, _) = self.bytes.as_chunks::<OPENING>();
        let key_of = |entry: &[u8; OPENING]| u64::from_le_bytes(*entry.first_chunk().expect("an entry has ten bytes"));
        let first = entries.partition_point(|entry| key_of(entry) < key);
        let same = entries[first..].iter().take_while(move |entry| key_of(entry) == key);
        same.map(|[.., low, high]| u16::from_le_bytes([*low, *high])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_by_their_position() {
        let entries = [(3_u64, 7_u16), (5, 1), (5, 258), (u64::MAX, 9)];
        let bytes: Vec<u8> =
            entries.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes())).collect();
        let openings = Openings::new(bytes.leak());
        assert_eq!([3, 5, u64::MAX].map(|key| openings.slots(key)), [vec![7], vec![1, 258], vec![9]]);
        assert!(openings.slots(4).is_empty() && openings.slots(0).is_empty() && Openings::NONE.slots(3).is_empty());
    }
}
