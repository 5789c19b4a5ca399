//! A small network, learnt from positions (an efficiently updatable neural network; Yu Nasu 2018).
//!
//! Either side sees the board from its own side with its king on the right half: what is good for white is as good for
//! black, and on either wing. Each man that it sees is an input, by whose it is, piece and square. Both views go
//! through the same hidden layer, whose sums are cut off at 0 and 1 and squared, and add up in one of eight outputs, by
//! the number of men.

use std::sync::LazyLock;

use cozy_chess::{Color, File, Piece, Square};

/// Men that a side may see: own and enemy ones, by piece and square.
pub const INPUTS: usize = 2 * 6 * 64;
/// Hidden neurons of each view.
pub const HIDDEN: usize = 256;
/// Outputs, each for so many men in a row.
pub const OUTPUTS: usize = 8;
/// Weights, in the order in which a file has them: those of every input to all hidden neurons, the hidden neurons'
/// biases, those of either view's hidden neurons (the mover's first) to every output, and the outputs' biases.
pub const WEIGHTS: usize = (INPUTS + 1 + 2 * OUTPUTS) * HIDDEN + OUTPUTS;
/// No weight is so large, or sums and products of sixteen bits would not hold.
pub const MOST: f32 = 1.98;
/// The centipawns of one unit of output.
pub const UNIT: i32 = 180;

/// What stands for 1 in the hidden layer, and in its weights to the outputs.
const HIDDEN_ONE: i16 = 255;
const OUTPUT_ONE: i16 = 64;

/// The number of an input.
#[inline(always)]
#[must_use]
pub const fn input(is_enemy: bool, piece: Piece, seen: usize) -> usize {
    384 * is_enemy as usize + 64 * piece as usize + seen
}

/// What turns the number of a square into the one that a side sees, by exclusive or; its king stands there.
#[inline(always)]
#[must_use]
pub fn turn(color: Color, king: Square) -> usize {
    (56 * color as usize) ^ if king.file() < File::E { 7 } else { 0 }
}

/// The output that values so many men.
#[inline(always)]
#[must_use]
pub const fn output(men: usize) -> usize {
    (men - 1) / 4
}

/// The weights as whole numbers.
pub(super) struct Network {
    pub(super) inputs: [[i16; HIDDEN]; INPUTS],
    pub(super) biases: [i16; HIDDEN],
    outputs: [[[i16; HIDDEN]; 2]; OUTPUTS],
    output_biases: [i32; OUTPUTS],
}

/// The network that plays.
pub(super) static NETWORK: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    fn read(bytes: &[u8]) -> Box<Self> {
        assert_eq!(bytes.len(), 2 * WEIGHTS + 2 * OUTPUTS, "the file has the network's weights");
        let mut network = Box::new(Self {
            inputs: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; OUTPUTS],
            output_biases: [0; OUTPUTS],
        });
        let (small, large) = bytes.split_at(bytes.len() - 4 * OUTPUTS);
        let weights = network.inputs.iter_mut().flatten().chain(&mut network.biases);
        let weights = weights.chain(network.outputs.iter_mut().flatten().flatten());
        for (weight, bytes) in weights.zip(small.as_chunks().0) {
            *weight = i16::from_le_bytes(*bytes);
        }
        for (bias, bytes) in network.output_biases.iter_mut().zip(large.as_chunks().0) {
            *bias = i32::from_le_bytes(*bytes);
        }
        network
    }

    /// The value in centipawns for the side whose sums come first, with so many men on the board.
    #[inline(always)]
    pub(super) fn value(&self, sums: [&[i16; HIDDEN]; 2], men: usize) -> i32 {
        let output = output(men);
        let weights = &self.outputs[output];
        let sum = share(sums[0], &weights[0]) + share(sums[1], &weights[1]) + self.output_biases[output];
        sum * UNIT / (i32::from(HIDDEN_ONE) * i32::from(OUTPUT_ONE))
    }
}

/// What one view's hidden neurons add to an output with these weights.
#[inline(always)]
fn share(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut share = 0;
    for (sum, weight) in sums.iter().zip(weights) {
        let active = (*sum).clamp(0, HIDDEN_ONE);
        share += i32::from(active * weight) * i32::from(active);
    }
    share / i32::from(HIDDEN_ONE)
}

/// The bytes of a file with these weights: whole numbers of two bytes, four for the outputs' biases.
///
/// # Panics
/// If there are not [`WEIGHTS`] of them.
#[must_use]
pub fn written(weights: &[f32]) -> Vec<u8> {
    assert_eq!(weights.len(), WEIGHTS);
    let (hidden, rest) = weights.split_at((INPUTS + 1) * HIDDEN);
    let (outputs, biases) = rest.split_at(2 * OUTPUTS * HIDDEN);
    let whole = |weight: f32, one: i16| (weight.clamp(-MOST, MOST) * f32::from(one)).round() as i16;
    let small = hidden.iter().map(|weight| whole(*weight, HIDDEN_ONE));
    let small = small.chain(outputs.iter().map(|weight| whole(*weight, OUTPUT_ONE)));
    let one = f32::from(HIDDEN_ONE) * f32::from(OUTPUT_ONE);
    let large = biases.iter().map(|bias| (bias * one).round() as i32);
    small.flat_map(i16::to_le_bytes).chain(large.flat_map(i32::to_le_bytes)).collect()
}
