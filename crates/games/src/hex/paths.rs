//! How far a side is from joining its edges, and on which cells.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, Word};
use super::groups::Groups;
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
struct Wave<'s, W, const H: usize, N> {
    stones: &'s Cells<W, H>,
    groups: &'s Groups,
    /// What cells are joined to. Of stones, all of a group are joined to the others.
    neighbours: N,
    reached: Cells<W, H>,
    /// Whatever is next to it.
    near: Cells<W, H>,
}

impl<'s, W: Word, const H: usize, N: Fn(&Cells<W, H>) -> Cells<W, H>> Wave<'s, W, H, N> {
    fn at(edge: Cells<W, H>, stones: &'s Cells<W, H>, groups: &'s Groups, neighbours: N) -> Self {
        let mut wave = Self { stones, groups, neighbours, reached: edge, near: Cells::NONE };
        wave.take_groups_in();
        wave
    }

    /// A stone more.
    fn advance(&mut self, empty: &Cells<W, H>) {
        self.reached = self.reached.or(&self.near.and(empty));
        self.take_groups_in();
    }

    fn take_groups_in(&mut self) {
        self.near = (self.neighbours)(&self.reached);
        let met = self.near.and(self.stones).without(&self.reached);
        if met.is_empty() {
            return;
        }
        for stone in met.members() {
            if !self.reached.has(stone) {
                self.groups.of(stone).for_each(|place| self.reached.insert(place));
            }
        }
        self.near = (self.neighbours)(&self.reached);
    }
}

impl Hex {
    /// A side's stones.
    pub(super) fn own<W: Word, const H: usize>(&self, side: Side) -> Cells<W, H> {
        self.stones[side.index()].narrow()
    }

    /// How many stones a side lacks, if bridges count for nothing; at most [`FARTHEST`].
    pub(super) fn distance<W: Word, const H: usize>(&self, side: Side, empty: &Cells<W, H>) -> usize {
        let ([from, to], own) = (self.edges(side), self.own(side));
        let chains = Groups::touching(&own);
        let mut wave = Wave::at(from, &own, &chains, Cells::neighbours);
        let mut distance = 0;
        while distance < FARTHEST && !wave.near.meets(&to) {
            wave.advance(empty);
            distance += 1;
        }
        distance
    }

    /// The empty cells on which a stone wins for a side.
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        let [near, far] = self.rooted[side.index()].each_ref().map(Cells::neighbours);
        near.and(&far).and(&self.free())
    }

    /// The ways of a side with these chains.
    pub(super) fn paths<W: Word, const H: usize>(
        &self,
        side: Side,
        chains: Groups,
        bridges: &Bridges<W, H>,
    ) -> Paths<W, H> {
        let ([from, to], own, empty) = (self.edges(side), self.own(side), bridges.empty());
        let groups = chains.bridged(&own, bridges);
        let wave = |edge: Cells<W, H>| Wave::at(edge, &own, &groups, |of: &Cells<W, H>| bridges.neighbours(of));
        let (mut there, mut distance) = (wave(from), 0);
        let mut reached = [Cells::NONE; FARTHEST + 1];
        while distance < FARTHEST && !there.near.meets(&to) {
            there.advance(empty);
            distance += 1;
            reached[distance] = there.reached;
        }
        let (mut shortest, mut longer) = (Cells::NONE, Cells::NONE);
        if distance > 0 && there.near.meets(&to) {
            // A cell that is `there` stones from one edge and `back` from the other is on a way of one less in all.
            let mut wave = wave(to);
            for back in 1..=distance {
                wave.advance(empty);
                let there = distance + 1 - back;
                shortest = shortest.or(&wave.reached.and(&reached[there]));
                longer = longer.or(&wave.reached.and(&reached[(there + 1).min(distance)]));
            }
        }
        Paths { distance, shortest: shortest.and(empty), longer: longer.and(empty) }
    }

    /// The border along the edges that a side has to join.
    fn edges<W: Word, const H: usize>(&self, side: Side) -> [Cells<W, H>; 2] {
        Cells::edges(self.size, side).map(|edge| edge.narrow())
    }
}
