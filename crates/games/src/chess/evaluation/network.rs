//! An efficiently updatable neural network (NNUE; Yu Nasu 2018), learnt from positions.
//!
//! Each side has a perspective: the board with its own back rank first, mirrored if necessary so that its king is on
//! the right half. The evaluation is therefore the same with colours swapped, and on either wing. A feature is a piece
//! on a square of a perspective, in one of four buckets that depend on the square of the perspective's king. Both
//! perspectives share the weights of the first hidden layer, whose activation is a squared clipped ReLU. The number of
//! pieces selects one of eight output buckets. The value of a bucket is a weighted sum of the first layer, plus a
//! weighted sum of the second hidden layer that belongs to the bucket.

use std::sync::LazyLock;

use cozy_chess::{Color, File, Piece, Square};

use super::dot_product::{MultiplyAdd, dot_product};
use crate::data::data;

/// Features of one king bucket: own and enemy pieces by kind and square.
pub(super) const FEATURES_PER_BUCKET: usize = 2 * 6 * 64;
/// Number of king buckets.
pub(super) const KING_BUCKETS: usize = 4;
/// Number of features.
pub(super) const FEATURES: usize = KING_BUCKETS * FEATURES_PER_BUCKET;
/// Neurons of the first hidden layer, for each perspective.
pub(super) const HIDDEN: usize = 256;
/// Number of output buckets, each for four numbers of pieces.
pub(super) const OUTPUT_BUCKETS: usize = 8;
/// Neurons of the second hidden layer, for each output bucket.
pub(super) const SECOND_HIDDEN: usize = 16;
/// Number of weights. A file has them in this order:
///
/// - the first layer: feature weights, feature by feature, and biases
/// - from the first layer to the outputs, by bucket, the mover's perspective first
/// - from the first layer to the second, by bucket and neuron
/// - from the second layer to the outputs
/// - biases of the outputs, and of the second layer
pub(super) const WEIGHTS: usize =
    (FEATURES + 1) * HIDDEN + OUTPUT_BUCKETS * ((1 + SECOND_HIDDEN) * (2 * HIDDEN + 1) + SECOND_HIDDEN);
/// Scale of the output.
pub(super) const CENTIPAWNS_PER_UNIT: i32 = 180;

/// The integers that stand for 1 in the accumulator, and in its activation.
pub(super) const ACCUMULATOR_ONE: i16 = 255;
const ACTIVATION_ONE: i32 = 4064;
/// The integers that stand for 1 in the weights behind the first layer, and in their products with activations.
pub(super) const WEIGHT_ONE: i32 = 256;
pub(super) const PRODUCT_ONE: i32 = ACTIVATION_ONE * WEIGHT_ONE;
/// The integers that stand for 1 in the second layer, in its activation, and in its output weights.
const SECOND_ONE: i32 = PRODUCT_ONE >> 6;
const SECOND_ACTIVATION_ONE: i32 = (SECOND_ONE * SECOND_ONE) >> 14;
pub(super) const SECOND_WEIGHT_ONE: i32 = 128;

/// The index of a feature: a piece on a square of a perspective whose king is in this bucket.
#[inline(always)]
pub(super) const fn feature(king_bucket: usize, is_enemy: bool, piece: Piece, square: usize) -> usize {
    FEATURES_PER_BUCKET * king_bucket + 384 * is_enemy as usize + 64 * piece as usize + square
}

/// The bucket of a king on a square of its perspective: in the corner, beside the corner, on the two ranks in front, or
/// further out.
#[inline(always)]
pub(super) const fn king_bucket(square: usize) -> usize {
    let (rank, file) = (square / 8, square % 8);
    match rank {
        0 | 1 if file >= 6 => 0,
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// The orientation of a perspective with its king on this square: a mask that maps squares by exclusive or.
#[inline(always)]
pub(super) fn orientation(color: Color, king: Square) -> usize {
    (56 * color as usize) ^ if king.file() < File::E { 7 } else { 0 }
}

/// The output bucket for this number of pieces.
#[inline(always)]
pub(super) const fn output_bucket(pieces: usize) -> usize {
    (pieces - 1) / 4
}

/// The quantised weights, aligned to cache lines.
#[repr(C, align(64))]
pub(super) struct Network {
    /// By feature. A vector, because an array of this size would be built on the stack.
    pub(super) feature_weights: Vec<FeatureWeights>,
    pub(super) feature_biases: [i16; HIDDEN],
    output_weights: [BothPerspectives; OUTPUT_BUCKETS],
    second_weights: [[BothPerspectives; SECOND_HIDDEN]; OUTPUT_BUCKETS],
    second_output_weights: [[i16; SECOND_HIDDEN]; OUTPUT_BUCKETS],
    output_biases: [i32; OUTPUT_BUCKETS],
    second_biases: [[i32; SECOND_HIDDEN]; OUTPUT_BUCKETS],
}

/// The weights of a feature.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct FeatureWeights(pub(super) [i16; HIDDEN]);

/// A number for each neuron of the first layer, the mover's perspective first.
type BothPerspectives = [[i16; HIDDEN]; 2];

/// Number of biases with 32 bits: those of the outputs and of the second layers, which come last in a file. All other
/// weights have 16 bits.
pub(super) const WIDE_BIASES: usize = OUTPUT_BUCKETS * (1 + SECOND_HIDDEN);

/// The integers of a file: those of 16 bits and those of 32.
pub(super) fn integers(bytes: &[u8]) -> (impl Iterator<Item = i16>, impl Iterator<Item = i32>) {
    assert_eq!(bytes.len(), 2 * (WEIGHTS + WIDE_BIASES), "the file has the network's weights");
    let (small, large) = bytes.split_at(bytes.len() - 4 * WIDE_BIASES);
    let small = small.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    (small, large.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)))
}

/// The network in use.
pub(super) static NETWORK: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(data!("chess", "network.bin")));

impl Network {
    fn read(bytes: &[u8]) -> Box<Self> {
        let mut network = Box::new(Self {
            feature_weights: vec![FeatureWeights([0; HIDDEN]); FEATURES],
            feature_biases: [0; HIDDEN],
            output_weights: [[[0; HIDDEN]; 2]; OUTPUT_BUCKETS],
            second_weights: [[[[0; HIDDEN]; 2]; SECOND_HIDDEN]; OUTPUT_BUCKETS],
            second_output_weights: [[0; SECOND_HIDDEN]; OUTPUT_BUCKETS],
            output_biases: [0; OUTPUT_BUCKETS],
            second_biases: [[0; SECOND_HIDDEN]; OUTPUT_BUCKETS],
        });
        let (small, large) = integers(bytes);
        let weights = network.feature_weights.iter_mut().flat_map(|weights| &mut weights.0);
        let weights = weights.chain(&mut network.feature_biases);
        let weights = weights.chain(network.output_weights.iter_mut().flatten().flatten());
        let weights = weights.chain(network.second_weights.iter_mut().flatten().flatten().flatten());
        let weights = weights.chain(network.second_output_weights.iter_mut().flatten());
        weights.zip(small).for_each(|(weight, number)| *weight = number);
        let biases = network.output_biases.iter_mut().chain(network.second_biases.iter_mut().flatten());
        biases.zip(large).for_each(|(bias, number)| *bias = number);
        network
    }

    /// The value in centipawns for the side whose accumulator comes first.
    #[inline(always)]
    pub(super) fn value(&self, sums: [&[i16; HIDDEN]; 2], pieces: usize, multiply_add: &impl MultiplyAdd) -> i32 {
        let bucket = output_bucket(pieces);
        let mut activations = Aligned([[0; HIDDEN]; 2]);
        let activations = &mut activations.0;
        for (activations, sums) in activations.iter_mut().zip(sums) {
            for (activation, sum) in activations.iter_mut().zip(sums) {
                let clipped = (*sum).clamp(0, ACCUMULATOR_ONE) as u16;
                *activation = ((clipped * clipped + 8) >> 4) as i16;
            }
        }
        let first = dot_product(activations, &self.output_weights[bucket], multiply_add) + self.output_biases[bucket];
        let mut seconds = [0; SECOND_HIDDEN];
        let neurons = self.second_weights[bucket].iter().zip(&self.second_biases[bucket]);
        for (second, (weights, bias)) in seconds.iter_mut().zip(neurons) {
            *second = ((dot_product(activations, weights, multiply_add) + bias) >> 6).clamp(0, SECOND_ONE);
        }
        let mut second_sum = 0;
        for (second, weight) in seconds.iter().zip(&self.second_output_weights[bucket]) {
            second_sum += ((second * second) >> 14) * i32::from(*weight);
        }
        let second_one = i64::from(SECOND_ACTIVATION_ONE * SECOND_WEIGHT_ONE);
        let second = i64::from(second_sum) * i64::from(PRODUCT_ONE) / second_one;
        ((i64::from(first) + second) * i64::from(CENTIPAWNS_PER_UNIT) / i64::from(PRODUCT_ONE)) as i32
    }
}

/// Aligned to a cache line.
#[repr(align(64))]
struct Aligned(BothPerspectives);

#[cfg(test)]
mod tests {
    use super::super::dot_product::Baseline;
    use super::super::learning::{MAX_WEIGHT, encoded};
    use super::*;

    #[test]
    fn the_largest_weights_give_the_largest_value() {
        let extreme = |weight: f32| {
            let network = Network::read(&encoded(&vec![weight; WEIGHTS]));
            let full = [ACCUMULATOR_ONE; HIDDEN];
            network.value([&full, &full], 32, &Baseline)
        };
        // 512 neurons of the first layer and 16 of the second, each 1, and a bias.
        let value = 529 * 198 * CENTIPAWNS_PER_UNIT / 100;
        assert!((extreme(MAX_WEIGHT) - value).abs() < value / 100, "{} {value}", extreme(MAX_WEIGHT));
        // Negative weights keep the second layer inactive.
        let value = 513 * 198 * CENTIPAWNS_PER_UNIT / 100;
        assert!((extreme(-MAX_WEIGHT) + value).abs() < value / 100, "{} {value}", extreme(-MAX_WEIGHT));
    }
}
