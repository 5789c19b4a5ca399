//! What draughts positions are worth, and in which order to try moves.

use std::cmp::Reverse;
use std::marker::PhantomData;

use super::moves::Move;
use super::rules::Draughts;
use super::variant::Variant;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Squares};
use plyd_search::hooks::{
    Deepening, Futility, LateMoveReductions, MoveOrdering, Quiescence, ReverseFutility, Selective, sort_by_score,
};
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score};

const MAN: i32 = 100;
const KING: i32 = 300;

/// For each row that a man has advanced from its own back row.
const ADVANCE: i32 = 3;
/// For each man that one wing has more than the other.
const IMBALANCE: i32 = 3;

/// Squares that count on a board.
struct Places<B>(PhantomData<B>);

impl<B: Diagonals> Places<B> {
    const SIDE: u32 = 2 * B::WIDTH;
    const CENTRE: Squares = rectangle(B::WIDTH, Self::SIDE / 3, Self::SIDE - Self::SIDE / 3);
    const SIDES: Squares = B::ALL & !columns(B::WIDTH, 1, Self::SIDE - 1);
    const LEFT: Squares = columns(B::WIDTH, 0, B::WIDTH);
    /// The long diagonal through two corners: a lone king is safe there.
    const MAIN_ROAD: Squares = {
        // A step up to the right is one of `WIDTH` places.
        let (mut set, mut place) = (0, B::PLACES - B::WIDTH);
        loop {
            set |= 1 << place;
            if place < B::WIDTH {
                break set;
            }
            place -= B::WIDTH;
        }
    };
    /// Fewer pieces than this seldom win against a king.
    const ENOUGH: u32 = B::WIDTH - 1;
}

/// The squares of these columns, the last not included.
const fn columns(width: u32, first: u32, last: u32) -> Squares {
    let (mut set, mut row) = (0, 0);
    while row < 2 * width {
        let mut index = 0;
        while index < width {
            let column = 2 * index + 1 - row % 2;
            if column >= first && column < last {
                set |= 1 << (width * row + row / 2 + index);
            }
            index += 1;
        }
        row += 1;
    }
    set
}

/// The squares of these columns and rows, the last not included.
const fn rectangle(width: u32, first: u32, last: u32) -> Squares {
    let from = width * first + first / 2;
    let to = width * last + last / 2;
    columns(width, first, last) & ((1 << to) - 1) & !((1 << from) - 1)
}

/// The pieces of one side and of the other, and the kings among all, turned so that the one side's men go up.
#[derive(Clone, Copy)]
struct View<B> {
    own: Squares,
    other: Squares,
    kings: Squares,
    board: PhantomData<B>,
}

impl<B: Diagonals> View<B> {
    fn turned(&self) -> Self {
        let [own, other, kings] = [self.other, self.own, self.kings].map(B::turned);
        Self { own, other, kings, board: PhantomData }
    }

    fn men(&self) -> Squares {
        self.own & !self.kings
    }

    fn material(&self) -> i32 {
        count(self.men()) * MAN + count(self.own & self.kings) * KING
    }

    /// What one side's pieces are worth for where they stand.
    fn places(&self) -> i32 {
        let (men, kings) = (self.men(), self.own & self.kings);
        let mut worth = ADVANCE * advance::<B>(men);
        worth += 4 * count(men & Places::<B>::CENTRE) - 2 * count(men & Places::<B>::SIDES);
        worth -= IMBALANCE * (count(men & Places::<B>::LEFT) - count(men & !Places::<B>::LEFT)).abs();
        if self.other & !self.kings != 0 {
            // A back row keeps men from being crowned.
            worth += 6 * count(men & B::row(2 * B::WIDTH - 1));
        }
        if kings != 0 {
            let empty = B::ALL & !(self.own | self.other);
            let steps: i32 = DIRECTIONS.iter().map(|way| count(B::step(*way, kings) & empty)).sum();
            worth += 3 * steps + 15 * count(kings & Places::<B>::MAIN_ROAD);
        }
        worth + self.runaways(men)
    }

    /// A bonus for each man that nothing stands before any more, more for one that is nearly there. Flying kings guard
    /// more than is seen at a glance.
    fn runaways(&self, men: Squares) -> i32 {
        if self.other & self.kings != 0 {
            return 0;
        }
        // Every square from which some way up leads to a piece of the other side.
        let mut guarded = self.other;
        for _ in 1..2 * B::WIDTH {
            guarded |= (B::back(Direction::UpLeft, guarded) | B::back(Direction::UpRight, guarded)) & B::ALL;
        }
        match men & !guarded {
            0 => 0,
            free => 12 * advance::<B>(free),
        }
    }
}

/// How many rows these have gone up from the lowest.
fn advance<B: Diagonals>(men: Squares) -> i32 {
    let last = 2 * B::WIDTH - 1;
    (1..=last).map(|rows| rows as i32 * count(men & B::row(last - rows))).sum()
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

impl<V: Variant> Evaluate for Draughts<V> {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 8 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |_, mv| !mv.is_capture(),
        ..MoveOrdering::DEFAULT
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
        let view = self.seen_by_mover();
        let turned = view.turned();
        let ahead = view.material() - turned.material();
        let pieces = count(self.own | self.other);
        // A piece ahead counts for more when fewer are left.
        let most = 2 * V::PDN.pieces_max as i32;
        let value = view.places() - turned.places() + ahead + ahead * (most - pieces) / most;
        Score::heuristic(if self.holds(value) { value / 8 } else { value })
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        if moves[0].is_capture() {
            moves.sort_unstable_by_key(|mv| (Reverse(self.spoils(*mv)), *mv));
            return;
        }
        sort_by_score::<128, _>(moves, |mv| self.rank(mv));
    }
}

impl<V: Variant> Draughts<V> {
    /// The board turned so that the men of the side to move go up.
    fn seen_by_mover(&self) -> View<V::Board> {
        let view = View { own: self.other, other: self.own, kings: self.kings, board: PhantomData };
        match self.side_to_move() {
            Side::First => View { own: self.own, other: self.other, ..view },
            Side::Second => view.turned(),
        }
    }

    /// Whether the weaker side has a king and the stronger too little to catch it.
    fn holds(&self, value: i32) -> bool {
        let (stronger, weaker) = if value > 0 { (self.own, self.other) } else { (self.other, self.own) };
        let kings = weaker & self.kings;
        let enough = Places::<V::Board>::ENOUGH + u32::from(kings & Places::<V::Board>::MAIN_ROAD != 0);
        kings != 0 && stronger.count_ones() < enough
    }

    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }

    /// What a capture takes.
    fn spoils(&self, capture: Move) -> i32 {
        2 * count(capture.captured) + count(capture.captured & self.kings)
    }

    /// Of steps, crowning comes first and those that let the opponent capture last; between them men go forward, but
    /// leave the back row late, and all go to the centre.
    fn rank(&self, step: Move) -> i32 {
        let [from, to] = step.ends();
        let centre = Places::<V::Board>::CENTRE;
        let mut rank = 2 * (count(to & centre) - count(from & centre));
        if self.kings & from == 0 {
            rank += 40 * count(to & self.crowning_row()) - 6 * count(from & self.back_row());
        }
        rank - if self.after(step).capturers() != 0 { 30 } else { 0 }
    }

    fn back_row(&self) -> Squares {
        V::Board::row(if self.side_to_move() == Side::First { 2 * V::Board::WIDTH - 1 } else { 0 })
    }
}
