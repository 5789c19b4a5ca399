//! Boards that are the same game seen from another side, and the key that they share.

use super::board::{Hex, Move};
use super::cells::LARGEST;
use plyd_search::position::Side;
use plyd_search::{TableKey, mix};

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

impl Hex {
    /// The position as it looks in an image.
    pub(super) fn seen(&self, image: Image) -> Self {
        let mut seen = Self::empty(self.size, image.side(self.side), self.swap);
        for side in [Side::First, Side::Second] {
            let stones = self.stones[side.index()].members();
            stones.for_each(|cell| seen.put(image.side(side), image.mv(self.mv(cell), self.size)));
        }
        seen
    }

    /// The keys of the images. Whose turn it is does not follow from the stones where there was a swap.
    pub(super) fn keys(&self) -> [u64; Image::ALL.len()] {
        let mut keys = self.hashes;
        for (key, image) in keys.iter_mut().zip(Image::ALL) {
            let facts = self.swap_ahead() as u64 * 2 + image.side(self.side).index() as u64;
            *key ^= mix(1 << 33 | facts);
        }
        keys
    }

    /// Positions that are equal by symmetry share a key.
    pub(super) fn image_key(&self) -> TableKey {
        let keys = self.keys();
        let images = if self.swap { keys.len() } else { 2 };
        let least = (0..images).min_by_key(|image| keys[*image]).expect("two or four");
        match least {
            0 => TableKey::plain(keys[0]),
            _ => TableKey::canonical(keys[least], &SLOTS[usize::from(self.size)][least - 1]),
        }
    }
}

/// What each slot becomes in the images but the first, by the size of the board.
static SLOTS: [[[u16; Move::SLOTS]; Image::ALL.len() - 1]; LARGEST + 1] = {
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
