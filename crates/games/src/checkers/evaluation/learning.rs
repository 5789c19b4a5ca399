//! What the learner needs to know about the evaluation: patterns and features of a position, and the file format of
//! weights.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::rules::Checkers;
use super::patterns::CONTENTS;
use super::{MAX_PIECES, MIN_PIECES, compact, features, patterns, weights};
use crate::diagonals::{Diagonals, Eight, Squares};
use plyd_search::position::Side;

/// The pieces of the side to move, those of the other side, and all kings. The board is turned so that black is to
/// move. Each square has a bit, in the order of the squares' numbers.
#[must_use]
pub fn pieces(position: &Checkers) -> [u32; 3] {
    position.seen_by_mover().map(compact)
}

/// The position of these pieces, black to move.
#[must_use]
pub fn position([own, other, kings]: [u32; 3]) -> Checkers {
    let spread = |set: u32| (0..4).map(|rows| Squares::from(set >> (8 * rows) & 255) << (9 * rows)).sum();
    Checkers::new([spread(own), spread(other)], spread(kings), Side::First)
}

/// Whether the side to move has to capture.
#[must_use]
pub fn must_capture(position: &Checkers) -> bool {
    position.capturers() != 0
}

/// Number of patterns in a position.
pub const WINDOWS: usize = patterns::WINDOWS;
/// Number of features.
pub const FEATURES: usize = features::FEATURES;
/// The feature that counts men.
pub const MEN: usize = 0;
/// The first of the features for a king on each square.
pub const KINGS: usize = features::KINGS;

/// Number of pattern weights; each has one value for a full board and one for an empty one.
pub const PATTERNS: usize = WINDOWS * CONTENTS;

/// The indexes of a position's patterns, black as the first side.
#[must_use]
pub fn patterns(position: &Checkers) -> [usize; WINDOWS] {
    let ([black, white], kings) = (position.by_colour(), position.kings());
    let contents = patterns::contents(compact(black & !kings), compact(white & !kings));
    std::array::from_fn(|window| window * CONTENTS + contents[window])
}

/// The pattern with colours swapped and the board turned. Its weights are the same with the sign changed.
#[must_use]
pub fn swapped_pattern(number: usize) -> usize {
    weights::swapped_pattern(number)
}

/// The features of a position, black as the first side.
#[must_use]
pub fn features(position: &Checkers) -> [i32; FEATURES] {
    let ([black, white], kings) = (position.by_colour(), position.kings());
    let mut features = [0; FEATURES];
    let men = |set: Squares| (set & !kings).count_ones() as i32;
    features[MEN] = men(black) - men(white);
    features[features::COUNTS..KINGS].copy_from_slice(&features::counts(position));
    for number in Eight::numbers(black & kings) {
        features[KINGS + number as usize - 1] += 1;
    }
    for number in Eight::numbers(white & kings) {
        features[KINGS + 32 - number as usize] -= 1;
    }
    features
}

/// The game phase, from 0 on the emptiest board to 1 on the fullest.
#[must_use]
pub fn phase(position: &Checkers) -> f32 {
    let pieces = (!position.empty() & Eight::ALL).count_ones() as i32;
    (pieces.max(MIN_PIECES) - MIN_PIECES) as f32 / (MAX_PIECES - MIN_PIECES) as f32
}

/// The file of these weights, in 1/100 man: for a full board and for an empty one.
#[must_use]
pub fn encoded(patterns: &[[f32; 2]], features: &[[f32; 2]]) -> Vec<u8> {
    let rounded = |weights: &[[f32; 2]]| -> Vec<[i32; 2]> {
        weights.iter().map(|pair| pair.map(|weight| weight.round() as i32)).collect()
    };
    encode_rounded(&rounded(patterns), &rounded(features))
}

/// As [`encoded`], for whole numbers, which [`weights::read`] reads back.
pub(super) fn encode_rounded(patterns: &[[i32; 2]], features: &[[i32; 2]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, weights) in patterns.iter().enumerate() {
        if swapped_pattern(number) >= number {
            bytes.extend(weights.map(|weight| (weight.clamp(-127, 127) as i8).cast_unsigned()));
        }
    }
    for weights in features {
        bytes.extend(weights.map(|weight| (weight as i16).to_le_bytes()).concat());
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&bytes).and_then(|()| packer.finish()).expect("memory takes whatever is written")
}
