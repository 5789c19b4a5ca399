//! Features of the evaluation beyond the [patterns](super::patterns). Each is black's count less white's.

use super::super::rules::Checkers;
use crate::diagonals::{DIRECTIONS, Diagonals, Eight, Squares};

/// Number of features.
pub(super) const FEATURES: usize = KINGS + 32;

/// Layout: the difference in men, then three counts of kings, then a king on each square.
pub(super) const COUNTS: usize = 1;
pub(super) const KINGS: usize = COUNTS + 3;

/// The double corners, where a lone king is safest: squares 1, 5, 28 and 32.
const DOUBLE_CORNERS: Squares = 1 | 1 << 4 | 1 << 30 | 1 << 34;

/// Counts of kings: their steps; whether only one side has kings; and the weaker side's kings in a double corner, with
/// the sign of the lead.
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
