//! Regions that a side has captured by a connection around them.
//!
//! If two solids of a side are connected within a region, and the region touches no other solid of the side from which
//! it could come to an edge, then nothing in the region but this connection can help the side. The side has that
//! connection even if the opponent moves first, so the whole region counts as its stones: it has captured the region.
//! (Hayward and others, "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005, where four chains
//! around the region decide that. The condition here is wider, and simpler to test.)

use super::carriers::Carrier;
use super::hsearch::EDGES;
use super::inferior::{Region, Surroundings};
use super::thorough::Thorough;

impl<const N: usize> Thorough<N> {
    /// The regions that the connections found last capture.
    pub(super) fn captured_regions(
        &self,
        surroundings: &Surroundings<N>,
        joins_rows: bool,
        own: &Carrier<N>,
    ) -> Region<N> {
        let solids = self.solids(joins_rows, own);
        let touching: Vec<Carrier<N>> = solids
            .iter()
            .map(|solid| surroundings.neighbours(&solid.stones).or(&solid.line).and(self.empty()))
            .collect();
        let mut captured = Region { cells: Carrier::NONE, carrier: Carrier::NONE };
        for other in 0..solids.len() {
            for one in 0..=other {
                let carriers = self.carriers_between([one, other]);
                if carriers.is_empty() {
                    continue;
                }
                // A way of the side from its other edges may come next to the two solids, and then it is joined to them. Where
                // it cannot come without passing them, it gains nothing.
                let walls = solids[one].stones.or(&solids[other].stones);
                let stop = touching[one].or(&touching[other]);
                let passable = self.empty().or(own).without(&walls);
                let from = (0..EDGES).filter(|edge| ![one, other].contains(edge));
                let start = from.fold(Carrier::NONE, |start, edge| start.or(&solids[edge].line)).and(&passable);
                let cells = self.empty().without(&surroundings.flood(start, &stop, &passable));
                if cells.is_empty() || cells.meets(&captured.cells) {
                    continue;
                }
                let within = carriers.into_iter().filter(|carrier| carrier.is_within(&cells));
                if let Some(carrier) = within.min_by_key(Carrier::count) {
                    captured.cells = captured.cells.or(&cells);
                    captured.carrier = captured.carrier.or(&carrier);
                }
            }
        }
        captured
    }
}
