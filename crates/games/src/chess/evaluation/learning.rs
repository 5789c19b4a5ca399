//! What the learner needs to know about the evaluation: sizes, features of a position, and the file format of weights.

use std::iter::repeat_n;

use cozy_chess::{Color, Piece, Square};

use super::network::{self, ACCUMULATOR_ONE, PRODUCT_ONE, SECOND_WEIGHT_ONE, WEIGHT_ONE, WIDE_BIASES, integers};

/// Features of one king bucket: own and enemy pieces by kind and square.
pub const FEATURES_PER_BUCKET: usize = network::FEATURES_PER_BUCKET;
/// Number of king buckets.
pub const KING_BUCKETS: usize = network::KING_BUCKETS;
/// Number of features.
pub const FEATURES: usize = network::FEATURES;
/// Neurons of the first hidden layer, for each perspective.
pub const HIDDEN: usize = network::HIDDEN;
/// Number of output buckets, each for four numbers of pieces.
pub const OUTPUT_BUCKETS: usize = network::OUTPUT_BUCKETS;
/// Neurons of the second hidden layer, for each output bucket.
pub const SECOND_HIDDEN: usize = network::SECOND_HIDDEN;
/// Number of weights; `network.rs` has their order.
pub const WEIGHTS: usize = network::WEIGHTS;
/// The largest absolute value of a weight, because sums and products have 16 bits.
pub const MAX_WEIGHT: f32 = 1.98;

/// The index of a feature: a piece on a square of a perspective whose king is in this bucket.
#[must_use]
pub const fn feature(king_bucket: usize, is_enemy: bool, piece: Piece, square: usize) -> usize {
    network::feature(king_bucket, is_enemy, piece, square)
}

/// The bucket of a king on a square of its perspective.
#[must_use]
pub const fn king_bucket(square: usize) -> usize {
    network::king_bucket(square)
}

/// The orientation of a perspective with its king on this square: a mask that maps squares by exclusive or.
#[must_use]
pub fn orientation(color: Color, king: Square) -> usize {
    network::orientation(color, king)
}

/// The output bucket for this number of pieces.
#[must_use]
pub const fn output_bucket(pieces: usize) -> usize {
    network::output_bucket(pieces)
}

/// For each weight with 16 bits, the integer that stands for 1.
fn ones() -> impl Iterator<Item = f32> {
    let features = repeat_n(f32::from(ACCUMULATOR_ONE), (FEATURES + 1) * HIDDEN);
    let first = repeat_n(WEIGHT_ONE as f32, OUTPUT_BUCKETS * (1 + SECOND_HIDDEN) * 2 * HIDDEN);
    features.chain(first).chain(repeat_n(SECOND_WEIGHT_ONE as f32, OUTPUT_BUCKETS * SECOND_HIDDEN))
}

/// The file of these weights.
///
/// # Panics
/// If there are not [`WEIGHTS`] of them.
#[must_use]
pub fn encoded(weights: &[f32]) -> Vec<u8> {
    assert_eq!(weights.len(), WEIGHTS);
    let (small, large) = weights.split_at(WEIGHTS - WIDE_BIASES);
    let small = small.iter().zip(ones());
    let small = small.map(|(weight, one)| (weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) * one).round() as i16);
    let large = large.iter().map(|bias| (bias * PRODUCT_ONE as f32).round() as i32);
    small.flat_map(i16::to_le_bytes).chain(large.flat_map(i32::to_le_bytes)).collect()
}

/// The weights of a file, as precise as quantisation has left them.
///
/// # Panics
/// If there are not [`WEIGHTS`] of them.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Vec<f32> {
    let (small, large) = integers(bytes);
    let small = small.zip(ones()).map(|(number, one)| f32::from(number) / one);
    small.chain(large.map(|number| number as f32 / PRODUCT_ONE as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_reverses_encoding() {
        let bytes = include_bytes!("network.bin");
        assert!(encoded(&decoded(bytes)) == bytes, "another file");
        let weights = decoded(&encoded(&(0..WEIGHTS).map(|index| (index % 7) as f32 / 8.0).collect::<Vec<_>>()));
        let far = |(index, weight): (usize, &f32)| (weight - (index % 7) as f32 / 8.0).abs() > 0.01;
        assert!(!weights.iter().enumerate().any(far));
    }
}
