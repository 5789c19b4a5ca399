//! What checkers positions are worth, and in which order to try moves.

use super::rules::{Checkers, Move};
use super::{endings, evaluation};
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::hooks::{
    Deepening, Futility, Knowledge, LateMoveReductions, MoveOrdering, Openings, Quiescence, ReverseFutility, Selective,
    sort_by_score,
};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};

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

/// What a step promises by its [slot](Move::slot): a man's by its side, and a king's. Crowning comes first, then men go
/// forward, but leave the back row late, and all go to the centre.
static MEN: [[i32; Move::SLOTS]; 2] = [promises(Some(0)), promises(Some(1))];
static KINGS: [i32; Move::SLOTS] = promises(None);

const fn promises(side: Option<usize>) -> [i32; Move::SLOTS] {
    let mut promises = [0; Move::SLOTS];
    let mut slot = 0;
    while slot < 4 * Eight::PLACES as usize {
        let (from, direction): (Squares, usize) = (1 << (slot / 4), slot % 4);
        let to = from.rotate_left(Eight::STEPS[direction]) & Eight::ALL;
        promises[slot] = worth(to) - worth(from);
        if let Some(side) = side {
            let rows = (to.trailing_zeros() % 36) / 9;
            promises[slot] -= 6 * (from & BACK_ROWS[side] != 0) as i32;
            promises[slot] += 40 * (to & BACK_ROWS[1 - side] != 0) as i32 + [rows, 3 - rows][side] as i32;
        }
        slot += 1;
    }
    promises
}

const fn worth(square: Squares) -> i32 {
    2 * (square & CENTRE != 0) as i32 - (square & SIDES != 0) as i32
}

impl Evaluate for Checkers {
    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<48, _>(moves, |mv| self.promise(mv));
    }

    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 8 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |_, mv| mv.jumps() == 0,
        score: Some(Self::promise),
        ..MoveOrdering::DEFAULT
    };

    const KNOWLEDGE: Knowledge<Self> = Knowledge {
        closed_form: endings::value,
        openings: || Openings::new(include_bytes!("openings.bin")),
        ..Knowledge::NONE
    };

    /// Captures are forced.
    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_captures, may_stand_pat: |_| false };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_move_reductions: Some(LateMoveReductions { min_depth: 3, min_moves: 3, base: 128, scale: 1150 }),
        reverse_futility: Some(ReverseFutility { max_depth: 4, margin: 60, threat_margin: 0 }),
        futility: Some(Futility { max_depth: 4, base: 0, margin: 60 }),
        killers_and_history: true,
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluation::evaluate(self))
    }
}

impl Checkers {
    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }

    /// Captures, which are forced, by how much they take.
    fn promise(&self, mv: Move) -> i32 {
        if mv.jumps() > 0 {
            mv.jumps() as i32
        } else if self.kings() & mv.from() != 0 {
            KINGS[mv.slot()]
        } else {
            MEN[self.side_to_move().index()][mv.slot()]
        }
    }
}
