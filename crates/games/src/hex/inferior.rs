//! Inferior cells (van Rijswijck 2002; Hayward and van Rijswijck 2006), found by the colours around single cells.
//!
//! - A *dead* cell lies on no minimal path of either side, whatever the cells around it become, so its colour doesn't
//!   matter.
//! - Two cells are *captured* by a side if its stone on either cell makes the other one dead: if the opponent plays on
//!   one of them, the side answers on the other. So both count as that side's stones.
//! - A cell is *dominated* by another one for a side if its stone there makes the cell dead.

use super::board::Hex;
use super::carriers::Carrier;
use super::cells::AROUND;
use plyd_search::position::Side;

/// Filling a cell may make other cells dead or captured, so filling is repeated until nothing changes, but at most this
/// often.
const ROUNDS_MAX: usize = 3;

/// For each of the six directions, the cells of a board whose neighbour in that direction is on the board, and those
/// whose neighbour is an edge of a side.
pub(super) struct Surroundings<const N: usize> {
    /// The difference between the indexes of a cell and its neighbour.
    steps: [isize; 6],
    inside: [Carrier<N>; 6],
    edges: [[Carrier<N>; 6]; 2],
}

/// A position whose dead and captured cells hold stones. It has the same winner.
pub(super) struct Filled<const N: usize> {
    pub(super) stones: [Carrier<N>; 2],
    pub(super) empty: Carrier<N>,
    /// The cells that each side has captured. A proof for the side needs them too.
    pub(super) captured: [Carrier<N>; 2],
}

/// Cells that a side has captured by a [connection](super::regions).
pub(super) struct Region<const N: usize> {
    pub(super) cells: Carrier<N>,
    /// Those of them that the side needs for that.
    pub(super) carrier: Carrier<N>,
}

/// For each direction, the cells whose neighbour in that direction has a certain colour.
type Ring<const N: usize> = [Carrier<N>; 6];

impl<const N: usize> Surroundings<N> {
    pub(super) fn of(size: usize) -> Self {
        let cells = |is_in: &dyn Fn(isize, isize) -> bool| {
            (0..size * size).filter(|cell| is_in((cell / size) as isize, (cell % size) as isize)).collect()
        };
        let is_beyond = |at: isize| at < 0 || at >= size as isize;
        Self {
            steps: AROUND.map(|(down, right)| down * size as isize + right),
            inside: AROUND
                .map(|(down, right)| cells(&|row, column| !is_beyond(row + down) && !is_beyond(column + right))),
            edges: [
                AROUND.map(|(down, right)| cells(&|row, column| is_beyond(row + down) && !is_beyond(column + right))),
                AROUND.map(|(down, right)| cells(&|row, column| !is_beyond(row + down) && is_beyond(column + right))),
            ],
        }
    }

    /// For each direction, the cells whose neighbour in that direction is a member.
    fn around(&self, set: &Carrier<N>) -> Ring<N> {
        std::array::from_fn(|at| set.shifted(-self.steps[at]).and(&self.inside[at]))
    }

    /// For each direction, the cells whose neighbour in that direction is a side's stone or edge.
    fn ring(&self, stones: &Carrier<N>, side: usize) -> Ring<N> {
        let around = self.around(stones);
        std::array::from_fn(|at| around[at].or(&self.edges[side][at]))
    }

    /// The cells next to a member.
    pub(super) fn neighbours(&self, set: &Carrier<N>) -> Carrier<N> {
        self.around(set).iter().fold(Carrier::NONE, |all, cells| all.or(cells))
    }

    /// The cells that can be reached from `start` over passable cells, where a cell of `stop` leads no further.
    pub(super) fn flood(&self, start: Carrier<N>, stop: &Carrier<N>, passable: &Carrier<N>) -> Carrier<N> {
        let (mut reached, mut last) = (start, start);
        while !last.is_empty() {
            last = self.neighbours(&last.without(stop)).and(passable).without(&reached);
            reached = reached.or(&last);
        }
        reached
    }

    /// Fills the dead and captured cells of a position.
    pub(super) fn fill_position(&self, position: &Hex) -> Filled<N> {
        let stones = position.stones.each_ref().map(|stones| position.carrier(stones));
        let empty = position.carrier(&position.free());
        let mut filled = Filled { stones, empty, captured: [Carrier::NONE; 2] };
        self.fill(&mut filled);
        filled
    }

    /// Fills a region that a side has captured, and the cells that become dead or captured by that.
    pub(super) fn fill_region(&self, filled: &mut Filled<N>, side: usize, region: &Region<N>) {
        filled.put(side, &region.cells);
        filled.captured[side] = filled.captured[side].or(&region.carrier);
        self.fill(filled);
    }

    fn fill(&self, filled: &mut Filled<N>) {
        for _ in 0..ROUNDS_MAX {
            let before = filled.empty;
            let rings = [0, 1].map(|side| self.ring(&filled.stones[side], side));
            // The colour of a dead cell doesn't matter.
            filled.put(0, &dead(&rings[0], &rings[1]).and(&filled.empty));
            for side in 0..2 {
                let rings = [side, 1 - side].map(|side| self.ring(&filled.stones[side], side));
                let killed = self.killed(&rings, &filled.empty);
                let mut captured = Carrier::NONE;
                for at in 0..3 {
                    // The neighbours that this cell kills, among those that kill this cell.
                    let back = self.around(&killed[at + 3])[at];
                    let pairs = killed[at].and(&back);
                    captured = captured.or(&pairs).or(&pairs.shifted(self.steps[at]));
                }
                filled.put(side, &captured);
                filled.captured[side] = filled.captured[side].or(&captured);
            }
            if filled.empty == before {
                break;
            }
        }
    }

    /// For each direction, the empty cells that become dead if a side puts a stone on their empty neighbour in that
    /// direction.
    fn killed(&self, [own, other]: &[Ring<N>; 2], empty: &Carrier<N>) -> Ring<N> {
        let free = self.around(empty);
        std::array::from_fn(|at| {
            let mut ring = *own;
            ring[at] = ring[at].or(&free[at]);
            dead(&ring, other).and(empty).and(&free[at])
        })
    }

    /// These moves of a side, without the dominated ones.
    pub(super) fn undominated(&self, filled: &Filled<N>, side: Side, moves: &Carrier<N>) -> Carrier<N> {
        let side = side.index();
        let rings = [side, 1 - side].map(|side| self.ring(&filled.stones[side], side));
        let killed = self.killed(&rings, &filled.empty);
        let mut left = filled.empty;
        for cell in moves.members() {
            // A cell that has already been left out as dominated no longer dominates others.
            let is_killed = |at: usize| killed[at].has(cell) && left.has(cell.wrapping_add_signed(self.steps[at]));
            if (0..6).any(is_killed) {
                left.remove(cell);
            }
        }
        left.and(moves)
    }
}

impl<const N: usize> Filled<N> {
    fn put(&mut self, side: usize, cells: &Carrier<N>) {
        self.stones[side] = self.stones[side].or(cells);
        self.empty = self.empty.without(cells);
    }
}

/// The cells whose neighbours have one of the patterns of a dead cell, whether or not the cell is empty: four in a row
/// of one colour; three in a row, and one of the other colour opposite; or two in a row, and two of the other colour
/// opposite.
fn dead<const N: usize>(one: &Ring<N>, other: &Ring<N>) -> Carrier<N> {
    let mut dead = Carrier::NONE;
    for (one, other, both) in [(one, other, true), (other, one, false)] {
        for at in 0..6 {
            let next = |ring: &Ring<N>, by: usize| ring[(at + by) % 6];
            let two = one[at].and(&next(one, 1));
            let three = two.and(&next(one, 2));
            dead = dead.or(&three.and(&next(one, 3).or(&next(other, 4))));
            if both {
                dead = dead.or(&two.and(&next(other, 3)).and(&next(other, 4)));
            }
        }
    }
    dead
}
