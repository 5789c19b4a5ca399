//! The small network that corrects the evaluation by hand on boards of 8x8. Its features are the pawns on their squares.

use std::sync::LazyLock;

use super::geometry::{Squares, members};
use super::rules::Breakthrough;
#[cfg(any(test, feature = "tools"))]
use crate::network::learning::Learnt;
use crate::network::{Features, Network};
use plyd_search::position::{Position, Side};

/// Files and ranks of the boards that it was learnt on.
const LEARNT_SIZE: u8 = 8;
const SQUARES: usize = 64;
/// The feature of every position.
const ALWAYS: usize = 2 * SQUARES;
/// Pawns of both sides at the start.
const SET: u32 = 32;

/// The network in use.
static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::of::<Breakthrough>(include_bytes!("network.bin")));

impl Features for Breakthrough {
    const VECTORS: usize = ALWAYS + 1;
    const STAGES: usize = 4;
    const UNIT: i32 = 400;

    /// By the number of pawns on the board.
    #[inline(always)]
    fn stage(&self) -> usize {
        let [own, other] = self.pawns();
        (((own | other).count_ones().min(SET)) * Self::STAGES as u32 / (SET + 1)) as usize
    }

    /// Each pawn on its square, own pawns first. The side to move goes up the board. A position and its mirror image have
    /// the same features: those of the image whose pawns are the smaller number.
    #[inline(always)]
    fn features(&self, mut add: impl FnMut(usize)) {
        let pawns = self.seen_by_mover().map(|pawns| {
            let pawns = pawns as u64;
            Squares::from(if self.side_to_move() == Side::First { pawns } else { pawns.swap_bytes() })
        });
        let mirrored = pawns.map(|pawns| self.geometry().mirrored(pawns));
        add(ALWAYS);
        for (owner, pawns) in pawns.min(mirrored).into_iter().enumerate() {
            members(pawns).for_each(|square| add(SQUARES * owner + usize::from(square)));
        }
    }
}

impl Breakthrough {
    /// What the network adds to the evaluation for the side to move; 0 on boards of other sizes.
    pub(super) fn correction(&self) -> i32 {
        if self.is_learnt() { NETWORK.value_of(self) } else { 0 }
    }

    fn is_learnt(&self) -> bool {
        let geometry = self.geometry();
        [geometry.files, geometry.ranks] == [LEARNT_SIZE; 2]
    }
}

#[cfg(any(test, feature = "tools"))]
impl Learnt for Breakthrough {
    const CONSTANT: std::ops::Range<usize> = ALWAYS..ALWAYS + 1;

    fn prior(&self) -> i32 {
        self.value()
    }
}
