//! The network as it is learnt: its sizes, which inputs a position has, and its weights as a file has them.

use std::iter::repeat_n;

use cozy_chess::{Color, Piece, Square};

use super::network::{self, BIASES, LAST_ONE, PRODUCT_ONE, SUM_ONE, WEIGHT_ONE, numbers};

/// Men that a side may see: own and enemy ones, by piece and square.
pub const MEN: usize = network::MEN;
/// Zones in which a side's own king may stand, each with inputs of its own.
pub const ZONES: usize = network::ZONES;
/// Inputs.
pub const INPUTS: usize = network::INPUTS;
/// Hidden neurons of each view.
pub const HIDDEN: usize = network::HIDDEN;
/// Outputs, each for so many men in a row.
pub const OUTPUTS: usize = network::OUTPUTS;
/// Neurons of the second hidden layer, for each output.
pub const SECOND: usize = network::SECOND;
/// Weights; `network.rs` has their order.
pub const WEIGHTS: usize = network::WEIGHTS;
/// No weight is so large, or sums and products of sixteen bits would not hold.
pub const MOST: f32 = 1.98;

/// The number of an input: a man on a square as it is seen by a side whose king is in this zone.
#[must_use]
pub const fn input(zone: usize, is_enemy: bool, piece: Piece, seen: usize) -> usize {
    network::input(zone, is_enemy, piece, seen)
}

/// The zone of a king on a square as its side sees it.
#[must_use]
pub const fn zone(seen: usize) -> usize {
    network::zone(seen)
}

/// The mask that turns a square's index into a side's view of it, by exclusive or. The king stands on this square.
#[must_use]
pub fn turn(color: Color, king: Square) -> usize {
    network::turn(color, king)
}

/// The output that values so many men.
#[must_use]
pub const fn output(men: usize) -> usize {
    network::output(men)
}

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
