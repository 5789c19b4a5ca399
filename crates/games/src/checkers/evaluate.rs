//! What checkers positions are worth, and in which order to try moves.

use super::rules::{Checkers, Move};
use super::{endings, evaluation};
use crate::diagonals::Squares;
use plyd_search::position::Position;
use plyd_search::{
    Deepening, Evaluate, Futility, LateMoves, MoveOrdering, Quiescence, Score, Selective, Theory, sort_by_promise,
};

const CENTRE: Squares = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares(&[4, 5, 12, 13, 20, 21, 28, 29]);
/// Each side's back row.
const BACK_ROWS: [Squares; 2] = [row(0), row(7)];
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

/// What a step promises by the squares that it leaves and comes to: a man's by its side, and a king's.
static MEN: [[[i32; 2]; 64]; 2] = [promises(Some(0)), promises(Some(1))];
static KINGS: [[i32; 2]; 64] = promises(None);

const fn promises(side: Option<usize>) -> [[i32; 2]; 64] {
    let mut promises = [[0; 2]; 64];
    let mut place = 0;
    while place < 35 {
        let by_place = 2 * (CENTRE >> place & 1) as i32 - (SIDES >> place & 1) as i32;
        promises[place] = [by_place, by_place];
        if let Some(side) = side {
            let ahead = if side == 0 { place } else { 34 - place } / 9;
            promises[place][0] += 6 * (BACK_ROWS[side] >> place & 1) as i32;
            promises[place][1] += 40 * (BACK_ROWS[1 - side] >> place & 1) as i32 + ahead as i32;
        }
        place += 1;
    }
    promises
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
        let promises = if self.kings() & from != 0 { &KINGS } else { &MEN[self.side_to_move().index()] };
        let [leave, come] = [from, to].map(|square| promises[(square.trailing_zeros() & 63) as usize]);
        come[1] - leave[0] - if self.exposes(step) { 30 } else { 0 }
    }
}
