//! Good moves of a game's first positions.

/// By position, the moves that a search found to be about as good as the best one.
///
/// In bytes: entries of ten, sorted by key: the position's [key](crate::position::Position::key) and the move's
/// [slot](crate::Evaluate::slot), each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    bytes: &'static [u8],
}

/// Bytes of an entry.
const ENTRY: usize = 10;

impl Openings {
    /// No openings.
    pub const NONE: Self = Self { bytes: &[] };

    /// The openings in these bytes.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The number of moves, of all positions together.
    pub const fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots of the known moves of the position with this key.
    pub fn slots(&self, key: u64) -> Vec<u16> {
        let (entries, _) = self.bytes.as_chunks::<ENTRY>();
        let key_of = |entry: &[u8; ENTRY]| u64::from_le_bytes(*entry.first_chunk().expect("an entry has ten bytes"));
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
