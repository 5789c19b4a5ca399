//! Static evaluation and move ordering of draughts.

use std::cmp::Reverse;
use std::marker::PhantomData;

use super::moves::Move;
use super::rules::Draughts;
use super::variant::Variant;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Squares};
use plyd_search::hooks::{
    AllMoves, Forced, Futility, Hooks, LateMoveReductions, NoLeaves, NoSolver, NoTactics, Positional, ReverseFutility,
    Selective, sort_by_score,
};
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score};

const MAN: i32 = 100;
pub(super) const KING: i32 = 300;

/// Bonus of a man for each row that it has advanced.
const ADVANCE: i32 = 3;
/// Penalty for each man that one wing has more than the other.
const IMBALANCE: i32 = 3;

/// Sets of squares that the evaluation uses.
struct Zones<B>(PhantomData<B>);

impl<B: Diagonals> Zones<B> {
    const SIDE: u32 = 2 * B::WIDTH;
    const CENTRE: Squares = rectangle(B::WIDTH, Self::SIDE / 3, Self::SIDE - Self::SIDE / 3);
    const SIDES: Squares = B::ALL & !columns(B::WIDTH, 1, Self::SIDE - 1);
    const LEFT: Squares = columns(B::WIDTH, 0, B::WIDTH);
    /// The main road, the long diagonal through two corners: a lone king is safe there.
    const MAIN_ROAD: Squares = {
        // A step up to the right is `WIDTH` bits.
        let (mut set, mut index) = (0, B::BITS - B::WIDTH);
        loop {
            set |= 1 << index;
            if index < B::WIDTH {
                break set;
            }
            index -= B::WIDTH;
        }
    };
    /// Fewer pieces than this seldom win against a king.
    const ENOUGH: u32 = B::WIDTH - 1;
}

/// The squares of columns `first` to `last`, without `last`.
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

/// The squares of columns and rows `first` to `last`, without `last`.
const fn rectangle(width: u32, first: u32, last: u32) -> Squares {
    let from = width * first + first / 2;
    let to = width * last + last / 2;
    columns(width, first, last) & ((1 << to) - 1) & !((1 << from) - 1)
}

/// The pieces of one side, those of the other, and all kings, on a board turned so that the one side's men go up.
#[derive(Clone, Copy)]
struct Perspective<B> {
    own: Squares,
    other: Squares,
    kings: Squares,
    board: PhantomData<B>,
}

impl<B: Diagonals> Perspective<B> {
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

    /// Positional value of one side's pieces.
    fn positional(&self) -> i32 {
        let (men, kings) = (self.men(), self.own & self.kings);
        let mut worth = ADVANCE * advance::<B>(men);
        worth += 4 * count(men & Zones::<B>::CENTRE) - 2 * count(men & Zones::<B>::SIDES);
        worth -= IMBALANCE * (count(men & Zones::<B>::LEFT) - count(men & !Zones::<B>::LEFT)).abs();
        if self.other & !self.kings != 0 {
            // A back row stops enemy men from crowning.
            worth += 6 * count(men & B::row(2 * B::WIDTH - 1));
        }
        if kings != 0 {
            let empty = B::ALL & !(self.own | self.other);
            let steps: i32 = DIRECTIONS.iter().map(|step| count(B::step(*step, kings) & empty)).sum();
            worth += 3 * steps + 15 * count(kings & Zones::<B>::MAIN_ROAD);
        }
        worth + self.runaways(men)
    }

    /// Bonus for runaways: men without any piece in front of them, more for each row advanced. Only if the opponent has
    /// no kings, because kings stop too many of them.
    fn runaways(&self, men: Squares) -> i32 {
        if self.other & self.kings != 0 {
            return 0;
        }
        // Squares from which a path up leads to an enemy piece.
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

/// Rows that these men have advanced in total.
fn advance<B: Diagonals>(men: Squares) -> i32 {
    let last = 2 * B::WIDTH - 1;
    (1..=last).map(|rows| rows as i32 * count(men & B::row(last - rows))).sum()
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

impl<V: Variant> Evaluate for Draughts<V> {
    type Hooks = Self;

    const ASPIRATION: i32 = 8;

    const SLOTS: usize = Move::SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_capture()
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures(moves);
    }

    const SELECTIVE: Selective = Selective::Positional(Positional {
        late_move_reductions: Some(LateMoveReductions { min_depth: 3, min_moves: 3, base: 128, scale: 1150 }),
        reverse_futility: Some(ReverseFutility { max_depth: 4, margin: 60 }),
        futility: Some(Futility { max_depth: 4, base: 0, margin: 60 }),
        killers_and_history: true,
        ..Positional::PLAIN
    });

    fn evaluate(&self) -> Score {
        let perspective = self.seen_by_mover();
        let turned = perspective.turned();
        let ahead = perspective.material() - turned.material();
        let pieces = count(self.own | self.other);
        // A lead counts for more when fewer pieces are left.
        let most = 2 * V::PDN.pieces_max as i32;
        let value = perspective.positional() - turned.positional() + ahead + ahead * (most - pieces) / most;
        Score::heuristic(if self.is_drawish(value) { value / 8 } else { value })
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.first().is_some_and(|mv| mv.is_capture()) {
            moves.sort_unstable_by_key(|mv| (Reverse(self.capture_value(*mv)), *mv));
            return;
        }
        sort_by_score::<128, _>(moves, |mv| self.step_score(mv));
    }
}

impl<V: Variant> Hooks<Self> for Draughts<V> {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = AllMoves;
}

impl<V: Variant> Forced<Self> for Draughts<V> {
    /// Captures are forced.
    fn may_stand_pat(_position: &Self) -> bool {
        false
    }
}

impl<V: Variant> Draughts<V> {
    /// The board turned so that the men of the side to move go up.
    fn seen_by_mover(&self) -> Perspective<V::Board> {
        let perspective = Perspective { own: self.other, other: self.own, kings: self.kings, board: PhantomData };
        match self.side_to_move() {
            Side::First => Perspective { own: self.own, other: self.other, ..perspective },
            Side::Second => perspective.turned(),
        }
    }

    /// Whether the weaker side has a king, and the stronger side has too few pieces to catch it.
    fn is_drawish(&self, value: i32) -> bool {
        let (stronger, weaker) = if value > 0 { (self.own, self.other) } else { (self.other, self.own) };
        let kings = weaker & self.kings;
        let enough = Zones::<V::Board>::ENOUGH + u32::from(kings & Zones::<V::Board>::MAIN_ROAD != 0);
        kings != 0 && stronger.count_ones() < enough
    }

    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }

    /// Material that a capture takes.
    fn capture_value(&self, capture: Move) -> i32 {
        2 * count(capture.captured) + count(capture.captured & self.kings)
    }

    /// Ordering of steps: crowning comes first, and steps into a capture last. In between, men advance but leave the
    /// back row late, and all pieces move to the centre.
    fn step_score(&self, step: Move) -> i32 {
        let [from, to] = step.ends();
        let centre = Zones::<V::Board>::CENTRE;
        let mut score = 2 * (count(to & centre) - count(from & centre));
        if self.kings & from == 0 {
            score += 40 * count(to & self.crowning_row()) - 6 * count(from & self.back_row());
        }
        score - if self.after(step).capturers() != 0 { 30 } else { 0 }
    }

    fn back_row(&self) -> Squares {
        V::Board::row(if self.side_to_move() == Side::First { 2 * V::Board::WIDTH - 1 } else { 0 })
    }
}
