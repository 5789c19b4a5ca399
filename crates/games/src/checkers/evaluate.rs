//! What checkers positions are worth, and in which order to try moves.

use super::rules::{Checkers, Move};
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Eight, Squares};
use plyd_search::position::{Position, Side};
use plyd_search::{
    Deepening, Evaluate, Futility, LateMoves, MoveOrdering, Quiescence, Score, Selective, sort_by_promise,
};

const MAN: i32 = 100;
const KING: i32 = 140;

/// Rows as a side's men see them: 0 is their own back row, they are crowned on 7.
const ROWS: [Squares; 8] = {
    let mut rows = [0; 8];
    let mut row = 0;
    while row < 8 {
        rows[row] = 0b1111 << (4 * row + row / 2);
        row += 1;
    }
    rows
};

/// For a man on each row.
const ADVANCE: [i32; 8] = [0, 0, 2, 4, 6, 10, 16, 0];

/// The back row's squares that best keep the opponent from crowning: the bridge.
const BRIDGE: Squares = squares(&[1, 3]);
const BACK_ROW: Squares = squares(&[1, 2, 3, 4]);
const CENTRE: Squares = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares(&[4, 5, 12, 13, 20, 21, 28, 29]);
/// Where a lone king is safe longest.
const DOUBLE_CORNERS: Squares = squares(&[1, 5, 28, 32]);
/// Every other row, from one's own back row on: the files that begin there.
const OWN_SYSTEM: Squares = ROWS[0] | ROWS[2] | ROWS[4] | ROWS[6];

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

/// The pieces of one side and of the other, and the kings among all, turned so that the one side's men go down.
#[derive(Clone, Copy)]
struct View {
    own: Squares,
    other: Squares,
    kings: Squares,
}

impl View {
    fn turned(self) -> Self {
        Self { own: Eight::turned(self.other), other: Eight::turned(self.own), kings: Eight::turned(self.kings) }
    }

    fn material(self) -> i32 {
        count(self.own & !self.kings) * MAN + count(self.own & self.kings) * KING
    }

    /// What one side's pieces are worth for where they stand.
    fn places(self) -> i32 {
        let men = self.own & !self.kings;
        let kings = self.own & self.kings;
        let empty = Eight::ALL & !(self.own | self.other);
        let mut worth: i32 = ROWS.iter().zip(ADVANCE).map(|(row, worth)| count(men & row) * worth).sum();
        worth +=
            4 * count(men & CENTRE) - 3 * count(men & SIDES) + 8 * count(kings & CENTRE) - 6 * count(kings & SIDES);
        if self.other & !self.kings != 0 {
            worth += 5 * count(men & BACK_ROW) + 5 * count(men & BRIDGE);
        }
        let steps = DIRECTIONS.iter().map(|direction| count(Eight::step(*direction, kings) & empty)).sum::<i32>();
        worth + 2 * steps + self.runaways(men)
    }

    /// A bonus for each man that nothing stands before any more, more for one that is nearly there.
    fn runaways(self, men: Squares) -> i32 {
        // Every square from which some way down leads to a piece of the other side.
        let mut guarded = self.other;
        for _ in 0..7 {
            guarded |=
                (Eight::back(Direction::DownLeft, guarded) | Eight::back(Direction::DownRight, guarded)) & Eight::ALL;
        }
        let free = men & !guarded;
        ROWS.iter().zip(0..).map(|(row, number)| count(free & row) * (10 + 5 * number)).sum()
    }
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

impl Evaluate for Checkers {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 8 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |_, mv| mv.jumps() == 0,
        ..MoveOrdering::DEFAULT
    };

    /// Captures are forced.
    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_captures, may_stand_pat: |_| false };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 3, after: 3, base: 128, scale: 1150, leave_out_to: 0, count: 0 }),
        futility: Some(Futility { to: 4, above: 60, below: 60 }),
        remembers: true,
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        let (own, other, kings) = self.seen_by_mover();
        let view = View { own, other, kings };
        let mut value = view.places() - view.turned().places();
        let pieces = count(own | other);
        let ahead = view.material() - view.turned().material();
        // A piece ahead counts for more when fewer are left.
        value += ahead + ahead * (24 - pieces) / 24;
        if ahead != 0 {
            let weaker = if ahead > 0 { other } else { own };
            value -= ahead.signum() * 15 * count(weaker & kings & DOUBLE_CORNERS);
        } else if pieces <= 12 {
            // "The move" (the opposition): with an odd number of pieces on the files of the side to move it has the
            // last step when the sides close in on each other.
            value += if count((own | other) & OWN_SYSTEM) % 2 == 1 { 8 } else { -8 };
        }
        Score::opinion(value)
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        if moves[0].jumps() > 0 {
            moves.sort_unstable_by_key(|mv| (std::cmp::Reverse(mv.jumps()), *mv));
            return;
        }
        sort_by_promise::<128, _>(moves, |mv| self.rank(mv));
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
        let (from, to) = step.path().next().map_or((0, 0), |(to, _)| (step.from(), to));
        let [from, to] = match self.side_to_move() {
            Side::First => [from, to],
            Side::Second => [Eight::turned(from), Eight::turned(to)],
        };
        let king = self.kings() & step.from() != 0;
        let mut rank = 2 * (count(to & CENTRE) - count(from & CENTRE)) + count(from & SIDES) - count(to & SIDES);
        if !king {
            rank += 40 * count(to & ROWS[7]) - 6 * count(from & BACK_ROW) + (to.trailing_zeros() / 9) as i32;
        }
        rank - if self.after(step).capturers() != 0 { 30 } else { 0 }
    }
}
