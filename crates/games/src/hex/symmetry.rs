//! Symmetries of the board, and the table key that symmetric positions share.

use super::board::{Hex, Move};
use super::cells::MAX_SIZE;
use plyd_search::position::Side;
use plyd_search::{TableKey, mix};

/// A symmetry of the game: identity, half turn, reflection about the main diagonal with sides exchanged, and both.
#[derive(Clone, Copy)]
pub(super) struct Symmetry {
    turned: bool,
    pub(super) exchanged: bool,
}

impl Symmetry {
    pub(super) const ALL: [Self; 4] = [
        Self { turned: false, exchanged: false },
        Self { turned: true, exchanged: false },
        Self { turned: false, exchanged: true },
        Self { turned: true, exchanged: true },
    ];

    /// Reflection with sides exchanged, as the swap does.
    pub(super) const MIRRORED: Self = Self::ALL[2];

    /// The image of a move on a board of this size.
    pub(super) const fn mv(self, mv: Move, size: u8) -> Move {
        let size = size as u16;
        if mv.0 >= size * size {
            return mv; // The swap.
        }
        let mirrored = if self.exchanged { mv.0 % size * size + mv.0 / size } else { mv.0 };
        Move(if self.turned { size * size - 1 - mirrored } else { mirrored })
    }

    pub(super) fn side(self, side: Side) -> Side {
        if self.exchanged { side.other() } else { side }
    }
}

impl Hex {
    /// The image of the position.
    pub(super) fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self::empty(self.size, symmetry.side(self.side), self.swap);
        for side in [Side::First, Side::Second] {
            let stones = self.stones[side.index()].members();
            stones.for_each(|cell| image.put(symmetry.side(side), symmetry.mv(self.mv(cell), self.size)));
        }
        image
    }

    /// The keys of all images. They include the side to move, which does not follow from the stones after a swap.
    pub(super) fn keys(&self) -> [u64; Symmetry::ALL.len()] {
        let mut keys = self.hashes;
        for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
            let facts = self.swap_ahead() as u64 * 2 + symmetry.side(self.side).index() as u64;
            *key ^= mix(1 << 33 | facts);
        }
        keys
    }

    /// The least key of the symmetric positions.
    pub(super) fn canonical_key(&self) -> TableKey {
        let keys = self.keys();
        let count = if self.swap { keys.len() } else { 2 };
        let least = (0..count).min_by_key(|symmetry| keys[*symmetry]).expect("two or four");
        match least {
            0 => TableKey::plain(keys[0]),
            _ => TableKey::canonical(keys[least], &SLOT_MAPS[usize::from(self.size)][least - 1]),
        }
    }
}

/// `SLOTS[size][symmetry - 1]`: the image of each slot, for all symmetries but the identity.
static SLOT_MAPS: [[[u16; Move::SLOTS]; Symmetry::ALL.len() - 1]; MAX_SIZE + 1] = {
    let mut slots = [[[0; Move::SLOTS]; Symmetry::ALL.len() - 1]; MAX_SIZE + 1];
    let mut size = 1;
    while size <= MAX_SIZE {
        let mut symmetry = 1;
        while symmetry < Symmetry::ALL.len() {
            let mut slot = 0;
            while slot < Move::SLOTS {
                slots[size][symmetry - 1][slot] = Symmetry::ALL[symmetry].mv(Move(slot as u16), size as u8).0;
                slot += 1;
            }
            symmetry += 1;
        }
        size += 1;
    }
    slots
};
