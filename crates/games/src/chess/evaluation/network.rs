//! A small network, learnt from positions (an efficiently updatable neural network; Yu Nasu 2018).
//!
//! Either side sees the board from its own side with its king on the right half: what is good for white is as good for
//! black, and on either wing. Each man that it sees is an input, by whose it is, piece and square. Both views go
//! through the same hidden layer, whose sums are cut off at 0 and 1 and squared, and add up in one of eight outputs, by
//! the number of men, and in the few neurons of a second hidden layer before it.

use std::sync::LazyLock;

use cozy_chess::{Color, File, Piece, Square};

use super::file::numbers;
pub use super::file::{read, written};

/// Men that a side may see: own and enemy ones, by piece and square.
pub const INPUTS: usize = 2 * 6 * 64;
/// Hidden neurons of each view.
pub const HIDDEN: usize = 256;
/// Outputs, each for so many men in a row.
pub const OUTPUTS: usize = 8;
/// Neurons of the second hidden layer, for each output.
pub const SECOND: usize = 16;
/// Weights, in the order in which a file has them: those of every input to all hidden neurons, the hidden neurons'
/// biases, those of either view's hidden neurons (the mover's first) to every output, the same to each output's second
/// layer, neuron by neuron, those of each of these to its output, and the biases of the outputs and the second layers.
pub const WEIGHTS: usize = (INPUTS + 1) * HIDDEN + OUTPUTS * ((1 + SECOND) * (2 * HIDDEN + 1) + SECOND);
/// No weight is so large, or sums and products of sixteen bits would not hold.
pub const MOST: f32 = 1.98;
/// The centipawns of one unit of output.
pub const UNIT: i32 = 180;

/// What stands for 1 in the sums of the hidden layer, and in these squared; in the weights that these are multiplied
/// by, and in their products; in the second layer's sums, and in these squared; in the weights to the output.
pub(super) const SUM_ONE: i16 = 255;
const SQUARE_ONE: i32 = 4064;
pub(super) const WEIGHT_ONE: i32 = 256;
pub(super) const PRODUCT_ONE: i32 = SQUARE_ONE * WEIGHT_ONE;
const SECOND_ONE: i32 = PRODUCT_ONE >> 6;
const SECOND_SQUARE_ONE: i32 = (SECOND_ONE * SECOND_ONE) >> 14;
pub(super) const LAST_ONE: i32 = 128;

/// Sums that are added up side by side.
const LANES: usize = 16;

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

/// The weights as whole numbers, so that no register's fill of them lies across two lines of a processor's cache.
#[repr(C, align(64))]
pub(super) struct Network {
    pub(super) inputs: [[i16; HIDDEN]; INPUTS],
    pub(super) biases: [i16; HIDDEN],
    outputs: [Both; OUTPUTS],
    seconds: [[Both; SECOND]; OUTPUTS],
    lasts: [[i16; SECOND]; OUTPUTS],
    output_biases: [i32; OUTPUTS],
    second_biases: [[i32; SECOND]; OUTPUTS],
}

/// Something of each hidden neuron of both views.
type Both = [[i16; HIDDEN]; 2];

/// The network that plays.
pub(super) static NETWORK: LazyLock<Box<Network>> = LazyLock::new(|| Network::read(include_bytes!("network.bin")));

impl Network {
    fn read(bytes: &[u8]) -> Box<Self> {
        let mut network = Box::new(Self {
            inputs: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; OUTPUTS],
            seconds: [[[[0; HIDDEN]; 2]; SECOND]; OUTPUTS],
            lasts: [[0; SECOND]; OUTPUTS],
            output_biases: [0; OUTPUTS],
            second_biases: [[0; SECOND]; OUTPUTS],
        });
        let (small, large) = numbers(bytes);
        let weights = network.inputs.iter_mut().flatten().chain(&mut network.biases);
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

/// The sum of the squares, each multiplied by its weight.
#[inline(always)]
fn products(squares: &Both, weights: &Both, add: &impl Add) -> i32 {
    let mut lanes = [0; LANES];
    let chunks = squares.as_flattened().as_chunks::<{ 2 * LANES }>().0.iter();
    for (squares, weights) in chunks.zip(weights.as_flattened().as_chunks::<{ 2 * LANES }>().0) {
        lanes = add.products(lanes, squares, weights);
    }
    lanes.iter().sum()
}

/// How products of squares and weights are added up.
pub(super) trait Add {
    /// To each lane, the products of two neighbours.
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES];
}

/// By the instructions that every processor has.
pub(super) struct Plain;

impl Add for Plain {
    #[inline(always)]
    fn products(
        &self,
        mut lanes: [i32; LANES],
        squares: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            for place in [2 * lane, 2 * lane + 1] {
                *sum += i32::from(squares[place]) * i32::from(weights[place]);
            }
        }
        lanes
    }
}

#[cfg(target_arch = "x86_64")]
impl Add for pulp::x86::V3 {
    #[inline(always)]
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES] {
        let lanes: [pulp::i32x8; 2] = pulp::cast(lanes);
        let [squares, weights]: [[pulp::i16x16; 2]; 2] = [pulp::cast(*squares), pulp::cast(*weights)];
        pulp::cast([0, 1].map(|half| {
            let added = self.multiply_wrapping_add_adjacent_i16x16(squares[half], weights[half]);
            self.wrapping_add_i32x8(lanes[half], added)
        }))
    }
}

#[cfg(target_arch = "x86_64")]
impl Add for pulp::x86::V4 {
    #[inline(always)]
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES] {
        let added = self.avx512bw._mm512_madd_epi16(pulp::cast(*squares), pulp::cast(*weights));
        pulp::cast(self.wrapping_add_i32x16(pulp::cast(lanes), pulp::cast(added)))
    }
}

#[cfg(test)]
mod tests {
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

    /// What squares and weights drawn at random come to.
    #[cfg(target_arch = "x86_64")]
    fn drawn(add: &impl Add) -> [i32; 20] {
        let mut seed = 1;
        [(); 20].map(|()| {
            let mut draw = |below: u64, least: i16| {
                let mut both = [[0; HIDDEN]; 2];
                for number in both.as_flattened_mut() {
                    seed = plyd_search::mix(seed);
                    *number = (seed % below) as i16 + least;
                }
                both
            };
            let (squares, weights) = (draw(255, 0), draw(253, -126));
            products(&squares, &weights, add)
        })
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn products_are_the_same_by_whatever_instructions() {
        let plain = drawn(&Plain);
        assert!(plain.iter().any(|sum| sum.abs() > 1000), "{plain:?}");
        if let Some(simd) = pulp::x86::V3::try_new() {
            assert_eq!(drawn(&simd), plain);
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            assert_eq!(drawn(&simd), plain);
        }
    }
}
