//! What the transposition table calls a position and its moves.

/// The table's key of a position, and its names of the slots of the position's moves: together, because positions that are equal by symmetry share
/// an entry, and the best move that one of them keeps there has to be found by the other as its own.
#[derive(Clone, Copy, Debug)]
pub struct TableKey {
    number: u64,
    /// What each of the position's slots becomes in the image that the table knows; none where the table knows the position itself.
    slots: &'static [u16],
}

impl TableKey {
    /// Of a position that shares its key with none that it differs from.
    #[must_use]
    pub const fn plain(number: u64) -> Self {
        Self { number, slots: &[] }
    }

    /// Of a position that is known by one of its images: the image's key, and what each [slot](super::Evaluate::slot) of the position becomes there.
    #[must_use]
    pub const fn image(number: u64, slots: &'static [u16]) -> Self {
        Self { number, slots }
    }

    /// The key itself.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }

    /// The table's name of one of the position's slots.
    #[must_use]
    pub fn shared(self, slot: usize) -> u16 {
        self.slots.get(slot).copied().unwrap_or(slot as u16)
    }

    /// The position's slot of this name: the other way round.
    #[must_use]
    pub fn own(self, shared: u16) -> u16 {
        self.slots.iter().position(|name| *name == shared).map_or(shared, |slot| slot as u16)
    }
}
