//! What the learner needs to know about the evaluation: features of a position, and the file format of weights.

use super::super::rules::Othello;
use super::network;
use super::patterns;
use crate::network::learning::Seen;
use plyd_search::position::Side;

/// The stages of the game, of four empty squares each. The last stage of the game comes first.
pub const STAGES: usize = network::STAGES;
/// How many discs a unit of the network's output stands for.
pub const UNIT: i32 = network::UNIT;
/// If all weights of a vector are smaller than this, it is written as zeros. Such vectors were rarely seen, have little
/// effect, and take space.
pub const NEGLIGIBLE: i8 = 6;

/// The discs of the side to move and of the other side.
#[must_use]
pub fn discs(position: &Othello) -> [u64; 2] {
    [position.own(), position.other()]
}

/// The position with these discs, black to move.
#[must_use]
pub fn position([own, other]: [u64; 2]) -> Othello {
    Othello::new(own, other, Side::First)
}

/// The stage of a position.
#[must_use]
pub fn stage(position: &Othello) -> usize {
    super::value::stage(position.empty())
}

/// The indexes of the active vectors in a position.
#[must_use]
pub fn indices(position: &Othello) -> [u32; patterns::ACTIVE] {
    patterns::indices(position.own(), position.other(), position.placements())
}

/// What the network sees of a position.
#[must_use]
pub fn seen(position: &Othello) -> Seen {
    Seen { features: indices(position).to_vec(), stage: stage(position), prior: 0 }
}

/// For each index, the index of its mirror image, which is often the same.
#[must_use]
pub fn shared() -> Vec<u32> {
    patterns::shared()
}
