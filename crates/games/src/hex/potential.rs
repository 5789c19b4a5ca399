//! Two-distance (Queenbee; van Rijswijck 2002): how far a side is from connecting its edges if the opponent may always
//! block the best continuation.
//!
//! A cell at the edge has distance one. Any other cell has one more than the second smallest distance among its
//! neighbours, because the opponent takes the best one. Stones of a chain that touches neither edge are not cells: all
//! empty cells around the chain are neighbours of each other. The potential of a cell is the sum of its distances from
//! both edges. The board's potential is the smallest one.

use super::board::Hex;
use super::cells::{AROUND, Cell, Cells, INDEX_COUNT, MARGIN, MAX_SIZE, Word, offset};
use super::groups::Groups;
use super::paths::MAX_DISTANCE;
use plyd_search::position::Side;

/// Upper bound of a side's chains: of a zigzag through two rows, every third cell can be a chain.
const CHAINS: usize = 7 * MAX_SIZE;

/// Upper bound of the rows stored for all chains. Chains share at most ten runs in a row of the board, and each chain
/// adds a row above and a row below.
const ROWS: usize = 10 * MAX_SIZE + 2 * CHAINS;

const NO_CHAIN: u8 = u8::MAX;

/// States of a chain: no reached cell touches it yet, or several do. Otherwise the index of the only one.
const UNTOUCHED: u16 = 0;
const SEVERAL: u16 = u16::MAX;

/// The smallest potential on the board for a side, and the cells that attain it.
pub(super) struct Potential<W, const H: usize> {
    /// At most [`MAX_DISTANCE`].
    pub(super) least: usize,
    pub(super) cells: Cells<W, H>,
}

/// A side's chains that touch neither edge.
struct Chains<W, const H: usize> {
    count: usize,
    /// The chain of each stone by index; [`NO_CHAIN`] elsewhere.
    at: [u8; INDEX_COUNT],
    /// The empty cells around each chain, in the rows of its span.
    rows: [W; ROWS],
    spans: [Span; CHAINS],
    /// The empty cells around any chain.
    near: Cells<W, H>,
}

/// The rows around a chain: the index of the first one in a set, and their range in `rows`.
#[derive(Clone, Copy)]
struct Span {
    first: u8,
    from: u16,
    to: u16,
}

impl<W: Word, const H: usize> Chains<W, H> {
    fn of(stones: &Cells<W, H>, groups: &Groups, empty: &Cells<W, H>) -> Self {
        let mut chains = Self {
            count: 0,
            at: [NO_CHAIN; INDEX_COUNT],
            rows: [W::ZERO; ROWS],
            spans: [Span { first: 0, from: 0, to: 0 }; CHAINS],
            near: stones.neighbours().and(empty),
        };
        let mut used = 0;
        // Stones come row by row, so the first stone of a chain is in its top row.
        for stone in stones.members() {
            if chains.at[stone.index()] != NO_CHAIN {
                continue;
            }
            let (mut near, mut bottom) = (Cells::<W, H>::NONE, 0);
            groups.of(stone).for_each(|index| {
                chains.at[index] = chains.count as u8;
                near.surround(index);
                bottom = bottom.max(index >> 5);
            });
            let (top, from) = (usize::from(stone.row) - 1 + MARGIN, used);
            for row in top..=bottom + 1 + MARGIN {
                chains.rows[used] = near.0[row] & empty.0[row];
                used += 1;
            }
            chains.spans[chains.count] = Span { first: top as u8, from: from as u16, to: used as u16 };
            chains.count += 1;
        }
        chains
    }

    /// The empty cells around a chain, row by row with row indexes.
    fn around(&self, chain: usize) -> impl Iterator<Item = (usize, W)> {
        let Span { first, from, to } = self.spans[chain];
        (usize::from(first)..).zip(self.rows[usize::from(from)..usize::from(to)].iter().copied())
    }
}

/// The cells up to some distance from an edge.
struct Front<'c, W, const H: usize> {
    chains: &'c Chains<W, H>,
    empty: &'c Cells<W, H>,
    reached: Cells<W, H>,
    /// The cells at exactly this distance.
    new: Cells<W, H>,
    /// Cells that chains lead to once, and at least twice. A cell that enters a chain leads to all cells around it,
    /// except its own neighbours, which count that cell already.
    once: Cells<W, H>,
    twice: Cells<W, H>,
    /// For each chain, the index of the only reached cell next to it, [`UNTOUCHED`] or [`SEVERAL`].
    touching: [u16; CHAINS],
}

impl<'c, W: Word, const H: usize> Front<'c, W, H> {
    /// The cells at distance one from an edge and its connected stones.
    fn at(edge: &Cells<W, H>, chains: &'c Chains<W, H>, empty: &'c Cells<W, H>) -> Self {
        let reached = edge.neighbours().and(empty);
        let (once, twice) = (Cells::NONE, Cells::NONE);
        Self { chains, empty, reached, new: reached, once, twice, touching: [UNTOUCHED; CHAINS] }
    }

    /// Increases the distance by one; returns whether a new cell was reached. If several chains lead from one cell to
    /// another, each of them counts.
    fn advance(&mut self) -> bool {
        self.enter_chains();
        let [once, twice] = self.reached.neighbour_counts();
        let all = twice.or(&self.twice).or(&once.and(&self.once)).and(self.empty);
        self.new = all.without(&self.reached);
        self.reached = self.reached.or(&self.new);
        !self.new.is_empty()
    }

    /// Continues from the new cells to all cells around the same chains. Each chain is entered at most twice.
    fn enter_chains(&mut self) {
        for index in self.new.and(&self.chains.near).members().map(Cell::index) {
            for step in AROUND {
                let chain = self.chains.at[index.wrapping_add_signed(offset(step))];
                if chain == NO_CHAIN {
                    continue;
                }
                let chain = usize::from(chain);
                match self.touching[chain] {
                    UNTOUCHED => self.enter_first(chain, index),
                    SEVERAL => {}
                    from if usize::from(from) == index => {}
                    _ => self.enter_again(chain),
                }
            }
        }
    }

    fn enter_first(&mut self, chain: usize, index: usize) {
        self.touching[chain] = index as u16;
        let mut counted = Cells::<W, H>::NONE;
        counted.surround(index);
        for (row, near) in self.chains.around(chain) {
            let beyond = near & !counted.0[row];
            self.twice.0[row] = self.twice.0[row] | self.once.0[row] & beyond;
            self.once.0[row] = self.once.0[row] | beyond;
        }
    }

    fn enter_again(&mut self, chain: usize) {
        self.touching[chain] = SEVERAL;
        for (row, near) in self.chains.around(chain) {
            self.twice.0[row] = self.twice.0[row] | near;
        }
    }
}

impl Hex {
    /// The potential of a side with these chains, including those connected to an edge.
    pub(super) fn potential<W: Word, const H: usize>(
        &self,
        side: Side,
        chains: &Groups,
        empty: &Cells<W, H>,
    ) -> Potential<W, H> {
        let [from, to] = self.connected[side.index()].each_ref().map(Cells::narrow);
        let chains = Chains::of(&self.own(side).without(&from).without(&to), chains, empty);
        let [mut front, mut back] = [&from, &to].map(|edge| Front::at(edge, &chains, empty));
        let mut there = [Cells::NONE; MAX_DISTANCE];
        let mut last = 1;
        there[last] = front.reached;
        // Once the other edge is reached, further cells cannot be the best ones.
        while last + 1 < MAX_DISTANCE && !there[last].meets(&back.reached) && front.advance() {
            last += 1;
            there[last] = front.reached;
        }
        let mut best = Potential { least: MAX_DISTANCE, cells: Cells::NONE };
        for distance in 1..MAX_DISTANCE - 1 {
            // The largest distance that can still be best. Cells that meet nearer have a smaller potential.
            let mut most = last.min(best.least.min(MAX_DISTANCE - 1) - distance);
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
