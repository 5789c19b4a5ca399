//! A small network over features, learnt from games. It is an efficiently updatable network (NNUE; Yu Nasu 2018) that is
//! summed up afresh for every position.
//!
//! Each feature has a vector of weights. The vectors of all features of a position are added up, and the sums are clipped
//! to the range from 0 to 1. For every stage of the game, the output layer has weights for the sums, and for the products
//! of each sum in the first half with its counterpart in the second half. The unclipped first sum is added to the output.

#[cfg(any(test, feature = "tools"))]
pub mod learning;

use std::io::Read;

use flate2::read::ZlibDecoder;
use pulp::NullaryFnOnce;

use crate::processor::dispatch;

/// Length of a feature's weight vector.
pub(crate) const LANES: usize = 32;
/// Number of inputs of the output layer: the sums, and their pairwise products.
pub(crate) const INPUTS: usize = LANES + LANES / 2;

/// Fixed-point representation of 1: in vectors and sums, and in output weights.
const UNIT_FIXED: i16 = 1 << UNIT_BITS;
const UNIT_BITS: i16 = 7;
const UNIT_WEIGHT: i16 = 1 << UNIT_WEIGHT_BITS;
const UNIT_WEIGHT_BITS: i16 = 8;

/// A position with features, seen by the side to move.
pub(crate) trait Features {
    /// One more than the largest number of a feature.
    const VECTORS: usize;
    /// The number of stages of the game.
    const STAGES: usize;
    /// What an output of 1 stands for, in the unit of scores.
    const UNIT: i32;

    /// The stage of the game, from 0.
    fn stage(&self) -> usize;

    /// Calls `add` with the number of each feature.
    fn features(&self, add: impl FnMut(usize));
}

/// The quantised weights.
pub(crate) struct Network {
    vectors: Vec<[i8; LANES]>,
    stages: Vec<([i16; INPUTS], i16)>,
    unit: i32,
}

impl Network {
    /// The value of a position for the side to move.
    pub(crate) fn value_of(&self, position: &impl Features) -> i32 {
        dispatch(Value { network: self, position })
    }

    /// The value of a position in a stage of the game, from the sums of its features.
    #[inline(always)]
    pub(crate) fn value(&self, stage: usize, Sums { sums, .. }: Sums<'_>) -> i32 {
        self.value_of_sums(stage, &sums)
    }

    /// The vector of a feature, for a game that keeps the sums of its positions up to date.
    pub(crate) fn vector(&self, feature: usize) -> [i16; LANES] {
        self.vectors[feature].map(i16::from)
    }

    /// As [`Network::value`], for sums that the game keeps.
    #[inline(always)]
    pub(crate) fn value_of_sums(&self, stage: usize, sums: &[i16; LANES]) -> i32 {
        let clipped = sums.map(|sum| sum.clamp(0, UNIT_FIXED));
        let (weights, bias) = &self.stages[stage];
        let mut value = i32::from(sums[0]) * i32::from(UNIT_WEIGHT) + i32::from(UNIT_FIXED) * i32::from(*bias);
        for lane in 0..LANES {
            value += i32::from(clipped[lane]) * i32::from(weights[lane]);
        }
        for lane in 0..LANES / 2 {
            let product = (clipped[lane] * clipped[lane + LANES / 2]) >> UNIT_BITS;
            value += i32::from(product) * i32::from(weights[LANES + lane]);
        }
        let bits = UNIT_BITS + UNIT_WEIGHT_BITS;
        ((i64::from(value) * i64::from(self.unit) + (1 << (bits - 1))) >> bits) as i32
    }

    /// The sums of a position without features.
    #[inline(always)]
    pub(crate) const fn sums(&self) -> Sums<'_> {
        Sums { vectors: self.vectors.as_slice(), sums: [0; LANES] }
    }

    /// Reads weights from a file: the vectors, each only once if it is the image of an earlier one, and then the stages.
    /// `images` has the number of every feature's image, which is its own number if there is none before it. `unit` is
    /// what an output of 1 stands for.
    ///
    /// # Panics
    /// If there are too few or too many bytes.
    pub(crate) fn read(packed: &[u8], images: impl IntoIterator<Item = u32>, stages: usize, unit: i32) -> Self {
        let mut bytes = unpacked(packed).into_iter();
        let mut next = || bytes.next().expect("all weights are there");
        let mut vectors: Vec<[i8; LANES]> = Vec::new();
        for (number, image) in images.into_iter().enumerate() {
            let image = image as usize;
            vectors.push(if image < number { vectors[image] } else { std::array::from_fn(|_| next().cast_signed()) });
        }
        let mut weight = || i16::from_le_bytes([next(), next()]);
        let stages = (0..stages).map(|_| (std::array::from_fn(|_| weight()), weight())).collect();
        assert_eq!(bytes.len(), 0, "these are all weights");
        Self { vectors, stages, unit }
    }

    /// Reads the weights of a game whose features have no images.
    pub(crate) fn of<P: Features>(packed: &[u8]) -> Self {
        Self::read(packed, 0..P::VECTORS as u32, P::STAGES, P::UNIT)
    }
}

/// Fixed-point representation of 1 in weights of patterns.
pub(crate) const PATTERN_UNIT: i16 = 16;

/// Reads a file of the weights of this many patterns.
///
/// # Panics
/// If there are fewer or more.
pub(crate) fn read_patterns(packed: &[u8], count: usize) -> Vec<i8> {
    let weights: Vec<i8> = unpacked(packed).into_iter().map(u8::cast_signed).collect();
    assert_eq!(weights.len(), count);
    weights
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).read_to_end(&mut bytes).expect("the weights are part of the program, and unpack");
    bytes
}

/// Sums of vectors.
pub(crate) struct Sums<'a> {
    vectors: &'a [[i8; LANES]],
    sums: [i16; LANES],
}

impl Sums<'_> {
    /// Adds the vector of a feature.
    #[inline(always)]
    pub(crate) fn add(&mut self, feature: usize) {
        for (sum, weight) in self.sums.iter_mut().zip(&self.vectors[feature]) {
            *sum = sum.saturating_add(i16::from(*weight));
        }
    }
}

/// A position's value, compiled for the instruction set at run time.
struct Value<'a, P> {
    network: &'a Network,
    position: &'a P,
}

impl<P: Features> NullaryFnOnce for Value<'_, P> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let mut sums = self.network.sums();
        self.position.features(|feature| sums.add(feature));
        self.network.value(self.position.stage(), sums)
    }
}
