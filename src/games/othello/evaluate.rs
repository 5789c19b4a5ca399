//! What Othello positions are worth before the end is in sight, and in which order to try moves.

use super::bitboard::{self, CORNERS, Squares};
use super::rules::{Othello, Ply};
use crate::search::{Evaluate, Score};

/// What is counted, for the side to move less for the other: legal moves, empty squares next to the opponent's discs,
/// corners, X and C squares next to an empty corner, stable discs, discs; then 1 where the number of empty squares is
/// odd (who moves then has the last move, if nobody passes), and 1 always (the worth of the move itself).
const FEATURES: usize = 9;

/// In 1/256 disc, a row for each six empty squares from none to 60.
const WEIGHTS: [[i32; FEATURES]; 11] = [[300, 80, 1800, -900, -300, 300, 0, 256, 0]; 11];

pub(super) fn features(position: &Othello) -> [i32; FEATURES] {
    let (own, other, empty) = (position.own(), position.other(), position.empty());
    let less = |own: Squares, other: Squares| own.count_ones() as i32 - other.count_ones() as i32;
    let empty_corners = empty & CORNERS;
    let x = bitboard::diagonal_neighbours(empty_corners);
    let c = bitboard::around(empty_corners) & !x & !CORNERS;
    let [own_stable, other_stable] = bitboard::stable(own, other);
    [
        less(position.placements(), bitboard::moves(other, own)),
        less(bitboard::around(other) & empty, bitboard::around(own) & empty),
        less(own & CORNERS, other & CORNERS),
        less(own & x, other & x),
        less(own & c, other & c),
        less(own_stable, other_stable),
        less(own, other),
        (empty.count_ones() & 1) as i32,
        1,
    ]
}

impl Evaluate for Othello {
    fn evaluate(&self) -> Score {
        let weights = WEIGHTS[self.empty().count_ones() as usize / 6];
        let sum: i32 = features(self).iter().zip(weights).map(|(count, weight)| count * weight).sum();
        Score::opinion(((sum + 128) >> 8).clamp(-64, 64))
    }

    fn order(&self, moves: &mut [Ply]) {
        if moves.len() < 2 {
            return;
        }
        let mut ranks = [0; 64];
        let empty = self.empty();
        for index in 0..moves.len() {
            let ply = moves[index];
            let rank = self.rank(ply, empty);
            let mut place = index;
            while place > 0 && ranks[place - 1] < rank {
                ranks[place] = ranks[place - 1];
                moves[place] = moves[place - 1];
                place -= 1;
            }
            ranks[place] = rank;
            moves[place] = ply;
        }
    }
}

/// A quarter of the board; the empty squares of each tell regions of odd size well enough.
const QUADRANTS: [Squares; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

impl Othello {
    /// Higher is tried earlier. Fewest replies first and odd regions first, after the literature on endgame solvers.
    fn rank(&self, ply: Ply, empty: Squares) -> i32 {
        let square = 1u64 << (ply.0 & 63);
        let empties = empty.count_ones();
        let quadrant = QUADRANTS.into_iter().find(|quadrant| quadrant & square != 0).unwrap_or(0);
        let parity = ((quadrant & empty).count_ones() & 1) as i32;
        let corner = i32::from(square & CORNERS != 0);
        if empties <= 4 {
            return 8 * parity + 4 * corner;
        }
        let flipped = bitboard::flips(ply.0, self.own(), self.other());
        let (own, other) = (self.own() | flipped | square, self.other() & !flipped);
        let replies = bitboard::moves(other, own);
        let x = i32::from(square & bitboard::diagonal_neighbours(empty & CORNERS) != 0);
        20 * corner - 4 * replies.count_ones() as i32 - 8 * (replies & CORNERS).count_ones() as i32 - 8 * x + parity
    }
}
