//! What the learner needs to know about the evaluation: features of a position, and the file format of weights.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::rules::Othello;
use super::network::{self, UNIT_FIXED, UNIT_WEIGHT};
use super::patterns;
use plyd_search::position::Side;

/// Length of a pattern's weight vector.
pub const LANES: usize = network::LANES;
/// Number of inputs of the output layer: the sums, and their pairwise products.
pub const FEATURES: usize = network::FEATURES;
/// The stages of the game, of four empty squares each. The last stage of the game comes first.
pub const STAGES: usize = network::STAGES;
/// How many discs a unit of the network's output stands for.
pub const UNIT: i32 = network::UNIT;
/// Number of weight vectors.
pub const VECTORS: usize = patterns::VECTORS;
/// Number of active weight vectors in a position.
pub const ACTIVE: usize = patterns::ACTIVE;
/// If all weights of a vector are smaller than this, it is written as zeros. Such vectors were rarely seen, have little
/// effect, and take space.
const NEGLIGIBLE: i8 = 6;

/// The weights during learning.
#[derive(Clone)]
pub struct Weights {
    /// The vector for each content of a pattern.
    pub vectors: Vec<[f32; LANES]>,
    /// The output weights and the bias of each stage.
    pub stages: Vec<([f32; FEATURES], f32)>,
}

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
pub fn indices(position: &Othello) -> [u32; ACTIVE] {
    patterns::indices(position.own(), position.other(), position.placements())
}

/// For each index, the index of its mirror image, which is often the same.
#[must_use]
pub fn shared() -> Vec<u32> {
    patterns::shared()
}

/// The file of these weights; vectors with little effect are zeros.
///
/// # Panics
/// If the number of vectors or stages is wrong.
#[must_use]
pub fn encoded(weights: &Weights) -> Vec<u8> {
    assert_eq!([weights.vectors.len(), weights.stages.len()], [VECTORS, STAGES]);
    let row_weight = |weight: f32| (weight * f32::from(UNIT_FIXED)).round().clamp(-127.0, 127.0) as i8;
    let stage_weight = |weight: &f32| ((weight * f32::from(UNIT_WEIGHT)).round() as i16).to_le_bytes();
    let mut bytes = Vec::new();
    for (number, image) in shared().into_iter().enumerate() {
        if image as usize == number {
            let vector = weights.vectors[number].map(row_weight);
            let negligible = vector.iter().all(|weight| weight.abs() < NEGLIGIBLE);
            bytes.extend(if negligible { [0; LANES] } else { vector.map(i8::cast_unsigned) });
        }
    }
    for (features, bias) in &weights.stages {
        bytes.extend(features.iter().chain([bias]).flat_map(stage_weight));
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&bytes).and_then(|()| packer.finish()).expect("memory takes whatever is written")
}
