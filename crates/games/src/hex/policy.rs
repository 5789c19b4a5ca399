//! What a move's surroundings say about it: a sum of weights of patterns, learnt from the moves of games by softmax
//! regression. It refines the [order](super::order) by hand.
//!
//! The patterns are a cell's neighbours together with its place on the best ways of both sides; six overlapping sectors
//! of two rings around the cell; and its distance from the edges.

use std::sync::LazyLock;

use super::board::Hex;
use super::cells::{AROUND, Cell, Cells, INDEX_COUNT, MARGIN, Step, Word};
use super::connections::Connected;
#[cfg(any(test, feature = "tools"))]
use super::moves::Move;
use super::potential::{LEVELS, Potential};
#[cfg(any(test, feature = "tools"))]
use crate::network::learning::Guided;
use crate::network::{PATTERN_UNIT, read_patterns};
use plyd_search::position::Side;

/// The weights in use.
static WEIGHTS: LazyLock<Vec<i8>> = LazyLock::new(|| read_patterns(include_bytes!("policy.bin"), COUNT));

/// What a logit counts in the order of moves.
const LOGIT: i32 = 192;

/// How a side may be related to a cell: it is on a way with the smallest potential, with one more, with two more, on
/// none of these, or the side's edges are connected already.
const RELATIONS: usize = LEVELS + 2;
const WAYS: usize = RELATIONS * RELATIONS;
const RINGS: usize = 3_usize.pow(6);
const SECTORS: usize = 3_usize.pow(6);
/// Distances from an edge that are told apart.
const DISTANCES: usize = 6;

/// The first pattern of each kind.
const CONNECTED: usize = WAYS * RINGS;
const AROUND_TWICE: usize = CONNECTED + 4 * WAYS;
const DISTANT: usize = AROUND_TWICE + 3 * SECTORS;
/// The number of patterns.
pub(super) const COUNT: usize = DISTANT + DISTANCES * DISTANCES;

/// The cells of the two rings around a cell, row by row.
const NEAR: [Step; 18] = [
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (-1, 2),
    (0, -2),
    (0, -1),
    (0, 1),
    (0, 2),
    (1, -2),
    (1, -1),
    (1, 0),
    (1, 1),
    (2, -2),
    (2, -1),
    (2, 0),
];

/// For each side to move: the indexes in [`NEAR`] of the cell's neighbours, and of each sector. The second side sees the
/// board reflected.
struct View {
    neighbours: [u8; 6],
    sectors: [[u8; 6]; 6],
}

static VIEWS: [View; 2] = [View::new(false), View::new(true)];

impl View {
    const fn new(reflected: bool) -> Self {
        let (mut neighbours, mut sectors) = ([0; 6], [[0; 6]; 6]);
        let mut at = 0;
        while at < 6 {
            let [left, middle, right] = [AROUND[at], AROUND[(at + 1) % 6], AROUND[(at + 2) % 6]];
            neighbours[at] = index(left, reflected);
            let steps = [left, middle, right, sum(left, middle), sum(middle, right), sum(middle, middle)];
            let mut cell = 0;
            while cell < steps.len() {
                sectors[at][cell] = index(steps[cell], reflected);
                cell += 1;
            }
            at += 1;
        }
        Self { neighbours, sectors }
    }
}

const fn sum(one: Step, other: Step) -> Step {
    (one.0 + other.0, one.1 + other.1)
}

/// The index of a step in [`NEAR`].
const fn index((down, right): Step, reflected: bool) -> u8 {
    let (down, right) = if reflected { (right, down) } else { (down, right) };
    let mut at = 0;
    while NEAR[at].0 != down || NEAR[at].1 != right {
        at += 1;
    }
    at as u8
}

/// What the patterns of all moves of a position have in common.
pub(super) struct Surroundings<const H: usize> {
    size: u8,
    side: Side,
    /// The rows of each side's stones and edges, the side to move first, shifted by two.
    rows: [[u32; H]; 2],
    /// For each empty cell: the relations of both sides, and over whose connections it lies.
    related: [u8; INDEX_COUNT],
}

impl<const H: usize> Surroundings<H> {
    pub(super) fn of<W: Word>(
        hex: &Hex,
        connected: &Connected<W, H>,
        potentials: &[Option<Potential<W, H>>; 2],
    ) -> Self {
        let sides = [hex.side, hex.side.other()];
        let rows =
            sides.map(|side| hex.own::<W, H>(side).or(&hex.border(side)).0.map(|row| Into::<u32>::into(row) << 2));
        let nowhere = [0, 1].map(|it| potentials[it].as_ref().map_or(LEVELS + 1, |_| LEVELS));
        let mut related = [(nowhere[0] * RELATIONS + nowhere[1]) as u8; INDEX_COUNT];
        for (potential, worth) in potentials.iter().zip([RELATIONS, 1]) {
            for cells in potential.iter().flat_map(|potential| &potential.cells) {
                cells.members().for_each(|cell| related[cell.index()] -= worth as u8);
            }
        }
        for (side, worth) in sides.into_iter().zip([WAYS, 2 * WAYS]) {
            let carried: Cells<W, H> = connected.own[side.index()].without(&hex.own(side));
            carried.members().for_each(|cell| related[cell.index()] += worth as u8);
        }
        Self { size: hex.size, side: hex.side, rows, related }
    }

    /// Calls `add` with each pattern of a cell.
    #[inline(always)]
    pub(super) fn patterns(&self, cell: Cell, mut add: impl FnMut(usize)) {
        let (row, column) = (usize::from(cell.row) + MARGIN, u32::from(cell.column));
        let near = self.rows.each_ref().map(|rows| {
            let cut = |row: usize, from: u32, width: u32| rows[row] >> (column + from) & ((1 << width) - 1);
            let here = cut(row, 0, 5);
            cut(row - 2, 2, 3)
                | cut(row - 1, 1, 4) << 3
                | (here & 3 | here >> 3 << 2) << 7
                | cut(row + 1, 0, 4) << 11
                | cut(row + 2, 0, 3) << 15
        });
        let code = |cells: &[u8; 6]| {
            cells.iter().fold(0, |code, at| 3 * code + (near[0] >> at & 1) as usize + 2 * (near[1] >> at & 1) as usize)
        };
        let view = &VIEWS[self.side.index()];
        let ring = code(&view.neighbours);
        let related = usize::from(self.related[cell.index()]);
        // A cell and its half turn have the same patterns.
        add(related % WAYS * RINGS + ring.min(ring % 27 * 27 + ring / 27));
        add(CONNECTED + related);
        for (at, sector) in view.sectors.iter().enumerate() {
            add(AROUND_TWICE + at % 3 * SECTORS + code(sector));
        }
        let distance = |at: u8| usize::from((at - 1).min(self.size - at)).min(DISTANCES - 1);
        let (own, other) = if self.side == Side::First { (cell.row, cell.column) } else { (cell.column, cell.row) };
        add(DISTANT + DISTANCES * distance(own) + distance(other));
    }

    /// The score of a move to this cell.
    #[inline(always)]
    pub(super) fn score(&self, cell: Cell) -> i32 {
        let mut score = 0;
        self.patterns(cell, |pattern| score += i32::from(WEIGHTS[pattern]));
        LOGIT / i32::from(PATTERN_UNIT) * score
    }
}

#[cfg(any(test, feature = "tools"))]
impl Guided for Hex {
    const PATTERNS: usize = COUNT;

    fn guided_moves(&self) -> Vec<(Move, Vec<u32>, f32)> {
        let connected = self.connected::<u32, { super::cells::TALL }>();
        let potentials = self.potentials(&connected);
        let scores = self.scores(&connected, &potentials);
        let surroundings = Surroundings::of(self, &connected, &potentials);
        let guided = |cell: Cell| {
            let mut patterns = Vec::new();
            surroundings.patterns(cell, |pattern| patterns.push(pattern as u32));
            (self.mv(cell), patterns, f32::from(scores[cell.index()]) / LOGIT as f32)
        };
        self.free().members().map(guided).collect()
    }
}
