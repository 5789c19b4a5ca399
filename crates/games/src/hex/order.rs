//! Move ordering and candidates.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, MAX_NARROW_SIZE, SHORT, TALL, Word};
use super::groups::Groups;
use super::moves::Move;
use super::paths::Paths;
use plyd_search::hooks::Candidates;
use plyd_search::position::Position;

/// Weight of the paths that go through a cell; the distance from the centre breaks ties.
const PATH_WEIGHT: u32 = 64;
/// Above the score of any cell, so that the swap is tried first.
const MAX_SCORE: u32 = 7 * PATH_WEIGHT;

impl Hex {
    /// Sorts moves, best first.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        if self.size <= MAX_NARROW_SIZE {
            self.sort_by_paths(moves, &self.both_paths::<u16, SHORT>());
        } else {
            self.sort_by_paths(moves, &self.both_paths::<u32, TALL>());
        }
    }

    /// Lists the cells on shortest paths, and those on slightly longer paths of both sides. Other moves may be better.
    /// Without such cells all moves are listed.
    pub(super) fn list_candidates(&self, moves: &mut Vec<Move>) -> Candidates {
        if self.size <= MAX_NARROW_SIZE {
            self.list_on_paths::<u16, SHORT>(moves)
        } else {
            self.list_on_paths::<u32, TALL>(moves)
        }
    }

    /// The paths of the side to move and of the other.
    fn both_paths<W: Word, const H: usize>(&self) -> [Paths<W, H>; 2] {
        let bridges = Bridges::over(self.free().narrow());
        [self.side, self.side.other()].map(|side| {
            let chains = Groups::touching(&self.own::<W, H>(side));
            self.paths(side, chains, &bridges)
        })
    }

    fn list_on_paths<W: Word, const H: usize>(&self, moves: &mut Vec<Move>) -> Candidates {
        let (first, paths) = (moves.len(), self.both_paths::<W, H>());
        let [own, other] = &paths;
        let cells = own.shortest.or(&other.shortest).or(&own.longer.and(&other.longer));
        let candidates = if cells.is_empty() || self.may_swap() {
            self.legal_moves(moves);
            Candidates::Complete
        } else {
            moves.extend(self.free().members().filter(|cell| cells.has(*cell)).map(|cell| self.mv(cell)));
            Candidates::Partial
        };
        self.sort_by_paths(&mut moves[first..], &paths);
        candidates
    }

    /// Sorts moves by the paths of both sides through them, then by distance from the centre.
    fn sort_by_paths<W: Word, const H: usize>(&self, moves: &mut [Move], paths: &[Paths<W, H>; 2]) {
        // One sort key for each move: the score below its maximum, then the move.
        let mut keys = [0_u32; Move::SLOTS];
        let keys = &mut keys[..moves.len()];
        for (key, mv) in keys.iter_mut().zip(&*moves) {
            *key = (MAX_SCORE - self.move_score(*mv, paths)) << 16 | u32::from(mv.0);
        }
        keys.sort_unstable();
        for (mv, key) in moves.iter_mut().zip(keys) {
            *mv = Move(*key as u16);
        }
    }

    fn move_score<W: Word, const H: usize>(&self, mv: Move, [own, other]: &[Paths<W, H>; 2]) -> u32 {
        if mv == Move::SWAP {
            return MAX_SCORE;
        }
        let cell = self.cell(mv);
        let on = |cells: &Cells<W, H>| u32::from(cells.has(cell));
        let paths = 2 * (on(&own.shortest) + on(&other.shortest)) + on(&own.longer) + on(&other.longer);
        // Twice the distance from the centre.
        let from_centre = |at: u8| 2 * i32::from(at) - i32::from(self.size) - 1;
        let (down, right) = (from_centre(cell.row), from_centre(cell.column));
        let far = down.abs().max(right.abs()).max((down + right).abs()) as u32;
        PATH_WEIGHT * paths + PATH_WEIGHT - 1 - far
    }
}
