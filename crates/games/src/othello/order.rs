//! Move ordering of Othello outside the endgame solver.

use super::bitboard::{self, CORNERS, Squares};
use super::endgame::odd_regions;
use super::rules::{Move, Othello};
use crate::bits::members;
use crate::processor::dispatch;
use plyd_search::hooks::sort_by_score;
use pulp::NullaryFnOnce;

impl Othello {
    /// Sorts moves, best first.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        let scores = dispatch(MoveScores { own: self.own(), other: self.other(), moves: self.placements() });
        sort_by_score::<128, _>(moves, |mv| scores[usize::from(mv.0 & 63)]);
    }
}

/// Ordering scores of all moves, by square, compiled for an instruction set that is chosen at run time.
struct MoveScores {
    own: Squares,
    other: Squares,
    moves: Squares,
}

impl NullaryFnOnce for MoveScores {
    type Output = [i32; 64];

    #[inline(always)]
    fn call(self) -> [i32; 64] {
        let mut scores = [0; 64];
        let empty = !(self.own | self.other);
        let odd = odd_regions(empty);
        for square in members(self.moves) {
            scores[usize::from(square & 63)] = self.score(square, empty, odd);
        }
        scores
    }
}

impl MoveScores {
    /// The ordering score. Higher is better: corners come first, then moves that leave the opponent the fewest replies
    /// ("fastest first") and border on the fewest empty squares. Near the end counting replies costs more than it
    /// saves, so moves in regions of odd size come first (parity). Both are standard in Othello endgame solvers.
    #[inline(always)]
    fn score(&self, square: u8, empty: Squares, odd: Squares) -> i32 {
        let here = 1u64 << (square & 63);
        let parity = i32::from(here & odd != 0);
        let corner = i32::from(here & CORNERS != 0);
        if empty.count_ones() <= 5 {
            return 2 * parity + corner;
        }
        let flipped = bitboard::flips(square, self.own, self.other);
        let (own, other) = (self.own | flipped | here, self.other & !flipped);
        let replies = bitboard::moves(other, own);
        let corner_replies = (replies & CORNERS).count_ones() as i32;
        let frontier = (bitboard::around(own) & empty & !here).count_ones() as i32;
        let x = i32::from(here & bitboard::diagonal_neighbours(empty & CORNERS) != 0);
        20 * corner - 4 * replies.count_ones() as i32 - 8 * corner_replies - 2 * frontier - 8 * x + parity
    }
}
