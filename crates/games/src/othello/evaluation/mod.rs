//! What a position is worth: weights of its patterns, learnt from solved games ([`patterns`] says of what, [`weights`]
//! how much, [`learning`] how they are told to the learner).

use super::bitboard::Squares;
use super::rules::Othello;
use pulp::NullaryFnOnce;

pub mod learning;
mod patterns;
#[cfg(test)]
mod tests;
mod weights;

/// The stages of the game, six empty squares each, the last of the game first.
const STAGES: usize = 10;

#[inline(always)]
fn stage(empty: Squares) -> usize {
    (empty.count_ones() as usize / 6).min(STAGES - 1)
}

/// The value for the side to move, in discs.
pub(super) fn evaluate(position: &Othello) -> i32 {
    pulp::Arch::new().dispatch(Value { own: position.own(), other: position.other(), moves: position.placements() })
}

/// A value to find, compiled for the processor at hand.
struct Value {
    own: Squares,
    other: Squares,
    moves: Squares,
}

impl NullaryFnOnce for Value {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        of(self.own, self.other, self.moves)
    }
}

/// The same of these discs, and of the moves of the side to move.
#[inline(always)]
pub(super) fn of(own: Squares, other: Squares, moves: Squares) -> i32 {
    let weights = weights::of(stage(!(own | other)));
    let sum: i32 = patterns::numbers(own, other, moves).iter().map(|number| i32::from(weights[*number as usize])).sum();
    ((sum + weights::UNIT / 2).div_euclid(weights::UNIT)).clamp(-64, 64)
}
