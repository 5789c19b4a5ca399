//! The weights, learnt by `plyd-tools checkers` (tools/README.md has the command), and their file format.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::features::{COUNTS, FEATURES, KINGS};
use super::patterns::{CONTENTS, WINDOWS, WINDOWS_OF_FOUR, swapped};
use crate::data::data;
use crate::diagonals::{Diagonals, Eight};

/// Weights for a full and for a nearly empty board, [packed].
pub(super) struct Tables {
    /// Windows of two rows do not overlap; their weights include the material of their men.
    pub(super) patterns: Box<[[i32; CONTENTS]; WINDOWS]>,
    pub(super) counts: [i32; KINGS - COUNTS],
    /// By bit index, from black's point of view.
    pub(super) kings: [i32; 35],
}

pub(super) static TABLES: LazyLock<Tables> =
    LazyLock::new(|| read(data!("checkers", "weights.bin", after "../endings/endings.bin")));

/// Packs two numbers into one, so that one addition adds both. They are far too small to overflow into each other.
const fn packed(early: i32, late: i32) -> i32 {
    (early << 16) + late
}

/// Unpacks both numbers.
#[inline]
pub(super) const fn unpacked(sum: i32) -> (i32, i32) {
    let late = sum as i16 as i32;
    ((sum - late) >> 16, late)
}

/// Reads weights from a file. Each weight has two values, of one byte for patterns and of two bytes for features. Of a
/// pattern and its twin with swapped colours, only the first is stored.
///
/// # Panics
/// If there are too few or too many bytes.
pub(super) fn read(packed_bytes: &[u8]) -> Tables {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed_bytes).read_to_end(&mut bytes).expect("the weights are part of the program, and unpack");
    let mut bytes = bytes.into_iter();
    let mut next = || bytes.next().expect("all weights are there");
    let mut patterns = vec![[0; CONTENTS]; WINDOWS];
    for number in 0..WINDOWS * CONTENTS {
        let swapped = swapped_pattern(number);
        if swapped >= number {
            let (early, late) = (i32::from(next().cast_signed()), i32::from(next().cast_signed()));
            patterns[swapped / CONTENTS][swapped % CONTENTS] = -packed(early, late);
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

/// Black men less white men in this content.
fn men(mut contents: usize) -> i32 {
    let mut men = 0;
    while contents > 0 {
        men += [0, 1, -1][contents % 3];
        contents /= 3;
    }
    men
}

/// The pattern with colours swapped and the board turned, by index among the contents of all windows.
pub(super) fn swapped_pattern(number: usize) -> usize {
    let (window, contents) = swapped(number / CONTENTS, number % CONTENTS);
    window * CONTENTS + contents
}
