//! The keys of the transposition table, and the hash function behind keys and seeds.

/// The longest win or loss, in plies, that a search of smaller depth takes from the table, and the longest extended
/// line. [Counted plies](crate::position::Position::quiet_plies_left) are part of a key if they run out within this
/// many plies or within the depth of the search.
///
/// This is enough for the selective search: there, running out of plies only draws, so a draw, or a bound that excludes
/// a win or a loss, holds for any count. The exact search looks no further than its depth.
pub(crate) const MATE_PLIES_MAX: u32 = 64;

/// The hash of a position's canonical form, and the map of move slots to that form.
///
/// Positions that are equal by symmetry share an entry. A best move that one of them stores must be translated for the
/// other, so the hash and the map go together.
#[derive(Clone, Copy, Debug)]
pub struct TableKey {
    hash: u64,
    /// The canonical form's slot of each of the position's slots; empty if the position is its own canonical form.
    slot_map: &'static [u16],
}

impl TableKey {
    /// The key of a position that is its own canonical form.
    pub const fn plain(hash: u64) -> Self {
        Self { hash, slot_map: &[] }
    }

    /// The key of a position by its canonical form: that form's hash, and the form's
    /// [slot](crate::Evaluate::slot) for each slot of the position.
    pub const fn canonical(hash: u64, slot_map: &'static [u16]) -> Self {
        Self { hash, slot_map }
    }

    /// The same map with another hash.
    pub(crate) const fn with_hash(self, hash: u64) -> Self {
        Self { hash, ..self }
    }

    /// The hash.
    pub const fn hash(self) -> u64 {
        self.hash
    }

    /// The canonical form's slot of one of the position's slots.
    pub fn canonical_slot(self, slot: usize) -> u16 {
        self.slot_map.get(slot).copied().unwrap_or(slot as u16)
    }

    /// The position's slot of one of the canonical form's slots: the inverse.
    pub fn actual_slot(self, canonical: u16) -> u16 {
        self.slot_map.iter().position(|slot| *slot == canonical).map_or(canonical, |slot| slot as u16)
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the input stirs every bit of the output.
#[inline]
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
