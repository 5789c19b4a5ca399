//! The images of a board: the same game seen from another side.

use super::cells::LARGEST;
use super::moves::Move;
use plyd_search::position::Side;

/// A way to look at the board from which the game is the same: as it is, turned by half, mirrored in the diagonal from
/// the top left with the sides exchanged, and both.
#[derive(Clone, Copy)]
pub(super) struct Image {
    turned: bool,
    pub(super) exchanged: bool,
}

impl Image {
    pub(super) const ALL: [Self; 4] = [
        Self { turned: false, exchanged: false },
        Self { turned: true, exchanged: false },
        Self { turned: false, exchanged: true },
        Self { turned: true, exchanged: true },
    ];

    /// Mirrored, with the sides exchanged: what the swap does to the only stone, and to the turn.
    pub(super) const MIRRORED: Self = Self::ALL[2];

    /// Where a move of a board of this size is in the image.
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

/// What each slot becomes in the images but the first, by the size of the board.
pub(super) static SLOTS: [[[u16; Move::SLOTS]; Image::ALL.len() - 1]; LARGEST + 1] = {
    let mut slots = [[[0; Move::SLOTS]; Image::ALL.len() - 1]; LARGEST + 1];
    let mut size = 1;
    while size <= LARGEST {
        let mut image = 1;
        while image < Image::ALL.len() {
            let mut slot = 0;
            while slot < Move::SLOTS {
                slots[size][image - 1][slot] = Image::ALL[image].mv(Move(slot as u16), size as u8).0;
                slot += 1;
            }
            image += 1;
        }
        size += 1;
    }
    slots
};
