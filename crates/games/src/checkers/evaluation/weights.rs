//! The weights, made by `plyd-tools checkers` (CONTRIBUTING.md has the command), and how they are kept.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::features::{COUNTS, FEATURES, KINGS};
use super::patterns::{CONTENTS, WINDOWS, WINDOWS_OF_FOUR, image};
use crate::diagonals::{Diagonals, Eight};

/// What everything is worth, with all pieces on the board and with few of them, [packed].
pub(super) struct Tables {
    /// In those of two rows, which share no square, with what their men are worth in themselves.
    pub(super) patterns: Box<[[i32; CONTENTS]; WINDOWS]>,
    pub(super) counts: [i32; KINGS - COUNTS],
    /// By their places, black's.
    pub(super) kings: [i32; 35],
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| read(include_bytes!("weights.bin")));

/// Two numbers in one, so that they are added up together; they are far from running into each other.
const fn packed(early: i32, late: i32) -> i32 {
    (early << 16) + late
}

/// The two again.
#[inline]
pub(super) const fn unpacked(sum: i32) -> (i32, i32) {
    let late = sum as i16 as i32;
    ((sum - late) >> 16, late)
}

/// The weights in a file: early and late ones, of patterns a byte for each that is no image of one before, of features
/// two bytes. Packed.
///
/// # Panics
/// If the bytes are too few or too many.
pub(super) fn read(packed_bytes: &[u8]) -> Tables {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed_bytes).read_to_end(&mut bytes).expect("the weights are part of the program, and unpack");
    let mut bytes = bytes.into_iter();
    let mut next = || bytes.next().expect("all weights are there");
    let mut patterns = vec![[0; CONTENTS]; WINDOWS];
    for number in 0..WINDOWS * CONTENTS {
        let image = image_of(number);
        if image >= number {
            let (early, late) = (i32::from(next().cast_signed()), i32::from(next().cast_signed()));
            patterns[image / CONTENTS][image % CONTENTS] = -packed(early, late);
            patterns[number / CONTENTS][number % CONTENTS] = packed(early, late);
        }
    }
    let mut feature = || {
        let mut weight = || i32::from(i16::from_le_bytes([next(), next()]));
        packed(weight(), weight())
    };
    let man = feature();
    for table in &mut patterns[WINDOWS_OF_FOUR..] {
        (0..).zip(table).for_each(|(contents, weight)| *weight += man * men(contents));
    }
    let counts = std::array::from_fn(|_| feature());
    let mut kings = [0; 35];
    for number in 1..=(FEATURES - KINGS) as u32 {
        kings[Eight::bit(number).trailing_zeros() as usize] = feature();
    }
    assert_eq!(bytes.len(), 0, "these are all weights");
    let patterns = patterns.into_boxed_slice().try_into().expect("they are as many as there are windows");
    Tables { patterns, counts, kings }
}

/// How many more men black has in these contents.
fn men(mut contents: usize) -> i32 {
    let mut men = 0;
    while contents > 0 {
        men += [0, 1, -1][contents % 3];
        contents /= 3;
    }
    men
}

/// The image of a pattern, both as numbers among all windows' contents.
pub(super) fn image_of(number: usize) -> usize {
    let (window, contents) = image(number / CONTENTS, number % CONTENTS);
    window * CONTENTS + contents
}
