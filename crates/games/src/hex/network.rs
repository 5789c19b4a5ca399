//! The small network that corrects the evaluation by hand. Its features are the stones around each cell, triangles of
//! cells in their places, and the cells of both sides' best ways.
//!
//! On a board of another size, a place has its distance from the nearest edges.

use std::sync::LazyLock;

use super::board::Hex;
use super::cells::{self, AROUND, Cells, MARGIN, MAX_SIZE, Step, Word};
use super::connections::Connected;
use super::paths::MAX_DISTANCE;
use super::potential::{LEVELS, Potential};
#[cfg(any(test, feature = "tools"))]
use crate::network::learning::Learnt;
use crate::network::{Features, Network};
use plyd_search::position::Side;

/// The network in use.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::of::<Hex>(include_bytes!("network.bin")));

/// The number of rows of the board on which it was learnt. On others it is not used.
pub(super) const LEARNT_SIZE: u8 = 11;
const SIZE: usize = LEARNT_SIZE as usize;
const CELLS: usize = SIZE * SIZE;
/// The number of places of triangles of one direction.
const TRIANGLES: usize = (SIZE - 1) * (SIZE - 1);
/// How a side may be related to a cell: it is on a way with the smallest potential, with one more, with two more, or on
/// none of these.
const RELATIONS: usize = LEVELS + 1;

/// The first feature of each kind. Every position has feature 0.
const RINGS: usize = 1;
const CORNERS: usize = RINGS + 3_usize.pow(7);
const LEAST: usize = CORNERS + 3_usize.pow(3) * 2 * TRIANGLES;
const WAYS: usize = LEAST + 2 * (MAX_DISTANCE + 1);
const WAYS_IN_PLACE: usize = WAYS + RELATIONS * RELATIONS;

/// A view of the board in which the side to move connects the top and bottom edges.
struct View {
    /// Whether the board is reflected about the main diagonal, because the second side is to move.
    reflected: bool,
    /// Whether it makes a half turn after that.
    turned: bool,
    /// For seven bits, of a cell and its neighbours: their digits in a number to the base 3.
    rings: [u16; 1 << 7],
    /// The places of cells, and those of triangles, by the number of rows.
    cells: [Places; MAX_SIZE + 1],
    triangles: [Places; MAX_SIZE + 1],
}

/// The two numbers that add up to the number of a place: for its row, and for its column.
#[derive(Clone, Copy)]
struct Places([[u16; MAX_SIZE]; 2]);

/// A cell's neighbours, and the cell itself: three rows of two, three and two cells from the left.
const SEVEN: [Step; 7] = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)];

/// The view of each side, with and without a half turn.
static VIEWS: [View; 4] =
    [View::new(false, false), View::new(false, true), View::new(true, false), View::new(true, true)];

impl View {
    const fn new(reflected: bool, turned: bool) -> Self {
        let mut rings = [0; 1 << 7];
        let mut bits = 0;
        while bits < rings.len() {
            let mut at = 0;
            while at < SEVEN.len() {
                if bits >> at & 1 == 1 {
                    let (down, right) = SEVEN[at];
                    let (down, right) = if reflected { (right, down) } else { (down, right) };
                    rings[bits] += digit(if turned { (-down, -right) } else { (down, right) });
                }
                at += 1;
            }
            bits += 1;
        }
        let [cells, triangles] = [Places::of(SIZE, reflected, turned), Places::of(SIZE - 1, reflected, turned)];
        Self { reflected, turned, rings, cells, triangles }
    }
}

impl Places {
    /// For every number of rows, the places among the `known` rows and columns of the network.
    const fn of(known: usize, reflected: bool, turned: bool) -> [Self; MAX_SIZE + 1] {
        let mut all = [Self([[0; MAX_SIZE]; 2]); MAX_SIZE + 1];
        let mut size = 1;
        while size <= MAX_SIZE {
            let mut at = 0;
            while at < size {
                let from_start = if turned { size - 1 - at } else { at };
                let from_end = size - 1 - from_start;
                let place = if from_start < from_end {
                    if from_start < known / 2 { from_start } else { known / 2 }
                } else {
                    known - 1 - if from_end < (known - 1) / 2 { from_end } else { (known - 1) / 2 }
                };
                let [row, column] = if reflected { [1, known] } else { [known, 1] };
                all[size].0[0][at] = (place * row) as u16;
                all[size].0[1][at] = (place * column) as u16;
                at += 1;
            }
            size += 1;
        }
        all
    }

    #[inline(always)]
    const fn place(&self, row: usize, column: usize) -> usize {
        (self.0[0][row] + self.0[1][column]) as usize
    }
}

/// The worth of a neighbour's digit, or of the cell's own.
const fn digit(step: Step) -> u16 {
    let mut at = 0;
    while at < AROUND.len() {
        if AROUND[at].0 == step.0 && AROUND[at].1 == step.1 {
            return 3_u16.pow(5 - at as u32);
        }
        at += 1;
    }
    3_u16.pow(6)
}

/// What the network sees of a position: the side to move first.
pub(super) struct Seen<'a, W, const H: usize> {
    hex: &'a Hex,
    potentials: &'a [Option<Potential<W, H>>; 2],
}

impl<'a, W: Word, const H: usize> Seen<'a, W, H> {
    pub(super) const fn of(hex: &'a Hex, potentials: &'a [Option<Potential<W, H>>; 2]) -> Self {
        Self { hex, potentials }
    }
}

impl<W: Word, const H: usize> Features for Seen<'_, W, H> {
    const VECTORS: usize = WAYS_IN_PLACE + RELATIONS * RELATIONS * CELLS;
    const STAGES: usize = 4;
    const UNIT: i32 = 350;

    /// By the share of cells that have stones.
    #[inline(always)]
    fn stage(&self) -> usize {
        let cells = usize::from(self.hex.size) * usize::from(self.hex.size);
        (10 * usize::from(self.hex.stones_placed()) / cells).min(Self::STAGES - 1)
    }

    #[inline(always)]
    fn features(&self, mut add: impl FnMut(usize)) {
        let hex = self.hex;
        let size = usize::from(hex.size);
        let view = &VIEWS[2 * hex.side.index() + usize::from(hex.is_turned())];
        let sides = [hex.side, hex.side.other()];
        let stones = sides.map(|side| hex.own::<W, H>(side));
        let rows = [0, 1].map(|it| stones[it].or(&hex.border(sides[it])).0.map(Into::<u32>::into));
        add(0);
        // A cell with its neighbours.
        for row in MARGIN + 1..=MARGIN + size {
            for column in 1..=size {
                let seven = |rows: &[u32; H]| {
                    let [above, here, below] = [rows[row - 1], rows[row], rows[row + 1]];
                    above >> column & 3 | (here >> (column - 1) & 7) << 2 | (below >> (column - 1) & 3) << 5
                };
                let [own, other] = rows.each_ref().map(|rows| usize::from(view.rings[seven(rows) as usize]));
                if own + other > 0 {
                    add(RINGS + own + 2 * other);
                }
            }
        }
        // Triangles of three cells: one that points up to the left corner, and one that points down to the right.
        let rows = stones.map(|stones| stones.0.map(Into::<u32>::into));
        let places = &view.triangles[size - 1];
        let swapped = view.reflected != view.turned;
        for row in MARGIN + 1..MARGIN + size {
            let [both, below] = [row, row + 1].map(|row| rows[0][row] | rows[1][row]);
            for column in 1..size {
                if (both | below) >> column & 3 == 0 {
                    continue;
                }
                let cell = |down: usize, right: usize| {
                    let at = |rows: &[u32; H]| (rows[row + down] >> (column + right) & 1) as usize;
                    at(&rows[0]) + 2 * at(&rows[1])
                };
                let [left, right, low, opposite] = [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)];
                let two = if swapped { 3 * low + right } else { 3 * right + low };
                let place = places.place(row - MARGIN - 1, column - 1);
                for (corner, is_lower) in [(left, view.turned), (opposite, !view.turned)] {
                    let code = 9 * corner + two;
                    if code > 0 {
                        add(CORNERS + (2 * code + usize::from(is_lower)) * TRIANGLES + place);
                    }
                }
            }
        }
        // The best ways of both sides.
        for (owner, potential) in self.potentials.iter().enumerate() {
            let least = potential.as_ref().map_or(0, |potential| potential.least);
            add(LEAST + (MAX_DISTANCE + 1) * owner + least);
        }
        let ways = self.potentials.each_ref().map(|it| it.as_ref().map_or([Cells::NONE; LEVELS], |it| it.cells));
        let any = ways[0][LEVELS - 1].or(&ways[1][LEVELS - 1]);
        for cell in any.members() {
            let [own, other] = ways.each_ref().map(|ways| ways.iter().filter(|cells| !cells.has(cell)).count());
            let relation = RELATIONS * own + other;
            let place = view.cells[size].place(usize::from(cell.row) - 1, usize::from(cell.column) - 1);
            add(WAYS + relation);
            add(WAYS_IN_PLACE + CELLS * relation + place);
        }
    }
}

impl Features for Hex {
    const VECTORS: usize = Seen::<u32, { cells::TALL }>::VECTORS;
    const STAGES: usize = Seen::<u32, { cells::TALL }>::STAGES;
    const UNIT: i32 = Seen::<u32, { cells::TALL }>::UNIT;

    fn stage(&self) -> usize {
        let potentials = self.potentials(&self.connected::<u32, { cells::TALL }>());
        Seen::of(self, &potentials).stage()
    }

    fn features(&self, add: impl FnMut(usize)) {
        let potentials = self.potentials(&self.connected::<u32, { cells::TALL }>());
        Seen::of(self, &potentials).features(add);
    }
}

impl Hex {
    /// Whether the network sees the board after a half turn. It sees the same of a position and its half turn.
    #[inline(always)]
    fn is_turned(&self) -> bool {
        let keys = self.keys();
        match self.side {
            Side::First => keys[0] > keys[1],
            Side::Second => keys[2] > keys[3],
        }
    }

    /// The potentials of both sides, the side to move first.
    pub(super) fn potentials<W: Word, const H: usize>(
        &self,
        connected: &Connected<W, H>,
    ) -> [Option<Potential<W, H>>; 2] {
        [self.side, self.side.other()].map(|side| self.potential(side, connected))
    }
}

#[cfg(any(test, feature = "tools"))]
impl Learnt for Hex {
    const CONSTANT: std::ops::Range<usize> = 0..1;

    fn prior(&self) -> i32 {
        self.lead_by_hand()
    }
}
