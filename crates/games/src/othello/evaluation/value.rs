//! The value of a position, by the network.

use super::super::bitboard::Squares;
use super::super::rules::Othello;
use super::{network, patterns};
use crate::processor::dispatch;
use pulp::NullaryFnOnce;

/// The stage of the game with these empty squares.
#[inline(always)]
pub(super) fn stage(empty: Squares) -> usize {
    (empty.count_ones() as usize / 4).min(network::STAGES - 1)
}

/// The value for the side to move, in discs.
pub(super) fn evaluate(position: &Othello) -> i32 {
    dispatch(Value { own: position.own(), other: position.other(), moves: position.placements() })
}

/// The evaluation, compiled for the instruction set at run time.
struct Value {
    own: Squares,
    other: Squares,
    moves: Squares,
}

impl NullaryFnOnce for Value {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        evaluate_discs(self.own, self.other, self.moves)
    }
}

/// The value of these discs, given the moves of the side to move.
#[inline(always)]
pub(in super::super) fn evaluate_discs(own: Squares, other: Squares, moves: Squares) -> i32 {
    network::NETWORK.value(&patterns::indices(own, other, moves), stage(!(own | other)))
}
