//! Evaluation of chess: an efficiently updatable neural network (NNUE), and knowledge of endings that the network
//! overrates.
//!
//! - `network`: layers, weights and inference
//! - `accumulator`: the first layer, updated from position to position
//! - `dot_product`: where most of the time goes
//! - `learning`: what the learner needs to know
//! - `endings`: leads that do not win, and how to mate a bare king
//! - `piece_square`: piece-square tables for move ordering

use cozy_chess::Board;

mod accumulator;
mod dot_product;
mod endings;
#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod network;
mod piece_square;
#[cfg(test)]
mod tests;

pub(crate) use piece_square::PIECE_SQUARE;

/// Limit of the evaluation in both directions, in centipawns.
const MAX_VALUE: i32 = 20_000;

/// The value for the side to move, in centipawns.
pub(super) fn evaluate(board: &Board) -> i32 {
    let value = accumulator::value(board).clamp(-MAX_VALUE, MAX_VALUE);
    let us = board.side_to_move();
    let known = if value >= 0 { endings::known(board, us, value) } else { endings::known(board, !us, -value) };
    known.map_or(value, |known| if value >= 0 { known } else { -known })
}
