//! Distance of a side from connecting its edges.

use super::board::Hex;
use super::cells::{Cells, Word};
use super::groups::Groups;
use plyd_search::position::Side;

/// Cap of the distance; on an empty board the longest is [`MAX_SIZE`](super::cells::MAX_SIZE).
pub(super) const MAX_DISTANCE: usize = 24;

impl Hex {
    /// A side's stones.
    pub(super) fn own<W: Word, const H: usize>(&self, side: Side) -> Cells<W, H> {
        self.stones[side.index()].narrow()
    }

    /// The number of stones that a side still needs to join its edges without relying on bridges, at most
    /// [`MAX_DISTANCE`].
    pub(super) fn distance<W: Word, const H: usize>(&self, side: Side, empty: &Cells<W, H>) -> usize {
        let [from, to] = Cells::edges(self.size, side);
        let own = self.own(side);
        let chains = Groups::touching(&own);
        let mut reached = chains.joined(from, &own);
        for distance in 0..MAX_DISTANCE {
            let near = reached.neighbours();
            if near.meets(&to) {
                return distance;
            }
            reached = chains.joined(reached.or(&near.and(empty)), &own);
        }
        MAX_DISTANCE
    }

    /// The empty cells where a stone wins for a side.
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        let [near, far] = self.connected[side.index()].each_ref().map(Cells::neighbours);
        near.and(&far).and(&self.free())
    }
}
