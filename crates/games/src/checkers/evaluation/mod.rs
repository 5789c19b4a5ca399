//! What a position is worth: weights of its patterns and of a few features, learnt from games ([`patterns`] and
//! [`features`] say of what, [`weights`] how much, [`learning`] how they are told to the learner).

use super::rules::Checkers;
use crate::diagonals::{Squares, places};
use plyd_search::position::{Position, Side};

mod features;
#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod patterns;
#[cfg(test)]
mod tests;
mod weights;

/// The squares without the gaps between them: a bit for each, in the order of their numbers.
#[inline]
const fn close(set: Squares) -> u32 {
    (set & 0xff | set >> 1 & 0xff00 | set >> 2 & 0xff_0000 | set >> 3 & 0xff00_0000) as u32
}

/// The most pieces that there may be, and so many that tables know all of them.
const MOST: i32 = 24;
const FEWEST: i32 = 4;

/// The value for the side to move, in hundredths of a man.
pub(super) fn evaluate(position: &Checkers) -> i32 {
    let weights = &*weights::TABLES;
    let ([black, white], kings) = (position.by_colour(), position.kings());
    let mut sum = 0;
    let contents = patterns::contents(close(black & !kings), close(white & !kings));
    for (table, contents) in weights.patterns.iter().zip(contents) {
        sum += table[contents];
    }
    if kings != 0 {
        for (weight, count) in weights.counts.iter().zip(features::counts(position)) {
            sum += weight * count;
        }
        sum += places(black & kings).map(|place| weights.kings[place as usize]).sum::<i32>();
        sum -= places(white & kings).map(|place| weights.kings[34 - place as usize]).sum::<i32>();
    }
    let (early, late) = weights::unpacked(sum);
    let pieces = (position.pieces() as i32).max(FEWEST);
    let value = (early * (pieces - FEWEST) + late * (MOST - pieces)) / (MOST - FEWEST);
    if position.side_to_move() == Side::First { value } else { -value }
}
