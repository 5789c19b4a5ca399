//! Distance of a side from connecting its edges, and the cells of its shortest paths.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, Word};
use super::groups::Groups;
use plyd_search::position::Side;

/// Cap of the distance; on an empty board the longest is [`LARGEST`](super::cells::LARGEST).
pub(super) const FARTHEST: usize = 24;

/// A side's shortest paths between its edges. Cells that touch, or are a bridge apart, count as connected.
pub(super) struct Paths<W, const H: usize> {
    /// Number of stones that the shortest path needs, at most [`FARTHEST`].
    pub(super) distance: usize,
    /// The empty cells on shortest paths.
    pub(super) shortest: Cells<W, H>,
    /// The empty cells on paths that need at most one stone more.
    pub(super) longer: Cells<W, H>,
}

/// Breadth-first search from an edge: the cells reached with some number of stones.
struct Wave<'s, W, const H: usize, N> {
    stones: &'s Cells<W, H>,
    groups: &'s Groups,
    /// The neighbours of a set. Within a group all stones are connected.
    neighbours: N,
    reached: Cells<W, H>,
    /// The neighbours of the reached cells.
    near: Cells<W, H>,
}

impl<'s, W: Word, const H: usize, N: Fn(&Cells<W, H>) -> Cells<W, H>> Wave<'s, W, H, N> {
    fn at(edge: Cells<W, H>, stones: &'s Cells<W, H>, groups: &'s Groups, neighbours: N) -> Self {
        let mut wave = Self { stones, groups, neighbours, reached: edge, near: Cells::NONE };
        wave.take_groups_in();
        wave
    }

    /// Expands by one stone.
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

    /// Number of stones that a side needs without bridges, at most [`FARTHEST`].
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

    /// The empty cells where a stone wins for a side.
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        let [near, far] = self.rooted[side.index()].each_ref().map(Cells::neighbours);
        near.and(&far).and(&self.free())
    }

    /// The shortest paths of a side with these chains.
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
            // A cell that is `there` stones from one edge and `back` from the other lies on a path of one stone less
            // than both together.
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

    /// The border cells along the two edges that a side has to connect.
    fn edges<W: Word, const H: usize>(&self, side: Side) -> [Cells<W, H>; 2] {
        Cells::edges(self.size, side).map(|edge| edge.narrow())
    }
}
