//! The network's file: its weights as whole numbers, of two bytes but for the biases of outputs and second layers, which
//! come last and have four.

use std::iter::repeat_n;

use super::network::{HIDDEN, INPUTS, LAST_ONE, MOST, OUTPUTS, PRODUCT_ONE, SECOND, SUM_ONE, WEIGHT_ONE, WEIGHTS};

/// Biases of four bytes.
const BIASES: usize = OUTPUTS * (1 + SECOND);

/// What stands for 1 in each of the weights of two bytes: those of the hidden layer and its biases, those that its
/// neurons are multiplied by, and those from the second layers to the outputs.
fn ones() -> impl Iterator<Item = f32> {
    let hidden = repeat_n(f32::from(SUM_ONE), (INPUTS + 1) * HIDDEN);
    let products = repeat_n(WEIGHT_ONE as f32, OUTPUTS * (1 + SECOND) * 2 * HIDDEN);
    hidden.chain(products).chain(repeat_n(LAST_ONE as f32, OUTPUTS * SECOND))
}

/// The bytes of a file with these weights.
///
/// # Panics
/// If there are not [`WEIGHTS`] of them.
#[must_use]
pub fn written(weights: &[f32]) -> Vec<u8> {
    assert_eq!(weights.len(), WEIGHTS);
    let (small, large) = weights.split_at(WEIGHTS - BIASES);
    let small = small.iter().zip(ones()).map(|(weight, one)| (weight.clamp(-MOST, MOST) * one).round() as i16);
    let large = large.iter().map(|bias| (bias * PRODUCT_ONE as f32).round() as i32);
    small.flat_map(i16::to_le_bytes).chain(large.flat_map(i32::to_le_bytes)).collect()
}

/// The whole numbers of a file: those of two bytes, and those of four.
pub(super) fn numbers(bytes: &[u8]) -> (impl Iterator<Item = i16>, impl Iterator<Item = i32>) {
    assert_eq!(bytes.len(), 2 * (WEIGHTS + BIASES), "the file has the network's weights");
    let (small, large) = bytes.split_at(bytes.len() - 4 * BIASES);
    let small = small.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    (small, large.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)))
}

/// The weights of a file, as far as whole numbers tell them.
///
/// # Panics
/// If there are not [`WEIGHTS`] of them.
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<f32> {
    let (small, large) = numbers(bytes);
    let small = small.zip(ones()).map(|(number, one)| f32::from(number) / one);
    small.chain(large.map(|number| number as f32 / PRODUCT_ONE as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let bytes = include_bytes!("network.bin");
        assert!(written(&read(bytes)) == bytes, "another file");
        let weights = read(&written(&(0..WEIGHTS).map(|place| (place % 7) as f32 / 8.0).collect::<Vec<_>>()));
        let far = |(place, weight): (usize, &f32)| (weight - (place % 7) as f32 / 8.0).abs() > 0.01;
        assert!(!weights.iter().enumerate().any(far));
    }
}
