//! What a position is worth: weights of its patterns, learnt from solved games ([`patterns`] says of what, [`weights`]
//! how much, [`learning`] how they are told to the learner).

use super::bitboard::Squares;
use super::rules::Othello;

pub mod learning;
mod patterns;
#[cfg(test)]
mod tests;
mod weights;

/// The stages of the game, six empty squares each, the last of the game first.
const STAGES: usize = 10;

fn stage(empty: Squares) -> usize {
    (empty.count_ones() as usize / 6).min(STAGES - 1)
}

/// The value for the side to move, in discs.
pub(super) fn evaluate(position: &Othello) -> i32 {
    let weights = weights::of(stage(position.empty()));
    let sum: i32 = patterns::numbers(position).iter().map(|number| i32::from(weights[*number as usize])).sum();
    ((sum + weights::UNIT / 2).div_euclid(weights::UNIT)).clamp(-64, 64)
}
