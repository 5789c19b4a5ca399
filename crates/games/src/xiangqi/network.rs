//! The small network that corrects the evaluation by hand. Its features are the pieces on their squares.

use std::ops::Range;
use std::sync::LazyLock;

use super::board::{Piece, Xiangqi};
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
    /// The own general on each square.
    const CONSTANT: Range<usize> = COUNT * Piece::General as usize..COUNT * Piece::COUNT;
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
        let [own, other] = [self.general(self.side), self.general(self.side.other())].map(file);
        let middle = FILES / 2;
        let mirrors = own > middle || own == middle && other > middle;
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
    /// A square as the side to move sees it.
    #[inline(always)]
    fn seen(&self, square: Square, mirrors: bool) -> Square {
        let square = if self.side == Side::First { square } else { flipped(square) };
        if mirrors { mirrored(square) } else { square }
    }
}

#[cfg(any(test, feature = "tools"))]
impl Learnt for Xiangqi {
    fn prior(&self) -> i32 {
        self.value()
    }
}
