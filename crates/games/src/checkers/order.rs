//! Move ordering of checkers.

use super::rules::{Checkers, Move};
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::position::Position;

const CENTRE: Squares = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares(&[4, 5, 12, 13, 20, 21, 28, 29]);
/// Each side's back row.
const BACK_ROWS: [Squares; 2] = [row(0), row(7)];
const fn row(number: u32) -> Squares {
    0b1111 << (4 * number + number / 2)
}

/// The set of squares with these numbers.
const fn squares(numbers: &[u8]) -> Squares {
    let (mut set, mut index) = (0, 0);
    while index < numbers.len() {
        let before = numbers[index] - 1;
        set |= 1 << (before + before / 8);
        index += 1;
    }
    set
}

/// Ordering scores of steps by [slot](Move::slot): for the men of each side, and for kings. Crowning comes first. Then
/// men advance but leave the back row late, and all pieces move to the centre.
static MAN_STEPS: [[i32; Move::SLOTS]; 2] = [step_scores(Some(0)), step_scores(Some(1))];
static KING_STEPS: [i32; Move::SLOTS] = step_scores(None);

const fn step_scores(side: Option<usize>) -> [i32; Move::SLOTS] {
    let mut step_scores = [0; Move::SLOTS];
    let mut slot = 0;
    while slot < 4 * Eight::BITS as usize {
        let (from, direction): (Squares, usize) = (1 << (slot / 4), slot % 4);
        let to = from.rotate_left(Eight::SHIFTS[direction]) & Eight::ALL;
        step_scores[slot] = square_score(to) - square_score(from);
        if let Some(side) = side {
            let rows = (to.trailing_zeros() % 36) / 9;
            step_scores[slot] -= 6 * (from & BACK_ROWS[side] != 0) as i32;
            step_scores[slot] += 40 * (to & BACK_ROWS[1 - side] != 0) as i32 + [rows, 3 - rows][side] as i32;
        }
        slot += 1;
    }
    step_scores
}

const fn square_score(square: Squares) -> i32 {
    2 * (square & CENTRE != 0) as i32 - (square & SIDES != 0) as i32
}

impl Checkers {
    /// The number of captured pieces, or a step's score from the table. Captures are forced, so the two never compete.
    pub(super) fn move_score(&self, mv: Move) -> i32 {
        if mv.jumps() > 0 {
            mv.jumps() as i32
        } else if self.kings() & mv.from() != 0 {
            KING_STEPS[mv.slot()]
        } else {
            MAN_STEPS[self.side_to_move().index()][mv.slot()]
        }
    }
}
