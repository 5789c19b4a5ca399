//! Virtual connections: cells over which a side's stones are connected to each other or to an edge, whoever moves first.
//!
//! The evaluation fills these cells with stones. The result is an estimate: two connections may need the same cell, and
//! a filled cell touches stones that the connection does not reach.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{AROUND, Cells, Word};
use plyd_search::position::Side;

/// A board on which the cells of virtual connections hold stones.
pub(super) struct Connected<W, const H: usize> {
    /// The stones of each side, and the cells of its virtual connections.
    pub(super) own: [Cells<W, H>; 2],
    /// The bridges over the cells that are still empty.
    pub(super) bridges: Bridges<W, H>,
    /// For each side: its stones, and the cells of all connections that share no cell with another connection.
    pub(super) apart: [Cells<W, H>; 2],
    /// For each side and edge: the cells from which a stone is connected to the edge by a ziggurat.
    pub(super) ziggurats: [[Cells<W, H>; 2]; 2],
}

impl Hex {
    /// Fills the virtual connections of both sides. A cell that both would fill stays empty.
    pub(super) fn connected<W: Word, const H: usize>(&self) -> Connected<W, H> {
        let empty: Cells<W, H> = self.free().narrow();
        let bridges = Bridges::over(empty);
        let (mut fills, mut apart, mut ziggurats) = ([Cells::NONE; 2], [Cells::NONE; 2], [[Cells::NONE; 2]; 2]);
        for side in [Side::First, Side::Second] {
            let (own, stones) = (side.index(), self.own(side));
            let [bridged, mut safe] = bridges.carriers(&stones.or(&self.border(side)));
            let found = [0, 1].map(|edge| self.ziggurats(side, edge, &stones, &empty));
            let filled = found.iter().fold(bridged, |all, ziggurats| all.or(&ziggurats.filled));
            let needed = |edge: usize| found[edge].needed.filter(|cells| !cells.meets(&bridged));
            for edge in 0..2 {
                ziggurats[own][edge] = found[edge].ends;
                let other = found[1 - edge].needed.unwrap_or(Cells::NONE);
                if needed(edge).is_some_and(|cells| !cells.meets(&other)) {
                    safe = safe.or(&found[edge].filled);
                }
            }
            apart[own] = safe.and(&empty).or(&stones);
            fills[own] = filled.and(&empty);
        }
        let both = fills[0].and(&fills[1]);
        let own = [Side::First, Side::Second].map(|side| self.own(side).or(&fills[side.index()].without(&both)));
        let bridges = Bridges::over(empty.without(&own[0]).without(&own[1]));
        Connected { own, apart, bridges, ziggurats }
    }

    /// The border cells along both edges of a side.
    pub(super) fn border<W: Word, const H: usize>(&self, side: Side) -> Cells<W, H> {
        let [from, to] = Cells::edges(self.size, side);
        from.or(&to)
    }
}

impl<W: Word, const H: usize> Bridges<W, H> {
    /// The cells of all bridges between two of these stones, and the cells of bridges that share no cell with another
    /// bridge.
    fn carriers(&self, stones: &Cells<W, H>) -> [Cells<W, H>; 2] {
        let (mut all, mut several, mut pairs) = (Cells::NONE, Cells::NONE, [[Cells::NONE; 2]; 3]);
        for (index, ((step, ends), pair)) in self.upwards().zip(&mut pairs).enumerate() {
            let ends = stones.moved(step).and(stones).and(ends);
            if ends.is_empty() {
                continue;
            }
            *pair = [AROUND[index + 3], AROUND[(index + 4) % 6]].map(|back| ends.moved(back));
            for cells in &*pair {
                several = several.or(&all.and(cells));
                all = all.or(cells);
            }
        }
        if several.is_empty() {
            return [all; 2];
        }
        let mut apart = Cells::NONE;
        for (index, pair) in pairs.iter().enumerate() {
            let [one, other] = [0, 1].map(|it| several.and(&pair[it]).moved(AROUND[(index + it) % 6]));
            // The ends of bridges that share a cell, and back to their cells.
            let ends = one.or(&other);
            for (cells, back) in pair.iter().zip([AROUND[index + 3], AROUND[(index + 4) % 6]]) {
                apart = apart.or(&cells.without(&ends.moved(back)));
            }
        }
        [all, apart]
    }
}
