//! Move ordering and candidates.

use super::board::Hex;
use super::cells::{self, AROUND, Cell, Cells, INDEX_COUNT, Word, in_cells};
use super::connections::Connected;
use super::moves::Move;
use super::policy::Surroundings;
use super::potential::{LEVELS, Potential};
use plyd_search::hooks::Candidates;
use plyd_search::position::{Position, Side};

/// The number of candidates of the selective search.
const CANDIDATES: usize = 11;

/// Scores of a move to a cell with the smallest potential, with one more, and with two more. The first row is for
/// potentials of the side to move, the second for the other side's.
const POTENTIALS: [[i16; LEVELS]; 2] = [[289, 140, 57], [271, 183, 63]];
/// A cell a bridge away from a stone. Here and in the next constants, the first number is for stones of the side to
/// move, the second for the other side's.
const BRIDGE: [i16; 2] = [122, 45];
/// Each neighbour that is a stone or the edge.
const NEIGHBOUR: [i16; 2] = [46, 65];
/// A cell next to two stones of one side that have a stone of the other side between them. A stone there joins or cuts
/// the two.
const GAP: [i16; 2] = [76, 69];
/// A cell of a virtual connection. Most such moves only force a reply, and they would crowd out the others.
const CONNECTED: [i16; 2] = [-200, -100];
/// A dead cell, whose colour doesn't matter.
const DEAD: i16 = -226;
/// Scores lie below this, so that the swap is tried first.
const MAX_SCORE: i16 = 1 << 14;
/// Of how many moves, for each that is asked for, the surroundings are looked at.
const REFINED: usize = 2;

impl Hex {
    /// Sorts moves, best first.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        self.sort_best(moves, moves.len());
    }

    /// Lists the moves with the best scores. Other moves may be better.
    pub(super) fn list_candidates(&self, moves: &mut Vec<Move>) -> Candidates {
        let first = moves.len();
        self.legal_moves(moves);
        let listed = &mut moves[first..];
        if self.may_swap() || listed.len() <= CANDIDATES {
            self.sort(listed);
            return Candidates::Complete;
        }
        self.sort_best(listed, CANDIDATES);
        moves.truncate(first + CANDIDATES);
        Candidates::Partial
    }

    /// The moves that a careless player would consider: the swap, and cells that are near and on a way. A cell is near
    /// if it is within two cells of a stone, or near the middle of an empty board. The ways are the cells of
    /// [`Self::ways`].
    pub(super) fn plausible_moves(&self) -> Vec<Move> {
        let [x, o] = &self.stones;
        let stones = x.or(o);
        let near = (0..2).fold(stones, |near, _| near.or(&near.neighbours()));
        let is_near = |cell: Cell| {
            let in_middle = |at: u8| (at - 1).min(self.size - at) >= self.size / 4;
            if stones.is_empty() { in_middle(cell.row) && in_middle(cell.column) } else { near.has(cell) }
        };
        let on_a_way = self.ways();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.retain(|mv| {
            let cell = self.cell(*mv);
            *mv == Move::SWAP || is_near(cell) && on_a_way.has(cell)
        });
        moves
    }

    /// The cells whose potential for one of the sides exceeds that side's smallest by at most two. If a side's edges
    /// are connected: its stones and the cells of its connections.
    fn ways(&self) -> Cells {
        let connected = self.connected();
        let mut all = Cells::NONE;
        for side in [Side::First, Side::Second] {
            match self.potential(side, &connected) {
                Some(potential) => all = all.or(&potential.cells[LEVELS - 1]),
                None => return connected.own[side.index()],
            }
        }
        all
    }

    /// Brings this many of the best moves to the front, best first.
    fn sort_best(&self, moves: &mut [Move], count: usize) {
        in_cells!(self.sort_best_in(moves, count));
    }

    #[inline(never)]
    fn sort_best_in<W: Word, const H: usize>(&self, moves: &mut [Move], count: usize) {
        let connected: Connected<W, H> = self.connected();
        let potentials = self.potentials(&connected);
        let scores = self.scores(&connected, &potentials);
        // One sort key for each move: the score below its maximum, then the move.
        let mut keys = [0_u32; Move::SLOTS];
        let keys = &mut keys[..moves.len()];
        let key = |score: i16, mv: Move| u32::from(MAX_SCORE.abs_diff(score)) << 16 | u32::from(mv.0);
        for (sort_key, mv) in keys.iter_mut().zip(&*moves) {
            *sort_key = key(if *mv == Move::SWAP { MAX_SCORE } else { scores[self.cell(*mv).index()] }, *mv);
        }
        let pool = keys.len().min(REFINED * count);
        if pool < keys.len() {
            keys.select_nth_unstable(pool);
        }
        let surroundings = Surroundings::of(self, &connected, &potentials);
        for sort_key in &mut keys[..pool] {
            let mv = Move(*sort_key as u16);
            if mv != Move::SWAP {
                let cell = self.cell(mv);
                let score = i32::from(scores[cell.index()]) + surroundings.score(cell);
                *sort_key = key(score.clamp(1 - i32::from(MAX_SCORE), i32::from(MAX_SCORE) - 1) as i16, mv);
            }
        }
        if count < pool {
            keys[..pool].select_nth_unstable(count);
        }
        keys[..count].sort_unstable();
        for (mv, key) in moves.iter_mut().zip(keys) {
            *mv = Move(*key as u16);
        }
    }

    /// The score of each empty cell by index, without its surroundings.
    pub(super) fn scores<W: Word, const H: usize>(
        &self,
        connected: &Connected<W, H>,
        potentials: &[Option<Potential<W, H>>; 2],
    ) -> [i16; INDEX_COUNT] {
        let mut scores = [0; INDEX_COUNT];
        let mut add = |cells: &Cells<W, H>, worth: i16| {
            cells.members().for_each(|cell| scores[cell.index()] += worth);
        };
        let free: Cells<W, H> = self.free().narrow();
        let sides = [self.side, self.side.other()];
        let stones = sides.map(|side| self.own::<W, H>(side));
        let around = [0, 1].map(|it| {
            let solid = stones[it].or(&self.border(sides[it]));
            AROUND.map(|step| solid.moved(step).and(&free))
        });
        let mut dead = Cells::NONE;
        for it in 0..2 {
            if let Some(potential) = &potentials[it] {
                // Each set holds those before it.
                for (level, cells) in potential.cells.iter().enumerate() {
                    let next = POTENTIALS[it].get(level + 1).copied().unwrap_or_default();
                    add(cells, POTENTIALS[it][level] - next);
                }
            }
            let mut gaps = Cells::NONE;
            for at in 0..AROUND.len() {
                let own = |step: usize| &around[it][(at + step) % 6];
                let other = |step: usize| &around[1 - it][(at + step) % 6];
                add(own(0), NEIGHBOUR[it]);
                gaps = gaps.or(&own(0).and(other(1)).and(own(2)));
                let two = own(0).and(own(1));
                dead = dead.or(&two.and(own(2)).and(&own(3).or(other(4)))).or(&two.and(other(3)).and(other(4)));
            }
            add(&gaps, GAP[it]);
            add(&connected.own[sides[it].index()].without(&stones[it]), CONNECTED[it]);
            add(&connected.bridges.neighbours(&stones[it]).without(&stones[it].neighbours()).and(&free), BRIDGE[it]);
        }
        add(&dead, DEAD);
        for cell in free.members() {
            // Twice the distance from the centre breaks ties.
            let from_centre = |at: u8| 2 * i16::from(at) - i16::from(self.size) - 1;
            let (down, right) = (from_centre(cell.row), from_centre(cell.column));
            let score = &mut scores[cell.index()];
            *score = 2 * *score - down.abs().max(right.abs()).max((down + right).abs());
        }
        scores
    }
}
