//! What the transposition table calls a position and its moves.

/// No win or loss further away than this is taken from the table by a search of less depth, and no line is extended
/// beyond it. So within it, and within the depth of a search, nothing that [counts
/// plies](crate::position::Position::quiet_plies_left) may be left out of a key.
///
/// For the selective search it is enough that wins and losses keep to it: there such a count only ever draws, so a
/// draw, or a bound that rules a win or a loss out, holds whatever is counted. The exact search looks no further than
/// its depth.
pub(crate) const HORIZON: u32 = 64;

/// The table's key of a position, and its names of the slots of the position's moves: together, because positions that
/// are equal by symmetry share an entry, and the best move that one of them keeps there has to be found by the other as
/// its own.
#[derive(Clone, Copy, Debug)]
pub struct TableKey {
    number: u64,
    /// What each of the position's slots becomes in the image that the table knows; none where the table knows the
    /// position itself.
    slots: &'static [u16],
}

impl TableKey {
    /// Of a position that shares its key with none that it differs from.
    #[must_use]
    pub const fn plain(number: u64) -> Self {
        Self { number, slots: &[] }
    }

    /// Of a position that is known by one of its images: the image's key, and what each
    /// [slot](crate::MoveOrdering::slot) of the position becomes there.
    #[must_use]
    pub const fn image(number: u64, slots: &'static [u16]) -> Self {
        Self { number, slots }
    }

    /// The same names under another key.
    pub(crate) const fn with_number(self, number: u64) -> Self {
        Self { number, ..self }
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
