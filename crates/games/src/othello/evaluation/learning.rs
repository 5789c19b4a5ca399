//! The evaluation as it is learnt: what a position shows, and how weights are written.

use super::super::rules::Othello;
use super::patterns;
use plyd_search::position::Side;

pub use super::network::{FEATURES, LANES, STAGES, UNIT, Weights, written};
/// How many numbers there are.
pub const ROWS: usize = patterns::ROWS;
/// How many of them a position shows.
pub const NUMBERS: usize = patterns::NUMBERS;

/// The discs of the side to move and of the other.
#[must_use]
pub fn discs(position: &Othello) -> [u64; 2] {
    [position.own(), position.other()]
}

/// A position of these discs, black to move.
#[must_use]
pub fn position([own, other]: [u64; 2]) -> Othello {
    Othello::new(own, other, Side::First)
}

/// The stage of the game that a position is in.
#[must_use]
pub fn stage(position: &Othello) -> usize {
    super::stage(position.empty())
}

/// What a position shows.
#[must_use]
pub fn numbers(position: &Othello) -> [u32; NUMBERS] {
    patterns::numbers(position.own(), position.other(), position.placements())
}

/// For each number the one that its mirror image has, itself as often as not.
#[must_use]
pub fn shared() -> Vec<u32> {
    patterns::shared()
}
