//! The opinion: windows that can still become a row, by how many stones they lack.

use super::board::{Gomoku, Tally, lacking};
use super::frame::{AREA, Square};
use super::threats::Attack;
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, LateMoves, MoveOrdering, Score, Selective, Theory};

/// The side to move completes a row at once.
const WINS: i32 = 100_000;
/// The opponent lacks one stone in two windows: most often not both can be blocked.
const LOSES: i32 = -90_000;

/// The worth of a window by the stones that it lacks: to the side to move, beyond [`WINS`], and to the other one. A
/// line open at both ends lies in more windows than a half-open one, and so is worth more.
const OWN: [i32; 6] = [0, 0, 240, 40, 8, 1];
const OTHER: [i32; 6] = [0, 600, 120, 25, 6, 1];

/// What a window adds to the rank of its empty squares, by the stones that it lacks: a row is completed before one is
/// blocked, and both before anything is built.
const BUILD: [u32; 6] = [0, 10_000_000, 2_000, 100, 10, 1];
const BLOCK: [u32; 6] = [0, 1_000_000, 1_000, 60, 6, 1];

/// The rank of a square that is near enough to some stone to be worth a thought: in two windows with it.
const NEAR: u32 = 2 * BLOCK[4];

fn weighted(tally: &Tally, weights: &[i32; 6]) -> i32 {
    tally.iter().zip(weights).map(|(windows, weight)| i32::from(*windows) * weight).sum()
}

impl Evaluate for Gomoku {
    const ORDERING: MoveOrdering<Self> = MoveOrdering { remembers: false, ..MoveOrdering::DEFAULT };

    const THEORY: Theory<Self> = Theory { plies_left: Self::empties, ..Theory::NONE };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 2, after: 4, base: 128, scale: 1150, leave_out_to: 8, count: 6 }),
        must_answer: Some(Self::must_block),
        candidates: Some(Self::push_candidates),
        threats: Some(|root| Box::new(Attack::new(root.frame))),
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        let (own, other) = (&self.tallies[self.side.index()], &self.tallies[self.side.other().index()]);
        let centrality = i32::from(if self.side == Side::First { self.centrality } else { -self.centrality });
        let outlook = match (own[1], other[1]) {
            (1.., _) => WINS,
            (0, 2..) => LOSES,
            _ => 0,
        };
        Score::opinion(outlook + weighted(own, &OWN) - weighted(other, &OTHER) + centrality)
    }

    /// By what a stone would build and block, summed over the windows through its square; the order given (the centre
    /// first) decides between equals.
    fn order(&self, moves: &mut [Square]) {
        if moves.len() < 2 {
            return; // Quiescence asks at every leaf, with no moves at all.
        }
        sort_by_rank(moves, &self.ranks());
    }
}

/// Sorts squares by rank, the highest first; the order given decides between equals.
fn sort_by_rank(moves: &mut [Square], ranks: &[u32; AREA]) {
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

impl Gomoku {
    /// The opponent completes a row next, unless this side does at once.
    pub(super) fn must_block(&self) -> bool {
        self.tallies[self.side.other().index()][1] > 0 && self.tallies[self.side.index()][1] == 0
    }

    /// The squares that complete a row; else those that block one, for all others lose at once; else what lies in
    /// windows with stones, near them.
    pub(super) fn push_candidates(&self, moves: &mut Vec<Square>) -> bool {
        let first = moves.len();
        let ranks = self.ranks();
        let (least, complete) = match [self.side, self.side.other()].map(|side| self.tallies[side.index()][1] > 0) {
            [true, _] => (BUILD[1], true),
            [_, true] => (BLOCK[1], true),
            _ => (NEAR, false),
        };
        self.frame.each_from_the_centre(|square| {
            if ranks[usize::from(square.0)] >= least && self.stone(square).is_none() {
                moves.push(square);
            }
        });
        if moves.len() == first {
            self.legal_moves(moves);
            return true;
        }
        sort_by_rank(&mut moves[first..], &ranks);
        complete
    }

    /// Of every square, what a stone there would build and block, summed over the windows through it.
    fn ranks(&self) -> [u32; AREA] {
        let mut ranks = [0; AREA];
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
        ranks
    }
}
