//! In which order to try moves, and which are worth a thought.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, LARGEST_SMALL, SHORT, TALL, Word};
use super::groups::Groups;
use super::moves::Move;
use super::paths::Paths;
use plyd_search::position::Position;

/// What decides between moves is first on how many ways they are, then how near to the centre.
const WAYS: u32 = 64;
/// More than a cell can have; the swap is tried first.
const MOST: u32 = 7 * WAYS;

impl Hex {
    /// Sorts moves, the most promising first.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return; // Quiescence asks at every leaf, with no moves at all.
        }
        if self.size <= LARGEST_SMALL {
            self.sort_by_ways(moves, &self.ways::<u16, SHORT>());
        } else {
            self.sort_by_ways(moves, &self.ways::<u32, TALL>());
        }
    }

    /// Lists the cells on shortest ways, and those on slightly longer ones of both sides. Others may be better; where
    /// there are none, everything is listed.
    pub(super) fn list_candidates(&self, moves: &mut Vec<Move>) -> bool {
        if self.size <= LARGEST_SMALL {
            self.list_on_ways::<u16, SHORT>(moves)
        } else {
            self.list_on_ways::<u32, TALL>(moves)
        }
    }

    /// The ways of the side to move and of the other.
    fn ways<W: Word, const H: usize>(&self) -> [Paths<W, H>; 2] {
        let bridges = Bridges::over(self.free().narrow());
        [self.side, self.side.other()].map(|side| {
            let chains = Groups::touching(&self.own::<W, H>(side));
            self.paths(side, chains, &bridges)
        })
    }

    fn list_on_ways<W: Word, const H: usize>(&self, moves: &mut Vec<Move>) -> bool {
        let (first, ways) = (moves.len(), self.ways::<W, H>());
        let [own, other] = &ways;
        let cells = own.shortest.or(&other.shortest).or(&own.longer.and(&other.longer));
        let complete = cells.is_empty() || self.may_swap();
        if complete {
            self.legal_moves(moves);
        } else {
            moves.extend(self.free().members().filter(|cell| cells.has(*cell)).map(|cell| self.mv(cell)));
        }
        self.sort_by_ways(&mut moves[first..], &ways);
        complete
    }

    /// Sorts moves by on how many ways they are, of both sides, then by how near to the centre.
    fn sort_by_ways<W: Word, const H: usize>(&self, moves: &mut [Move], ways: &[Paths<W, H>; 2]) {
        // One number each: what is missing from the most that a move could promise, then the move itself.
        let mut keys = [0_u32; Move::SLOTS];
        let keys = &mut keys[..moves.len()];
        for (key, mv) in keys.iter_mut().zip(&*moves) {
            *key = (MOST - self.promise(*mv, ways)) << 16 | u32::from(mv.0);
        }
        keys.sort_unstable();
        for (mv, key) in moves.iter_mut().zip(keys) {
            *mv = Move(*key as u16);
        }
    }

    fn promise<W: Word, const H: usize>(&self, mv: Move, [own, other]: &[Paths<W, H>; 2]) -> u32 {
        if mv == Move::SWAP {
            return MOST;
        }
        let cell = self.cell(mv);
        let on = |cells: &Cells<W, H>| u32::from(cells.has(cell));
        let ways = 2 * (on(&own.shortest) + on(&other.shortest)) + on(&own.longer) + on(&other.longer);
        // Steps from the centre, doubled.
        let from_centre = |at: u8| 2 * i32::from(at) - i32::from(self.size) - 1;
        let (down, right) = (from_centre(cell.row), from_centre(cell.column));
        let far = down.abs().max(right.abs()).max((down + right).abs()) as u32;
        WAYS * ways + WAYS - 1 - far
    }
}
