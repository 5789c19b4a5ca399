//! What the evaluation looks at beyond the [patterns](super::patterns): each is told for black, less the same for
//! white.

use super::super::rules::Checkers;
use crate::diagonals::{DIRECTIONS, Diagonals, Eight, Squares};

/// How many there are.
pub(super) const FEATURES: usize = KINGS + 32;

/// After how many men there are: the other counts, of kings; from there on a king on each square.
pub(super) const COUNTS: usize = 1;
pub(super) const KINGS: usize = COUNTS + 3;

/// Where a lone king is safe longest: squares 1, 5, 28 and 32.
const DOUBLE_CORNERS: Squares = 1 | 1 << 4 | 1 << 30 | 1 << 34;

/// What is counted of kings: their steps, whether they alone are kings, and how many of the side that is behind are in
/// a double corner, for the side that is ahead.
#[inline]
pub(super) fn counts(position: &Checkers) -> [i32; KINGS - COUNTS] {
    let ([black, white], kings, empty) = (position.by_colour(), position.kings(), position.empty());
    let (own, other) = (black & kings, white & kings);
    let ahead = count(black) - count(white);
    let weaker = if ahead > 0 { other } else { own };
    [
        steps(own, empty) - steps(other, empty),
        i32::from(other == 0) - i32::from(own == 0),
        ahead.signum() * count(weaker & DOUBLE_CORNERS),
    ]
}

fn steps(kings: Squares, empty: Squares) -> i32 {
    DIRECTIONS.iter().map(|direction| count(Eight::step(*direction, kings) & empty)).sum()
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}
