//! The value of a position, by the network.

use super::super::bitboard::Squares;
use super::super::rules::Othello;
use super::{network, patterns};
use crate::network::Network;
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
    value_in(&network::NETWORK, own, other, moves)
}

/// The same by a certain network.
#[inline(always)]
pub(super) fn value_in(network: &Network, own: Squares, other: Squares, moves: Squares) -> i32 {
    let mut sums = network.sums();
    patterns::indices(own, other, moves).iter().for_each(|index| sums.add(*index as usize));
    network.value(stage(!(own | other)), sums).clamp(-64, 64)
}
