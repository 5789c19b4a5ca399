//! The evaluation as it is learnt: what a position shows, and how weights are written.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::rules::Othello;
use super::network::{self, ONE, WEIGHT_ONE};
use super::patterns;
use plyd_search::position::Side;

/// Numbers of a row.
pub const LANES: usize = network::LANES;
/// What has a weight in the value: the sums, and their products by twos.
pub const FEATURES: usize = network::FEATURES;
/// The stages of the game, four empty squares each, the last of the game first.
pub const STAGES: usize = network::STAGES;
/// The discs of one unit of value.
pub const UNIT: i32 = network::UNIT;
/// How many numbers there are.
pub const ROWS: usize = patterns::ROWS;
/// How many of them a position shows.
pub const NUMBERS: usize = patterns::NUMBERS;
/// A row that comes to less in every lane is written as nothing: it was seldom seen, says little, and takes room.
const FAINT: i8 = 6;

/// The weights as they are learnt.
#[derive(Clone)]
pub struct Weights {
    /// The rows of each number that a pattern may show.
    pub rows: Vec<[f32; LANES]>,
    /// The weights of each stage, and what is added.
    pub stages: Vec<([f32; FEATURES], f32)>,
}

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

/// The bytes of a file with these weights; rows that say next to nothing are nothing there.
///
/// # Panics
/// If there are not as many as there should be.
#[must_use]
pub fn written(weights: &Weights) -> Vec<u8> {
    assert_eq!([weights.rows.len(), weights.stages.len()], [ROWS, STAGES]);
    let row_weight = |weight: f32| (weight * f32::from(ONE)).round().clamp(-127.0, 127.0) as i8;
    let stage_weight = |weight: &f32| ((weight * f32::from(WEIGHT_ONE)).round() as i16).to_le_bytes();
    let mut bytes = Vec::new();
    for (number, image) in shared().into_iter().enumerate() {
        if image as usize == number {
            let row = weights.rows[number].map(row_weight);
            let faint = row.iter().all(|weight| weight.abs() < FAINT);
            bytes.extend(if faint { [0; LANES] } else { row.map(i8::cast_unsigned) });
        }
    }
    for (features, bias) in &weights.stages {
        bytes.extend(features.iter().chain([bias]).flat_map(stage_weight));
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&bytes).and_then(|()| packer.finish()).expect("memory takes whatever is written")
}
