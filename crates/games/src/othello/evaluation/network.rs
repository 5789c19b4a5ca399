//! A small network over the patterns, learnt from solved games (efficiently updatable networks, Yu Nasu 2018, over
//! patterns of squares rather than men).
//!
//! What a pattern shows is a row of numbers, one of every lane; the rows of all patterns are added up. The sums are cut
//! off at 0 and 1, and they and their products by twos, the first half of the lanes with the second, have their weights
//! in the value, other ones in every stage of the game. To that comes the sum of the first lane as it is.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::patterns::{NUMBERS, ROWS, shared};

/// Numbers of a row.
pub(super) const LANES: usize = 32;
/// What has a weight in the value: the sums, and their products by twos.
pub(super) const FEATURES: usize = LANES + LANES / 2;
/// The stages of the game, four empty squares each, the last of the game first.
pub(super) const STAGES: usize = 16;
/// The discs of one unit of value.
pub(super) const UNIT: i32 = 16;

/// What stands for 1 in the rows and sums, and in the weights of what follows from them.
pub(super) const ONE: i16 = 1 << ONE_BITS;
const ONE_BITS: i16 = 7;
pub(super) const WEIGHT_ONE: i16 = 256;

/// The weights as whole numbers.
pub(super) struct Network {
    rows: Vec<[i8; LANES]>,
    stages: [([i16; FEATURES], i16); STAGES],
}

/// The network that plays.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    /// The value of a position that shows these numbers, in discs.
    #[inline(always)]
    pub(super) fn value(&self, numbers: &[u32; NUMBERS], stage: usize) -> i32 {
        let mut sums = [0i16; LANES];
        for number in numbers {
            let row = &self.rows[*number as usize];
            for lane in 0..LANES {
                sums[lane] += i16::from(row[lane]);
            }
        }
        let cut = sums.map(|sum| sum.clamp(0, ONE));
        let (weights, bias) = &self.stages[stage & (STAGES - 1)];
        let mut value = i32::from(sums[0]) * i32::from(WEIGHT_ONE) + i32::from(ONE) * i32::from(*bias);
        for lane in 0..LANES {
            value += i32::from(cut[lane]) * i32::from(weights[lane]);
        }
        for lane in 0..LANES / 2 {
            let product = (cut[lane] * cut[lane + LANES / 2]) >> ONE_BITS;
            value += i32::from(product) * i32::from(weights[LANES + lane]);
        }
        let disc = i32::from(ONE) * i32::from(WEIGHT_ONE) / UNIT;
        ((value + disc / 2).div_euclid(disc)).clamp(-64, 64)
    }

    /// The weights in a file: of each row and its mirror image, one; then those of the stages.
    ///
    /// # Panics
    /// If the bytes are too few or too many.
    pub(super) fn read(packed_bytes: &[u8]) -> Self {
        let mut bytes = Vec::new();
        ZlibDecoder::new(packed_bytes)
            .read_to_end(&mut bytes)
            .expect("the weights are part of the program, and unpack");
        let mut bytes = bytes.into_iter();
        let mut next = || bytes.next().expect("all weights are there");
        let mut rows: Vec<[i8; LANES]> = Vec::with_capacity(ROWS);
        for (number, image) in shared().into_iter().enumerate() {
            let image = image as usize;
            rows.push(if image < number { rows[image] } else { std::array::from_fn(|_| next().cast_signed()) });
        }
        let mut weight = || i16::from_le_bytes([next(), next()]);
        let stages = std::array::from_fn(|_| (std::array::from_fn(|_| weight()), weight()));
        assert_eq!(bytes.len(), 0, "these are all weights");
        Self { rows, stages }
    }
}
