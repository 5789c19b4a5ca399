//! The opinion: windows that can still become a row, by how many stones they lack.

use super::board::{Gomoku, Tally, lacking};
use super::frame::{AREA, Square};
use crate::position::{Position, Side};
use crate::search::{Evaluate, Score};

/// The side to move completes a row at once.
const WINS: i32 = 100_000;
/// The opponent lacks one stone in two windows: most often not both can be blocked.
const LOSES: i32 = -90_000;

/// The worth of a window by the stones that it lacks: to the side to move, beyond [`WINS`], and to the other one. A line
/// open at both ends lies in more windows than a half-open one, and so is worth more.
const OWN: [i32; 6] = [0, 0, 240, 40, 8, 1];
const OTHER: [i32; 6] = [0, 600, 120, 25, 6, 1];

/// What a window adds to the rank of its empty squares, by the stones that it lacks: a row is completed before one is
/// blocked, and both before anything is built.
const BUILD: [u32; 6] = [0, 10_000_000, 2_000, 100, 10, 1];
const BLOCK: [u32; 6] = [0, 1_000_000, 1_000, 60, 6, 1];

fn weigh(tally: &Tally, weights: &[i32; 6]) -> i32 {
    tally.iter().zip(weights).map(|(windows, weight)| i32::from(*windows) * weight).sum()
}

impl Evaluate for Gomoku {
    const REMEMBERS: bool = false;
    const SLOTS: usize = AREA;

    fn slot(square: Square) -> usize {
        usize::from(square.0)
    }

    fn evaluate(&self) -> Score {
        let (own, other) = (&self.tallies[self.side.index()], &self.tallies[self.side.other().index()]);
        let centrality = i32::from(if self.side == Side::First { self.centrality } else { -self.centrality });
        let outlook = match (own[1], other[1]) {
            (1.., _) => WINS,
            (0, 2..) => LOSES,
            _ => 0,
        };
        Score::opinion(outlook + weigh(own, &OWN) - weigh(other, &OTHER) + centrality)
    }

    fn plies_left(&self) -> u32 {
        u32::from(self.empty)
    }

    /// By what a stone would build and block, summed over the windows through its square; the order given (the centre
    /// first) decides between equals.
    fn order(&self, moves: &mut [Square]) {
        if moves.len() < 2 {
            return; // Quiescence asks at every leaf, with no moves at all.
        }
        let mut ranks = [0_u32; AREA];
        let (frame, side) = (self.frame, self.side_to_move());
        let window = usize::from(frame.in_a_row);
        frame.windows(&self.stones, |first, stride, stones| {
            let rank = match (stones[side.index()], stones[side.other().index()]) {
                (0, 0) => return,
                (mine, 0) => BUILD[lacking(frame.in_a_row - mine)],
                (0, theirs) => BLOCK[lacking(frame.in_a_row - theirs)],
                _ => return,
            };
            for n in 0..window {
                ranks[first + n * stride] += rank;
            }
        });
        // One number each: rank, then place in the order given, then the square itself.
        let mut keys = [0_u64; AREA];
        let keys = &mut keys[..moves.len()];
        for ((key, square), place) in keys.iter_mut().zip(&*moves).zip(0..) {
            *key = u64::from(!ranks[usize::from(square.0)]) << 32 | place << 16 | u64::from(square.0);
        }
        keys.sort_unstable();
        for (square, key) in moves.iter_mut().zip(keys) {
            *square = Square(*key as u16);
        }
    }
}
