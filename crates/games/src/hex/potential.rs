//! How near a side is to joining its edges when the other side may always close the best way on (two-distance, of
//! Queenbee; van Rijswijck 2002).
//!
//! A cell at the edge is one stone from it; any other is one more than the second best of its neighbours, for the best
//! one the other side takes away. Stones of a chain that touch neither edge are no cells: whatever touches the chain
//! touches whatever else does. Both distances of a cell together are its potential, and the least one is the board's.

use super::board::Hex;
use super::cells::{Cells, LARGEST, Word};
use super::paths::FARTHEST;
use plyd_search::position::Side;

/// More chains than a side can have: of two rows of cells, taken in zigzag, each three in a line touch.
const CHAINS: usize = 7 * LARGEST;

/// The least potential of a board for a side, and the cells that have it.
pub(super) struct Potential<W, const H: usize> {
    /// At most [`FARTHEST`].
    pub(super) least: usize,
    pub(super) cells: Cells<W, H>,
}

/// A side's chains that touch neither edge, each as the empty cells that touch it.
struct Chains<W, const H: usize> {
    near: [Cells<W, H>; CHAINS],
    count: usize,
}

impl<W: Word, const H: usize> Chains<W, H> {
    fn of(mut stones: Cells<W, H>, empty: &Cells<W, H>) -> Self {
        let mut chains = Self { near: [Cells::NONE; CHAINS], count: 0 };
        while !stones.is_empty() {
            let chain = stones.first().flooded(&stones);
            stones = stones.without(&chain);
            chains.near[chains.count] = chain.neighbours().and(empty);
            chains.count += 1;
        }
        chains
    }
}

/// The cells at some distance from an edge and all nearer ones.
struct Front<'c, W, const H: usize> {
    chains: &'c Chains<W, H>,
    empty: &'c Cells<W, H>,
    reached: Cells<W, H>,
    /// The places of the chains that do not yet lead on whatever touches them.
    open: [u8; CHAINS],
    left: usize,
}

impl<'c, W: Word, const H: usize> Front<'c, W, H> {
    /// One stone from an edge, whose stones are given with it.
    fn at(edge: &Cells<W, H>, chains: &'c Chains<W, H>, empty: &'c Cells<W, H>) -> Self {
        let open = std::array::from_fn(|place| place as u8);
        Self { chains, empty, reached: edge.neighbours().and(empty), open, left: chains.count }
    }

    /// One stone more: takes in what that reaches, and says whether it is anything. What several chains lead to from the
    /// same cell counts for each of them.
    fn advance(&mut self) -> bool {
        let [mut once, mut twice] = self.reached.touched();
        let mut index = 0;
        while index < self.left {
            let near = &self.chains.near[usize::from(self.open[index])];
            let from = near.and(&self.reached);
            if from.is_several() {
                twice = twice.or(near);
                self.left -= 1;
                self.open.swap(index, self.left);
                continue;
            }
            if !from.is_empty() {
                // Where the cell itself touches it is counted already.
                let beyond = near.without(&from.neighbours());
                twice = twice.or(&once.and(&beyond));
                once = once.or(&beyond);
            }
            index += 1;
        }
        self.reached.take_in(&twice.and(self.empty))
    }
}

impl Hex {
    pub(super) fn potential<W: Word, const H: usize>(&self, side: Side, empty: &Cells<W, H>) -> Potential<W, H> {
        let (edges, own) = self.own(side);
        let [from, to] = edges.map(|edge| edge.flooded(&own));
        let chains = Chains::of(own.without(&from).without(&to), empty);
        let mut front = Front::at(&from, &chains, empty);
        let mut there = [Cells::NONE; FARTHEST];
        let mut last = 1;
        there[last] = front.reached;
        while last + 1 < FARTHEST && front.advance() {
            last += 1;
            there[last] = front.reached;
        }
        let mut best = Potential { least: FARTHEST, cells: Cells::NONE };
        let mut back = Front::at(&to, &chains, empty);
        for distance in 1..FARTHEST - 1 {
            // So far the least potential is; nearer cells that meet have a smaller one.
            let mut most = last.min(best.least.min(FARTHEST - 1) - distance);
            while most > 0 && there[most].meets(&back.reached) {
                let cells = there[most].and(&back.reached);
                best.cells = if most + distance < best.least { cells } else { best.cells.or(&cells) };
                best.least = most + distance;
                most -= 1;
            }
            if best.least <= distance + 1 || !back.advance() {
                break;
            }
        }
        best
    }
}
