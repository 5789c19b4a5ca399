//! What the evaluation looks at beyond the [patterns](super::patterns): each is told for the first side, less the same
//! for the other.

use super::super::rules::Checkers;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Eight, Squares};
use plyd_search::position::Position;

/// How many there are.
pub(super) const FEATURES: usize = KINGS + 32;

/// In the order of the weights. To be on the move is one for whoever is.
pub(super) const ON_MOVE: usize = 0;
pub(super) const OPPOSITION: usize = 1;
pub(super) const MEN: usize = 2;
pub(super) const RUNAWAYS: usize = 3;
/// From here on: nothing where there are no kings.
pub(super) const MOBILITY: usize = 4;
pub(super) const STUCK: usize = 5;
pub(super) const ALONE: usize = 6;
pub(super) const REFUGE: usize = 7;
/// A king on each square.
pub(super) const KINGS: usize = 8;

/// Where a lone king is safe longest: squares 1, 5, 28 and 32.
const DOUBLE_CORNERS: Squares = 1 | 1 << 4 | 1 << 30 | 1 << 34;
/// Every other row, from each side's own back row on: the files that begin there.
const OWN_SYSTEM: [Squares; 2] = [row(0) | row(2) | row(4) | row(6), row(1) | row(3) | row(5) | row(7)];
/// The directions of each side's men.
const FORWARD: [[Direction; 2]; 2] =
    [[Direction::DownLeft, Direction::DownRight], [Direction::UpLeft, Direction::UpRight]];

const fn row(number: u32) -> Squares {
    0b1111 << (4 * number + number / 2)
}

/// All but the kings on their squares, black being the first side.
#[inline]
pub(super) fn counts(position: &Checkers) -> [i32; KINGS] {
    let ([black, white], kings) = (position.by_colour(), position.kings());
    let (men, other_men) = (black & !kings, white & !kings);
    let side = position.side_to_move().index();
    let mut counts = [0; KINGS];
    let mover = if side == 0 { 1 } else { -1 };
    counts[ON_MOVE] = mover;
    counts[OPPOSITION] = mover * opposition(black | white, side);
    counts[MEN] = count(men) - count(other_men);
    counts[RUNAWAYS] = runaways(0, men, white) - runaways(1, other_men, black);
    if kings != 0 {
        let empty = position.empty();
        let (own, other) = (black & kings, white & kings);
        let (one, two) = (mobility(own, empty), mobility(other, empty));
        let ahead = count(black) - count(white);
        counts[MOBILITY] = one.0 - two.0;
        counts[STUCK] = one.1 - two.1;
        counts[ALONE] = i32::from(other == 0) - i32::from(own == 0);
        counts[REFUGE] = refuge(ahead, [own, other]);
    }
    counts
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

/// Whether the side to move has "the move", 1 or -1: with an odd number of pieces on the files of its own it has the
/// last step when the sides close in on each other.
#[inline]
fn opposition(all: Squares, side: usize) -> i32 {
    if (all & OWN_SYSTEM[side]).count_ones() % 2 == 1 { 1 } else { -1 }
}

/// How far the men have gone that nothing stands before any more.
fn runaways(side: usize, men: Squares, other: Squares) -> i32 {
    // Every square from which some way forward leads to a piece of the other side.
    let [left, right] = FORWARD[side];
    let mut guarded = other;
    for _ in 0..7 {
        guarded |= (Eight::back(left, guarded) | Eight::back(right, guarded)) & Eight::ALL;
        if men & !guarded == 0 {
            return 0;
        }
    }
    let (mut free, mut gone) = (men & !guarded, 0);
    while free != 0 {
        gone += 2 + rows_gone(side, free.trailing_zeros());
        free &= free - 1;
    }
    gone
}

/// How far a man on this place has gone from its back row.
fn rows_gone(side: usize, place: u32) -> i32 {
    let row = (2 * (place / 9) + place % 9 / 4) as i32;
    if side == 0 { row } else { 7 - row }
}

/// How many steps these kings have, and how many kings have none.
#[inline]
fn mobility(kings: Squares, empty: Squares) -> (i32, i32) {
    let steps = DIRECTIONS.iter().map(|direction| (Eight::step(*direction, kings) & empty).count_ones()).sum::<u32>();
    let free = DIRECTIONS.iter().fold(0, |free, direction| free | Eight::back(*direction, empty));
    (steps as i32, (kings & !free).count_ones() as i32)
}

/// How many kings of the side that is behind are in a double corner, for the side that is ahead.
#[inline]
fn refuge(ahead: i32, [black, white]: [Squares; 2]) -> i32 {
    let weaker = if ahead > 0 { white } else { black };
    ahead.signum() * (weaker & DOUBLE_CORNERS).count_ones() as i32
}
