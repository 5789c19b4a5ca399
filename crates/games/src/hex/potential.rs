//! How near a side is to joining its edges when the other side may always close the best way on (two-distance, of
//! Queenbee; van Rijswijck 2002).
//!
//! A cell at the edge is one stone from it; any other is one more than the second best of its neighbours, for the best
//! one the other side takes away. Stones of a chain that touch neither edge are no cells: whatever touches the chain
//! touches whatever else does. Both distances of a cell together are its potential, and the least one is the board's.

use super::board::Hex;
use super::cells::{AROUND, Cell, Cells, LARGEST, MARGIN, PLACES, Word, offset};
use super::groups::Groups;
use super::paths::FARTHEST;
use plyd_search::position::Side;

/// More chains than a side can have: of two rows of cells, taken in zigzag, each three in a line touch.
const CHAINS: usize = 7 * LARGEST;

/// More rows than touch chains, counted for each of them: it has no more than ten in a row of the board, and each has
/// one row above it and one below.
const ROWS: usize = 10 * LARGEST + 2 * CHAINS;

const NO_CHAIN: u8 = u8::MAX;

/// How many reached cells touch a chain, where it is not the place of the only one.
const UNMET: u16 = 0;
const SEVERAL: u16 = u16::MAX;

/// The least potential of a board for a side, and the cells that have it.
pub(super) struct Potential<W, const H: usize> {
    /// At most [`FARTHEST`].
    pub(super) least: usize,
    pub(super) cells: Cells<W, H>,
}

/// A side's chains that touch neither edge.
struct Chains<W, const H: usize> {
    count: usize,
    /// For each stone, which chain it is of; [`NO_CHAIN`] for all other places.
    at: [u8; PLACES],
    /// The empty cells that touch each chain, in the rows of its span.
    rows: [W; ROWS],
    spans: [Span; CHAINS],
    /// The empty cells that touch any.
    near: Cells<W, H>,
}

/// The rows around a chain: the first one's place in a set, and where they stand.
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
            at: [NO_CHAIN; PLACES],
            rows: [W::ZERO; ROWS],
            spans: [Span { first: 0, from: 0, to: 0 }; CHAINS],
            near: stones.neighbours().and(empty),
        };
        let mut used = 0;
        // Row by row, so a chain's first stone is in its top row.
        for stone in stones.members() {
            if chains.at[stone.place()] != NO_CHAIN {
                continue;
            }
            let (mut near, mut bottom) = (Cells::<W, H>::NONE, 0);
            groups.of(stone).for_each(|place| {
                chains.at[place] = chains.count as u8;
                near.surround(place);
                bottom = bottom.max(place >> 5);
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

    /// The empty cells that touch a chain, with their rows' places.
    fn around(&self, chain: usize) -> impl Iterator<Item = (usize, W)> {
        let Span { first, from, to } = self.spans[chain];
        (usize::from(first)..).zip(self.rows[usize::from(from)..usize::from(to)].iter().copied())
    }
}

/// The cells at some distance from an edge and all nearer ones.
struct Front<'c, W, const H: usize> {
    chains: &'c Chains<W, H>,
    empty: &'c Cells<W, H>,
    reached: Cells<W, H>,
    /// Those at this distance.
    new: Cells<W, H>,
    /// Where chains lead on one way, and on two or more. A way into a chain leads everywhere that touches it, but to
    /// the cells that touch its own cell: they count that one anyway.
    once: Cells<W, H>,
    twice: Cells<W, H>,
    /// For each chain, the place of the one reached cell that touches it, [`UNMET`] or [`SEVERAL`].
    met: [u16; CHAINS],
}

impl<'c, W: Word, const H: usize> Front<'c, W, H> {
    /// One stone from an edge, whose stones are given with it.
    fn at(edge: &Cells<W, H>, chains: &'c Chains<W, H>, empty: &'c Cells<W, H>) -> Self {
        let reached = edge.neighbours().and(empty);
        let (once, twice) = (Cells::NONE, Cells::NONE);
        Self { chains, empty, reached, new: reached, once, twice, met: [UNMET; CHAINS] }
    }

    /// One stone more: takes in what that reaches, and says whether it is anything. What several chains lead to from
    /// the same cell counts for each of them.
    fn advance(&mut self) -> bool {
        self.enter_chains();
        let [once, twice] = self.reached.touched();
        let all = twice.or(&self.twice).or(&once.and(&self.once)).and(self.empty);
        self.new = all.without(&self.reached);
        self.reached = self.reached.or(&self.new);
        !self.new.is_empty()
    }

    /// Goes on from the new cells to whatever touches the same chains. Each chain is entered twice at most.
    fn enter_chains(&mut self) {
        for place in self.new.and(&self.chains.near).members().map(Cell::place) {
            for step in AROUND {
                let chain = self.chains.at[place.wrapping_add_signed(offset(step))];
                if chain == NO_CHAIN {
                    continue;
                }
                let chain = usize::from(chain);
                match self.met[chain] {
                    UNMET => self.enter_first(chain, place),
                    SEVERAL => {}
                    from if usize::from(from) == place => {}
                    _ => self.enter_again(chain),
                }
            }
        }
    }

    fn enter_first(&mut self, chain: usize, place: usize) {
        self.met[chain] = place as u16;
        let mut counted = Cells::<W, H>::NONE;
        counted.surround(place);
        for (row, near) in self.chains.around(chain) {
            let beyond = near & !counted.0[row];
            self.twice.0[row] = self.twice.0[row] | self.once.0[row] & beyond;
            self.once.0[row] = self.once.0[row] | beyond;
        }
    }

    fn enter_again(&mut self, chain: usize) {
        self.met[chain] = SEVERAL;
        for (row, near) in self.chains.around(chain) {
            self.twice.0[row] = self.twice.0[row] | near;
        }
    }
}

impl Hex {
    /// Of a side with these chains, those that are joined to an edge among them.
    pub(super) fn potential<W: Word, const H: usize>(
        &self,
        side: Side,
        chains: &Groups,
        empty: &Cells<W, H>,
    ) -> Potential<W, H> {
        let [from, to] = self.rooted[side.index()].each_ref().map(Cells::narrow);
        let chains = Chains::of(&self.own(side).without(&from).without(&to), chains, empty);
        let [mut front, mut back] = [&from, &to].map(|edge| Front::at(edge, &chains, empty));
        let mut there = [Cells::NONE; FARTHEST];
        let mut last = 1;
        there[last] = front.reached;
        // Where the other edge is reached, all further cells are too far to be best.
        while last + 1 < FARTHEST && !there[last].meets(&back.reached) && front.advance() {
            last += 1;
            there[last] = front.reached;
        }
        let mut best = Potential { least: FARTHEST, cells: Cells::NONE };
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
