//! The small network that corrects the evaluation by hand. Its features are the pieces on their squares.

use std::sync::LazyLock;

use super::board::{PIECE_KEYS, Piece, Xiangqi};
use super::squares::{COUNT, FILES, Square, file, flipped, members, mirrored};
#[cfg(any(test, feature = "tools"))]
use crate::network::learning::Learnt;
use crate::network::{Features, Network};
use plyd_search::position::Side;

/// How many pieces are on the board at the start.
const SET: u32 = 32;

/// The network in use.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::of::<Xiangqi>(include_bytes!("network.bin")));

impl Features for Xiangqi {
    const VECTORS: usize = 2 * Piece::COUNT * COUNT;
    const STAGES: usize = 4;
    const UNIT: i32 = 500;

    /// By the number of pieces on the board.
    #[inline(always)]
    fn stage(&self) -> usize {
        (self.occupied().count_ones() * Self::STAGES as u32 / (SET + 1)) as usize
    }

    /// Each piece on its square. The side to move sits at the lower end of the board, and its general stands on the left
    /// or in the middle.
    #[inline(always)]
    fn features(&self, mut add: impl FnMut(usize)) {
        let mirrors = self.is_mirrored();
        for (owner, side) in [self.side, self.side.other()].into_iter().enumerate() {
            for piece in Piece::ALL {
                let first = COUNT * (Piece::COUNT * owner + piece as usize);
                for square in members(self.men(side, piece)) {
                    add(first + usize::from(self.seen(square, mirrors)));
                }
            }
        }
    }
}

impl Xiangqi {
    /// Whether left and right are swapped before the network looks.
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        let [own, other] = [self.side, self.side.other()].map(|side| file(self.general(side)).cmp(&(FILES / 2)));
        own.then(other).then_with(|| self.lean().cmp(&0)).is_gt()
    }

    /// A number that changes its sign if left and right are swapped, and is random otherwise.
    fn lean(&self) -> i64 {
        let mut lean = 0u64;
        for (keys, side) in PIECE_KEYS.iter().zip([self.side, self.side.other()]) {
            for piece in Piece::ALL {
                let keys = &keys[piece as usize];
                for square in members(self.men(side, piece)).map(|square| self.seen(square, false)) {
                    let [key, swapped] = [square, mirrored(square)].map(|square| keys[usize::from(square)]);
                    lean = lean.wrapping_add(key).wrapping_sub(swapped);
                }
            }
        }
        lean.cast_signed()
    }

    /// A square as the side to move sees it.
    #[inline(always)]
    fn seen(&self, square: Square, mirrors: bool) -> Square {
        let square = if self.side == Side::First { square } else { flipped(square) };
        if mirrors { mirrored(square) } else { square }
    }
}

#[cfg(any(test, feature = "tools"))]
impl Learnt for Xiangqi {
    /// The own general on each square.
    const CONSTANT: std::ops::Range<usize> = COUNT * Piece::General as usize..COUNT * Piece::COUNT;

    fn prior(&self) -> i32 {
        self.value()
    }
}
