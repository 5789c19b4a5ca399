//! A small network, learnt from positions (an efficiently updatable neural network; Yu Nasu 2018).
//!
//! Either side sees the board from its own side with its king on the right half: what is good for white is as good for
//! black, and on either wing. Each man that it sees is an input, by whose it is, piece and square, and by the zone in
//! which its own king stands. Both views go through the same hidden layer, whose sums are cut off at 0 and 1 and squared,
//! and add up in one of eight outputs, by the number of men, and in the few neurons of a second hidden layer before it.

use std::sync::LazyLock;

use cozy_chess::{Color, File, Piece, Square};

use super::products::{Add, products};

/// Men that a side may see: own and enemy ones, by piece and square.
pub(super) const MEN: usize = 2 * 6 * 64;
/// Zones in which a side's own king may stand, each with inputs of its own.
pub(super) const ZONES: usize = 4;
/// Inputs.
pub(super) const INPUTS: usize = ZONES * MEN;
/// Hidden neurons of each view.
pub(super) const HIDDEN: usize = 256;
/// Outputs, each for so many men in a row.
pub(super) const OUTPUTS: usize = 8;
/// Neurons of the second hidden layer, for each output.
pub(super) const SECOND: usize = 16;
/// Weights, in the order in which a file has them: those of every input to all hidden neurons, the hidden neurons'
/// biases, those of either view's hidden neurons (the mover's first) to every output, the same to each output's second
/// layer, neuron by neuron, those of each of these to its output, and the biases of the outputs and the second layers.
pub(super) const WEIGHTS: usize = (INPUTS + 1) * HIDDEN + OUTPUTS * ((1 + SECOND) * (2 * HIDDEN + 1) + SECOND);
/// The centipawns of one unit of output.
pub(super) const UNIT: i32 = 180;

/// What stands for 1 in the sums of the hidden layer, and in these squared; in the weights that these are multiplied
/// by, and in their products; in the second layer's sums, and in these squared; in the weights to the output.
pub(super) const SUM_ONE: i16 = 255;
const SQUARE_ONE: i32 = 4064;
pub(super) const WEIGHT_ONE: i32 = 256;
pub(super) const PRODUCT_ONE: i32 = SQUARE_ONE * WEIGHT_ONE;
const SECOND_ONE: i32 = PRODUCT_ONE >> 6;
const SECOND_SQUARE_ONE: i32 = (SECOND_ONE * SECOND_ONE) >> 14;
pub(super) const LAST_ONE: i32 = 128;

/// The number of an input: a man on a square as it is seen by a side whose king is in this zone.
#[inline(always)]
pub(super) const fn input(zone: usize, is_enemy: bool, piece: Piece, seen: usize) -> usize {
    MEN * zone + 384 * is_enemy as usize + 64 * piece as usize + seen
}

/// The zone of a king on a square as its side sees it: in the corner, beside it, before them, far out.
#[inline(always)]
pub(super) const fn zone(seen: usize) -> usize {
    let (rank, file) = (seen / 8, seen % 8);
    match rank {
        0 | 1 if file >= 6 => 0,
        0 | 1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// The mask that turns a square's index into a side's view of it, by exclusive or. The king stands on this square.
#[inline(always)]
pub(super) fn turn(color: Color, king: Square) -> usize {
    (56 * color as usize) ^ if king.file() < File::E { 7 } else { 0 }
}

/// The output that values so many men.
#[inline(always)]
pub(super) const fn output(men: usize) -> usize {
    (men - 1) / 4
}

/// The weights as whole numbers, so that no register's fill of them lies across two lines of a processor's cache.
#[repr(C, align(64))]
pub(super) struct Network {
    /// By input; in a vector, for no stack has to hold so many.
    pub(super) inputs: Vec<Row>,
    pub(super) biases: [i16; HIDDEN],
    outputs: [Both; OUTPUTS],
    seconds: [[Both; SECOND]; OUTPUTS],
    lasts: [[i16; SECOND]; OUTPUTS],
    output_biases: [i32; OUTPUTS],
    second_biases: [[i32; SECOND]; OUTPUTS],
}

/// The weights of an input to the hidden neurons.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i16; HIDDEN]);

/// Something of each hidden neuron of both views.
pub(super) type Both = [[i16; HIDDEN]; 2];

/// Biases of four bytes: those of the outputs and the second layers, which come last in a file. The other weights have
/// two bytes.
pub(super) const BIASES: usize = OUTPUTS * (1 + SECOND);

/// The whole numbers of a file: those of two bytes, and those of four.
pub(super) fn numbers(bytes: &[u8]) -> (impl Iterator<Item = i16>, impl Iterator<Item = i32>) {
    assert_eq!(bytes.len(), 2 * (WEIGHTS + BIASES), "the file has the network's weights");
    let (small, large) = bytes.split_at(bytes.len() - 4 * BIASES);
    let small = small.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    (small, large.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)))
}

/// The network that plays.
pub(super) static NETWORK: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    fn read(bytes: &[u8]) -> Box<Self> {
        let mut network = Box::new(Self {
            inputs: vec![Row([0; HIDDEN]); INPUTS],
            biases: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; OUTPUTS],
            seconds: [[[[0; HIDDEN]; 2]; SECOND]; OUTPUTS],
            lasts: [[0; SECOND]; OUTPUTS],
            output_biases: [0; OUTPUTS],
            second_biases: [[0; SECOND]; OUTPUTS],
        });
        let (small, large) = numbers(bytes);
        let weights = network.inputs.iter_mut().flat_map(|row| &mut row.0).chain(&mut network.biases);
        let weights = weights.chain(network.outputs.iter_mut().flatten().flatten());
        let weights = weights.chain(network.seconds.iter_mut().flatten().flatten().flatten());
        let weights = weights.chain(network.lasts.iter_mut().flatten());
        weights.zip(small).for_each(|(weight, number)| *weight = number);
        let biases = network.output_biases.iter_mut().chain(network.second_biases.iter_mut().flatten());
        biases.zip(large).for_each(|(bias, number)| *bias = number);
        network
    }

    /// The value in centipawns for the side whose sums come first, with so many men on the board.
    #[inline(always)]
    pub(super) fn value(&self, sums: [&[i16; HIDDEN]; 2], men: usize, add: &impl Add) -> i32 {
        let output = output(men);
        let mut squares = Aligned([[0; HIDDEN]; 2]);
        let squares = &mut squares.0;
        for (squares, sums) in squares.iter_mut().zip(sums) {
            for (square, sum) in squares.iter_mut().zip(sums) {
                let active = (*sum).clamp(0, SUM_ONE) as u16;
                *square = ((active * active + 8) >> 4) as i16;
            }
        }
        let sum = products(squares, &self.outputs[output], add) + self.output_biases[output];
        let mut seconds = [0; SECOND];
        let neurons = self.seconds[output].iter().zip(&self.second_biases[output]);
        for (second, (weights, bias)) in seconds.iter_mut().zip(neurons) {
            *second = ((products(squares, weights, add) + bias) >> 6).clamp(0, SECOND_ONE);
        }
        let mut last = 0;
        for (second, weight) in seconds.iter().zip(&self.lasts[output]) {
            last += ((second * second) >> 14) * i32::from(*weight);
        }
        let last = i64::from(last) * i64::from(PRODUCT_ONE) / i64::from(SECOND_SQUARE_ONE * LAST_ONE);
        ((i64::from(sum) + last) * i64::from(UNIT) / i64::from(PRODUCT_ONE)) as i32
    }
}

/// Begins where a line of the cache does.
#[repr(align(64))]
struct Aligned(Both);

#[cfg(test)]
mod tests {
    use super::super::learning::{MOST, written};
    use super::super::products::Plain;
    use super::*;

    #[test]
    fn the_largest_weights_give_the_largest_value() {
        let extreme = |most: f32| {
            let network = Network::read(&written(&vec![most; WEIGHTS]));
            let full = [SUM_ONE; HIDDEN];
            network.value([&full, &full], 32, &Plain)
        };
        // Of every output 512 neurons and 16 of the second layer, each 1, and a bias: 529 times the weight, in units.
        let value = 529 * 198 * UNIT / 100;
        assert!((extreme(MOST) - value).abs() < value / 100, "{} {value}", extreme(MOST));
        // Downwards the second layer is cut off.
        let value = 513 * 198 * UNIT / 100;
        assert!((extreme(-MOST) + value).abs() < value / 100, "{} {value}", extreme(-MOST));
    }
}
