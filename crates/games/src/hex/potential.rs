//! Two-distance (Queenbee; van Rijswijck 2002): how far a side is from connecting its edges if the opponent may always
//! block the best continuation.
//!
//! [Virtual connections](super::connections) count as stones. A cell next to the edge, or from which a stone is
//! A cell next to the edge, or from which a stone is virtually connected to the edge, has distance one. The distance of
//! any other cell is one more than the second smallest distance among its neighbours, because the opponent blocks the
//! best neighbour. A chain that touches neither edge has no distance: all empty cells around it count as neighbours of
//! each other. The potential of a cell is the sum of its distances from both edges.

use super::board::Hex;
use super::cells::{Cells, MARGIN, MAX_SIZE, Word};
use super::connections::Connected;
use super::groups::Groups;
use super::paths::MAX_DISTANCE;
use plyd_search::position::Side;

/// The most chains that a side can have: along a zigzag through two rows, every third cell can be a chain.
const CHAINS: usize = 7 * MAX_SIZE;

/// The most rows that are stored for all chains. Chains share at most ten runs in a row of the board, and each chain
/// adds a row above and a row below.
const ROWS: usize = 10 * MAX_SIZE + 2 * CHAINS;

/// The number of reached cells that touch a chain, up to two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touched {
    No,
    Once,
    Twice,
}

/// The number of potentials whose cells are listed: the smallest, one more, and two more.
pub(super) const LEVELS: usize = 3;

/// The smallest potential on the board for a side, at most [`MAX_DISTANCE`]. For each of [`LEVELS`], the cells with at
/// most that potential.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Potential<W, const H: usize> {
    pub(super) least: usize,
    pub(super) cells: [Cells<W, H>; LEVELS],
}

/// A side's chains that touch neither edge.
struct Chains<W, const H: usize> {
    count: usize,
    /// The empty cells around each chain, in the rows of its span.
    rows: [W; ROWS],
    spans: [Span; CHAINS],
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
        let mut chains = Self { count: 0, rows: [W::ZERO; ROWS], spans: [Span { first: 0, from: 0, to: 0 }; CHAINS] };
        let (mut used, mut seen) = (0, Cells::<W, H>::NONE);
        // Stones come row by row, so the first stone of a chain is in its top row.
        for stone in stones.members() {
            if seen.has(stone) {
                continue;
            }
            let (mut near, mut bottom) = (Cells::<W, H>::NONE, 0);
            groups.of(stone).for_each(|index| {
                seen.insert(index);
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
    /// For each chain, the number of reached cells next to it.
    touched: [Touched; CHAINS],
}

impl<'c, W: Word, const H: usize> Front<'c, W, H> {
    /// With these cells at distance one.
    fn at(reached: Cells<W, H>, chains: &'c Chains<W, H>, empty: &'c Cells<W, H>) -> Self {
        let (once, twice) = (Cells::NONE, Cells::NONE);
        Self { chains, empty, reached, new: reached, once, twice, touched: [Touched::No; CHAINS] }
    }

    /// Increases the distance by one; returns whether a new cell was reached. If several chains lead from one cell to
    /// another, each chain counts.
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
        for chain in 0..self.chains.count {
            if self.touched[chain] == Touched::Twice {
                continue;
            }
            // The new cells around the chain: how many, up to two, and the last one.
            let (mut several, mut last) = (false, None);
            for (row, near) in self.chains.around(chain) {
                let bits: u32 = (self.new.0[row] & near).into();
                if bits != 0 {
                    several |= last.is_some() || !bits.is_power_of_two();
                    last = Some((row, bits.trailing_zeros()));
                }
            }
            match last {
                None => {}
                Some((row, column)) if !several && self.touched[chain] == Touched::No => {
                    self.enter_first(chain, (row - MARGIN) << 5 | column as usize);
                }
                Some(_) => self.enter_again(chain),
            }
        }
    }

    fn enter_first(&mut self, chain: usize, index: usize) {
        self.touched[chain] = Touched::Once;
        let mut counted = Cells::<W, H>::NONE;
        counted.surround(index);
        for (row, near) in self.chains.around(chain) {
            let beyond = near & !counted.0[row];
            self.twice.0[row] = self.twice.0[row] | self.once.0[row] & beyond;
            self.once.0[row] = self.once.0[row] | beyond;
        }
    }

    fn enter_again(&mut self, chain: usize) {
        self.touched[chain] = Touched::Twice;
        for (row, near) in self.chains.around(chain) {
            self.twice.0[row] = self.twice.0[row] | near;
        }
    }
}

impl Hex {
    /// The potentials of a side; `None` if its edges are connected.
    pub(super) fn potential<W: Word, const H: usize>(
        &self,
        side: Side,
        connected: &Connected<W, H>,
    ) -> Option<Potential<W, H>> {
        let mut reached = [[Cells::NONE; MAX_DISTANCE]; 2];
        let mut last = [0; 2];
        // The first cell reached next to the other edge bounds the smallest potential, so larger distances need not be
        // computed.
        let mut most = MAX_DISTANCE - 1;
        self.with_fronts(side, connected, |[mut front, mut back]| {
            let goal = back.reached;
            for (edge, front) in [&mut front, &mut back].into_iter().enumerate() {
                loop {
                    last[edge] += 1;
                    reached[edge][last[edge]] = front.reached;
                    if edge == 0 && most == MAX_DISTANCE - 1 && front.reached.meets(&goal) {
                        most = (last[0] + LEVELS).min(most);
                    }
                    if last[edge] + 1 >= most || !front.advance() {
                        break;
                    }
                }
            }
        })?;
        let up_to = |sum: usize| {
            (1..sum).fold(Cells::NONE, |all: Cells<W, H>, near| {
                all.or(&reached[0][near.min(last[0])].and(&reached[1][(sum - near).min(last[1])]))
            })
        };
        let mut least = 2;
        let mut cells = [Cells::NONE; LEVELS];
        while least < MAX_DISTANCE {
            cells[0] = up_to(least);
            if !cells[0].is_empty() {
                break;
            }
            least += 1;
        }
        for (cells, more) in cells[1..].iter_mut().zip(1..) {
            *cells = up_to((least + more).min(MAX_DISTANCE));
        }
        Some(Potential { least, cells })
    }

    /// Calls back with the cells near both edges of a side; `None` if the edges are connected.
    fn with_fronts<W: Word, const H: usize>(
        &self,
        side: Side,
        connected: &Connected<W, H>,
        walk: impl FnOnce([Front<'_, W, H>; 2]),
    ) -> Option<()> {
        let (own, empty) = (&connected.own[side.index()], connected.bridges.empty());
        let chains = Groups::touching(own);
        let edges = Cells::edges(self.size, side).map(|edge| chains.joined(edge, own));
        let [from, to] = &edges;
        if from.neighbours().meets(to) {
            return None;
        }
        let chains = Chains::of(&own.without(from).without(to), &chains, empty);
        walk([0, 1].map(|edge| {
            let ziggurats = &connected.ziggurats[side.index()][edge];
            let near = connected.bridges.neighbours(&edges[edge]).or(ziggurats).and(empty);
            Front::at(near, &chains, empty)
        }));
        Some(())
    }
}
