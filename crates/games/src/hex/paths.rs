//! Distance of a side from connecting its edges, and the cells of its shortest paths.

use super::board::Hex;
use super::cells::{Cells, Word};
use super::groups::Groups;
use plyd_search::position::Side;

/// Cap of the distance; on an empty board the longest is [`MAX_SIZE`](super::cells::MAX_SIZE).
pub(super) const MAX_DISTANCE: usize = 24;

/// Breadth-first search from an edge: the cells reached with some number of stones.
struct Frontier<'s, W, const H: usize, N> {
    stones: &'s Cells<W, H>,
    groups: &'s Groups,
    /// The neighbours of a set. Within a group all stones are connected.
    neighbours: N,
    reached: Cells<W, H>,
    /// The neighbours of the reached cells.
    near: Cells<W, H>,
}

impl<'s, W: Word, const H: usize, N: Fn(&Cells<W, H>) -> Cells<W, H>> Frontier<'s, W, H, N> {
    fn at(edge: Cells<W, H>, stones: &'s Cells<W, H>, groups: &'s Groups, neighbours: N) -> Self {
        let mut frontier = Self { stones, groups, neighbours, reached: edge, near: Cells::NONE };
        frontier.absorb_groups();
        frontier
    }

    /// Expands by one stone.
    fn advance(&mut self, empty: &Cells<W, H>) {
        self.reached = self.reached.or(&self.near.and(empty));
        self.absorb_groups();
    }

    fn absorb_groups(&mut self) {
        self.near = (self.neighbours)(&self.reached);
        let touching = self.near.and(self.stones).without(&self.reached);
        if touching.is_empty() {
            return;
        }
        for stone in touching.members() {
            if !self.reached.has(stone) {
                self.groups.of(stone).for_each(|index| self.reached.insert(index));
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

    /// Number of stones that a side needs without bridges, at most [`MAX_DISTANCE`].
    pub(super) fn distance<W: Word, const H: usize>(&self, side: Side, empty: &Cells<W, H>) -> usize {
        let ([from, to], own) = (self.edges(side), self.own(side));
        let chains = Groups::touching(&own);
        let mut frontier = Frontier::at(from, &own, &chains, Cells::neighbours);
        let mut distance = 0;
        while distance < MAX_DISTANCE && !frontier.near.meets(&to) {
            frontier.advance(empty);
            distance += 1;
        }
        distance
    }

    /// The empty cells where a stone wins for a side.
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        let [near, far] = self.connected[side.index()].each_ref().map(Cells::neighbours);
        near.and(&far).and(&self.free())
    }

    /// The border cells along the two edges that a side has to connect.
    fn edges<W: Word, const H: usize>(&self, side: Side) -> [Cells<W, H>; 2] {
        Cells::edges(self.size, side)
    }
}
