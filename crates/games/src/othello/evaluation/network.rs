//! A small network over patterns, learnt from solved games. It is an efficiently updatable network (NNUE; Yu Nasu 2018)
//! whose inputs are patterns of squares instead of pieces.
//!
//! Each content of a pattern has a vector of weights. The vectors of all patterns are added up, and the sums are
//! clipped to the range from 0 to 1. For every stage of the game, the output layer has weights for the sums, and for
//! the products of each sum in the first half with its counterpart in the second half. The unclipped first sum is added
//! to the output.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::patterns::{ACTIVE, VECTORS, shared};
use crate::data::data;

/// Length of a pattern's weight vector.
pub(super) const LANES: usize = 32;
/// Number of inputs of the output layer: the sums, and their pairwise products.
pub(super) const FEATURES: usize = LANES + LANES / 2;
/// The stages of the game, of four empty squares each. The last stage of the game comes first.
pub(super) const STAGES: usize = 16;
/// How many discs a unit of the network's output stands for.
pub(super) const UNIT: i32 = 16;

/// Fixed-point representation of 1: in vectors and sums, and in output weights.
pub(super) const UNIT_FIXED: i16 = 1 << UNIT_BITS;
const UNIT_BITS: i16 = 7;
pub(super) const UNIT_WEIGHT: i16 = 256;

/// The quantised weights.
pub(super) struct Network {
    vectors: Vec<[i8; LANES]>,
    stages: [([i16; FEATURES], i16); STAGES],
}

/// The network in use.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(data!("othello", "network.bin")));

impl Network {
    /// The value of a position with these active vectors, in discs.
    #[inline(always)]
    pub(super) fn value(&self, indices: &[u32; ACTIVE], stage: usize) -> i32 {
        let mut sums = [0i16; LANES];
        for number in indices {
            let vector = &self.vectors[*number as usize];
            for lane in 0..LANES {
                sums[lane] += i16::from(vector[lane]);
            }
        }
        let clipped = sums.map(|sum| sum.clamp(0, UNIT_FIXED));
        let (weights, bias) = &self.stages[stage & (STAGES - 1)];
        let mut value = i32::from(sums[0]) * i32::from(UNIT_WEIGHT) + i32::from(UNIT_FIXED) * i32::from(*bias);
        for lane in 0..LANES {
            value += i32::from(clipped[lane]) * i32::from(weights[lane]);
        }
        for lane in 0..LANES / 2 {
            let product = (clipped[lane] * clipped[lane + LANES / 2]) >> UNIT_BITS;
            value += i32::from(product) * i32::from(weights[LANES + lane]);
        }
        let disc = i32::from(UNIT_FIXED) * i32::from(UNIT_WEIGHT) / UNIT;
        ((value + disc / 2).div_euclid(disc)).clamp(-64, 64)
    }

    /// Reads weights from a file: one vector for each pair of mirror images, then the stages.
    ///
    /// # Panics
    /// If there are too few or too many bytes.
    pub(super) fn read(packed_bytes: &[u8]) -> Self {
        let mut bytes = Vec::new();
        ZlibDecoder::new(packed_bytes)
            .read_to_end(&mut bytes)
            .expect("the weights are part of the program, and unpack");
        let mut bytes = bytes.into_iter();
        let mut next = || bytes.next().expect("all weights are there");
        let mut vectors: Vec<[i8; LANES]> = Vec::with_capacity(VECTORS);
        for (number, image) in shared().into_iter().enumerate() {
            let image = image as usize;
            vectors.push(if image < number { vectors[image] } else { std::array::from_fn(|_| next().cast_signed()) });
        }
        let mut weight = || i16::from_le_bytes([next(), next()]);
        let stages = std::array::from_fn(|_| (std::array::from_fn(|_| weight()), weight()));
        assert_eq!(bytes.len(), 0, "these are all weights");
        Self { vectors, stages }
    }
}
