//! What a position is worth: a network over its patterns, learnt from solved games ([`patterns`] says of what,
//! [`network`] how much, [`learning`] how they are told to the learner).

use super::bitboard::Squares;
use super::rules::Othello;
use crate::processor::dispatch;
use pulp::NullaryFnOnce;

#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod network;
mod patterns;
#[cfg(test)]
mod tests;

#[inline(always)]
fn stage(empty: Squares) -> usize {
    (empty.count_ones() as usize / 4).min(network::STAGES - 1)
}

/// The value for the side to move, in discs.
pub(super) fn evaluate(position: &Othello) -> i32 {
    dispatch(Value { own: position.own(), other: position.other(), moves: position.placements() })
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
    network::NETWORK.value(&patterns::numbers(own, other, moves), stage(!(own | other)))
}
