//! What checkers positions are worth, and in which order to try moves.

use super::{endings, evaluation};
use super::rules::{Checkers, Move};
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Eight, Squares};
use plyd_search::position::Position;
use plyd_search::{
    Deepening, Evaluate, Futility, LateMoves, MoveOrdering, Quiescence, Score, Selective, Theory, sort_by_promise,
};

const MAN: i32 = 100;
const KING: i32 = 140;

/// For a man on each row, counted from its own back row; on the last it would be a king.
const ADVANCE: [i32; 8] = [0, 0, 2, 4, 6, 10, 16, 0];

const CENTRE: Squares = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares(&[4, 5, 12, 13, 20, 21, 28, 29]);
/// Where a lone king is safe longest.
const DOUBLE_CORNERS: Squares = squares(&[1, 5, 28, 32]);
/// Each side's back row.
const BACK_ROWS: [Squares; 2] = [row(0), row(7)];
/// The squares of it that best keep the opponent from crowning.
const BRIDGES: [Squares; 2] = [squares(&[1, 3]), squares(&[30, 32])];
/// Every other row, from one's own back row on: the files that begin there.
const OWN_SYSTEM: [Squares; 2] = [row(0) | row(2) | row(4) | row(6), row(1) | row(3) | row(5) | row(7)];
/// The directions of each side's men.
const FORWARD: [[Direction; 2]; 2] =
    [[Direction::DownLeft, Direction::DownRight], [Direction::UpLeft, Direction::UpRight]];

const fn row(number: u32) -> Squares {
    0b1111 << (4 * number + number / 2)
}

/// The squares of these numbers.
const fn squares(numbers: &[u8]) -> Squares {
    let (mut set, mut index) = (0, 0);
    while index < numbers.len() {
        let before = numbers[index] - 1;
        set |= 1 << (before + before / 8);
        index += 1;
    }
    set
}

impl Evaluate for Checkers {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 8 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |_, mv| mv.jumps() == 0,
        ..MoveOrdering::DEFAULT
    };

    const THEORY: Theory<Self> = Theory { closed_form: endings::value, tables: Some(endings::make), ..Theory::NONE };

    /// Captures are forced.
    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_captures, may_stand_pat: |_| false };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 3, after: 3, base: 128, scale: 1150, leave_out_to: 0, count: 0 }),
        futility: Some(Futility { to: 4, above: 60, below: 60 }),
        remembers: true,
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::opinion(evaluation::evaluate(self))
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        if moves[0].jumps() > 0 {
            moves.sort_unstable_by_key(|mv| (std::cmp::Reverse(mv.jumps()), *mv));
            return;
        }
        sort_by_promise::<48, _>(moves, |mv| self.rank(mv));
    }
}

impl Checkers {
    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }

    /// Of steps, crowning comes first and those that let the opponent capture last; between them men go forward, but
    /// leave the back row late, and all go to the centre.
    fn rank(&self, step: Move) -> i32 {
        let (from, to) = (step.from(), step.landing());
        let side = self.side_to_move().index();
        let is_in = |square: Squares, set: Squares| i32::from(square & set != 0);
        let mut rank = 2 * (is_in(to, CENTRE) - is_in(from, CENTRE)) + is_in(from, SIDES) - is_in(to, SIDES);
        if self.kings() & from == 0 {
            let place = to.trailing_zeros() as i32;
            let ahead = if side == 0 { place } else { 34 - place } / 9;
            rank += 40 * is_in(to, BACK_ROWS[1 - side]) - 6 * is_in(from, BACK_ROWS[side]) + ahead;
        }
        rank - if self.after(step).capturers() != 0 { 30 } else { 0 }
    }
}
