//! Symmetries of the board.

use super::cells::MAX_SIZE;
use super::moves::Move;
use plyd_search::position::Side;

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

/// `SLOT_MAPS[size][symmetry - 1]`: the image of each slot, for all symmetries but the identity.
pub(super) static SLOT_MAPS: [[[u16; Move::SLOTS]; Symmetry::ALL.len() - 1]; MAX_SIZE + 1] = {
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
