//! What a position is worth: a small network, learnt from positions that another engine has judged, and what is known
//! of endings that it overrates.
//!
//! - `network`: its layers, its weights and what they make of a position
//! - `products`: the sums of products that most of its time goes into
//! - `learning`: what the learner needs of it
//! - `views`: its first layer, kept up to date from position to position
//! - `endings`: leads that do not win, and how a bare king is mated
//! - `places`: what men are worth by square, for ordering moves

use cozy_chess::Board;

mod endings;
#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod network;
mod places;
mod products;
#[cfg(test)]
mod tests;
mod views;

pub(super) use places::PLACES;

/// Further from even no position is thought to be, in centipawns.
const FARTHEST: i32 = 20_000;

/// The value for the side to move, in centipawns.
pub(super) fn evaluate(board: &Board) -> i32 {
    let value = views::value(board).clamp(-FARTHEST, FARTHEST);
    let us = board.side_to_move();
    let known = if value >= 0 { endings::known(board, us, value) } else { endings::known(board, !us, -value) };
    known.map_or(value, |known| if value >= 0 { known } else { -known })
}
