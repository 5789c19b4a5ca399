//! The evaluation as it is learnt: which weights a position has, and how they are written.

use super::super::rules::Othello;
use super::{patterns, weights};
use plyd_search::position::Side;

/// How many stages the game has, six empty squares each.
pub const STAGES: usize = super::STAGES;
/// How many weights a stage has.
pub const WEIGHTS: usize = patterns::WEIGHTS;
/// How many of them a position has.
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

/// The numbers of the weights that a position has.
#[must_use]
pub fn numbers(position: &Othello) -> [u32; NUMBERS] {
    patterns::numbers(position.own(), position.other(), position.placements())
}

/// For each weight the one that it shares with its mirror image, itself as often as not.
#[must_use]
pub fn shared() -> Vec<u32> {
    patterns::shared()
}

/// The file of these weights, in discs, the last stage of the game first.
#[must_use]
pub fn written(stages: &[Vec<f32>]) -> Vec<u8> {
    let rounded = |weight: &f32| (weight * weights::UNIT as f32).round().clamp(-127.0, 127.0) as i8;
    let stages: Vec<Vec<i8>> = stages.iter().map(|stage| stage.iter().map(rounded).collect()).collect();
    weights::write(&stages)
}
