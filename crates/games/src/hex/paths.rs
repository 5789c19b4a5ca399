//! How far a side is from joining its edges, and on which cells.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, Word};
use plyd_search::position::Side;

/// No way is told from a longer one than this; on an empty board the longest takes [`LARGEST`](super::cells::LARGEST).
pub(super) const FARTHEST: usize = 24;

/// The ways of a side to join its edges. Stones and empty cells that touch, or are a bridge apart, count as joined.
pub(super) struct Paths<W, const H: usize> {
    /// How many stones the shortest way lacks, at most [`FARTHEST`].
    pub(super) distance: usize,
    /// The empty cells of all shortest ways.
    pub(super) shortest: Cells<W, H>,
    /// Those of all ways that lack one stone more, these included.
    pub(super) longer: Cells<W, H>,
}

/// What is joined to an edge with so many stones more.
struct Wave<W, const H: usize> {
    reached: Cells<W, H>,
    /// Whatever is next to it.
    near: Cells<W, H>,
}

impl<W: Word, const H: usize> Wave<W, H> {
    /// What a step leads to is `near`; own stones take none.
    fn over(own: &Cells<W, H>, from: Cells<W, H>, near: impl Fn(&Cells<W, H>) -> Cells<W, H>) -> Self {
        let mut wave = Self { reached: from, near: Cells::NONE };
        wave.close(own, near);
        wave
    }

    /// A stone more.
    fn advance(&mut self, empty: &Cells<W, H>, own: &Cells<W, H>, near: impl Fn(&Cells<W, H>) -> Cells<W, H>) {
        self.reached = self.reached.or(&self.near.and(empty));
        self.close(own, near);
    }

    fn close(&mut self, own: &Cells<W, H>, near: impl Fn(&Cells<W, H>) -> Cells<W, H>) {
        self.near = near(&self.reached);
        while self.reached.take_in(&self.near.and(own)) {
            self.near = near(&self.reached);
        }
    }
}

impl Hex {
    /// A side's stones, and the border that it joins: `[from, to]`.
    pub(super) fn own<W: Word, const H: usize>(&self, side: Side) -> ([Cells<W, H>; 2], Cells<W, H>) {
        let edges = Cells::edges(self.size, side);
        let own = self.stones[side.index()].or(&edges[0]).or(&edges[1]);
        (edges.map(|edge| edge.narrow()), own.narrow())
    }

    /// How many stones a side lacks, if bridges count for nothing; at most [`FARTHEST`].
    pub(super) fn distance<W: Word, const H: usize>(&self, side: Side, empty: &Cells<W, H>) -> usize {
        let ([from, to], own) = self.own(side);
        let mut wave = Wave::over(&own, from, Cells::neighbours);
        let mut distance = 0;
        while distance < FARTHEST && !wave.reached.meets(&to) {
            wave.advance(empty, &own, Cells::neighbours);
            distance += 1;
        }
        distance
    }

    /// The empty cells on which a stone wins for a side.
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        if self.stones[side.index()].count() + 1 < u32::from(self.size) {
            return Cells::NONE;
        }
        let ([from, to], own) = self.own(side);
        let [near, far] = [from, to].map(|edge| edge.flooded(&own).neighbours());
        near.and(&far).and(&self.free())
    }

    /// The ways of a side.
    pub(super) fn paths<W: Word, const H: usize>(&self, side: Side, bridges: &Bridges<W, H>) -> Paths<W, H> {
        let ([from, to], own) = self.own(side);
        let (empty, near) = (bridges.empty(), |of: &Cells<W, H>| bridges.neighbours(of));
        let mut reached = [Cells::NONE; FARTHEST + 1];
        let mut wave = Wave::over(&own, from, near);
        let mut distance = 0;
        while distance < FARTHEST && !wave.reached.meets(&to) {
            wave.advance(empty, &own, near);
            distance += 1;
            reached[distance] = wave.reached;
        }
        let (mut shortest, mut longer) = (Cells::NONE, Cells::NONE);
        if wave.reached.meets(&to) {
            // A cell that is `there` stones from one edge and `back` from the other is on a way of one less in all.
            let mut wave = Wave::over(&own, to, near);
            for back in 1..=distance {
                wave.advance(empty, &own, near);
                let there = distance + 1 - back;
                shortest = shortest.or(&wave.reached.and(&reached[there]));
                longer = longer.or(&wave.reached.and(&reached[(there + 1).min(distance)]));
            }
        }
        Paths { distance, shortest: shortest.and(empty), longer: longer.and(empty) }
    }
}
