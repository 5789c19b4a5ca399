//! The network during learning: weights as floating-point numbers in the order of the file.

use cozy_chess::{Color, Piece};
use plyd_games::tools::chess::{HIDDEN, INPUTS, OUTPUTS, SECOND, WEIGHTS, input, output, turn, zone};
use plyd_search::mix;

use super::record::Record;

/// The most pieces on a board.
const MEN: usize = 32;
/// Partial sums of a dot product, which the processor adds in parallel.
const LANES: usize = 16;

const BIASES: usize = INPUTS * HIDDEN;
const OUTPUT_WEIGHTS: usize = BIASES + HIDDEN;
const SECOND_WEIGHTS: usize = OUTPUT_WEIGHTS + OUTPUTS * 2 * HIDDEN;
const LAST_WEIGHTS: usize = SECOND_WEIGHTS + OUTPUTS * SECOND * 2 * HIDDEN;
const OUTPUT_BIASES: usize = LAST_WEIGHTS + OUTPUTS * SECOND;
const SECOND_BIASES: usize = OUTPUT_BIASES + OUTPUTS;

/// Small random weights, with hidden neurons slightly active.
#[must_use]
pub(crate) fn initial_weights() -> Vec<f32> {
    let mut seed = 1;
    let mut weights: Vec<f32> = (0..WEIGHTS)
        .map(|index| {
            seed = mix(seed);
            let most = match index {
                ..BIASES => 0.08,
                BIASES..SECOND_WEIGHTS => 0.1,
                _ => 0.06,
            };
            ((seed >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0) * most
        })
        .collect();
    weights[BIASES..OUTPUT_WEIGHTS].fill(0.1);
    weights[OUTPUT_BIASES..SECOND_BIASES].fill(0.0);
    weights[SECOND_BIASES..].fill(0.1);
    weights
}

/// The active inputs of a position, from the mover's perspective and from the opponent's.
struct ActiveInputs {
    men: usize,
    inputs: [[usize; MEN]; 2],
}

impl ActiveInputs {
    #[inline(always)]
    fn of(record: &Record) -> Self {
        let (mut turns, mut zones) = ([0; 2], [0; 2]);
        for (is_enemy, piece, square) in record.men() {
            if piece == Piece::King {
                let turn = turn(if is_enemy { Color::Black } else { Color::White }, square);
                (turns[usize::from(is_enemy)], zones[usize::from(is_enemy)]) = (turn, zone(square as usize ^ turn));
            }
        }
        let mut active = Self { men: 0, inputs: [[0; MEN]; 2] };
        for (is_enemy, piece, square) in record.men() {
            for (view, inputs) in active.inputs.iter_mut().enumerate() {
                inputs[active.men] = input(zones[view], is_enemy != (view == 1), piece, square as usize ^ turns[view]);
            }
            active.men += 1;
        }
        active
    }

    fn inputs(&self, view: usize) -> &[usize] {
        &self.inputs[view][..self.men]
    }
}

/// The weights of all layers.
pub(crate) struct Layers<'a>(pub(crate) &'a [f32]);

impl Layers<'_> {
    #[inline(always)]
    fn row(&self, first: usize) -> &[f32; HIDDEN] {
        self.0[first..].first_chunk().expect("a weight for every neuron")
    }

    /// The hidden layer before its activation.
    #[inline(always)]
    fn sums(&self, inputs: &[usize]) -> [f32; HIDDEN] {
        let mut sums = *self.row(BIASES);
        for input in inputs {
            for (sum, weight) in sums.iter_mut().zip(self.row(input * HIDDEN)) {
                *sum += weight;
            }
        }
        sums
    }

    /// The value for the mover, in the network's unit.
    #[inline(always)]
    pub(crate) fn value(&self, record: &Record) -> f32 {
        self.backpropagate(record, |value| (0.0, value), &mut [])
    }

    /// Adds a position's part to the gradient. `slope` returns the derivative of the loss by the value, and the number
    /// to return.
    #[inline(always)]
    pub(crate) fn backpropagate(
        &self,
        record: &Record,
        slope: impl Fn(f32) -> (f32, f32),
        gradient: &mut [f32],
    ) -> f32 {
        let active = ActiveInputs::of(record);
        let sums = [self.sums(active.inputs(0)), self.sums(active.inputs(1))];
        let mut squares = [[0.0; HIDDEN]; 2];
        for view in 0..2 {
            squares[view].iter_mut().zip(&sums[view]).for_each(|(square, sum)| *square = squared(*sum));
        }
        let output = output(active.men);
        let to_output = OUTPUT_WEIGHTS + output * 2 * HIDDEN;
        let seconds = self.seconds(&squares, output);
        let lasts = &self.0[LAST_WEIGHTS + output * SECOND..][..SECOND];
        let last: f32 = seconds.iter().zip(lasts).map(|(sum, weight)| squared(*sum) * weight).sum();
        let (slope, answer) = slope(self.0[OUTPUT_BIASES + output] + self.products(&squares, to_output) + last);
        if gradient.is_empty() {
            return answer;
        }
        gradient[OUTPUT_BIASES + output] += slope;
        let mut by_square = [[0.0; HIDDEN]; 2];
        self.spread(&squares, to_output, slope, &mut by_square, gradient);
        for (neuron, sum) in seconds.into_iter().enumerate() {
            let index = output * SECOND + neuron;
            gradient[LAST_WEIGHTS + index] += slope * squared(sum);
            let by_sum = slope * lasts[neuron] * steepness(sum);
            if by_sum != 0.0 {
                gradient[SECOND_BIASES + index] += by_sum;
                self.spread(&squares, SECOND_WEIGHTS + index * 2 * HIDDEN, by_sum, &mut by_square, gradient);
            }
        }
        for view in 0..2 {
            let mut by_sum = by_square[view];
            by_sum.iter_mut().zip(&sums[view]).for_each(|(by, sum)| *by *= steepness(*sum));
            add(gradient, BIASES, &by_sum);
            for input in active.inputs(view) {
                add(gradient, input * HIDDEN, &by_sum);
            }
        }
        answer
    }

    /// The second layer of an output before its activation.
    #[inline(always)]
    fn seconds(&self, squares: &[[f32; HIDDEN]; 2], output: usize) -> [f32; SECOND] {
        let mut seconds = [0.0; SECOND];
        for (neuron, sum) in seconds.iter_mut().enumerate() {
            let index = output * SECOND + neuron;
            *sum = self.0[SECOND_BIASES + index] + self.products(squares, SECOND_WEIGHTS + index * 2 * HIDDEN);
        }
        seconds
    }

    /// The dot product of the hidden neurons with the weights from this index on.
    #[inline(always)]
    fn products(&self, squares: &[[f32; HIDDEN]; 2], weights: usize) -> f32 {
        let mut lanes = [0.0; LANES];
        for (view, squares) in squares.iter().enumerate() {
            let weights = self.row(weights + view * HIDDEN);
            for (squares, weights) in squares.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
                for index in 0..LANES {
                    lanes[index] += squares[index] * weights[index];
                }
            }
        }
        lanes.iter().sum()
    }

    /// Backpropagates through one such product, to its weights and to the hidden neurons.
    #[inline(always)]
    fn spread(
        &self,
        squares: &[[f32; HIDDEN]; 2],
        first: usize,
        slope: f32,
        by_square: &mut [[f32; HIDDEN]; 2],
        gradient: &mut [f32],
    ) {
        for view in 0..2 {
            let row: &mut [f32; HIDDEN] = gradient[first + view * HIDDEN..].first_chunk_mut().expect("one each");
            let weights = self.row(first + view * HIDDEN);
            for index in 0..HIDDEN {
                row[index] += slope * squares[view][index];
                by_square[view][index] += slope * weights[index];
            }
        }
    }
}

/// The activation: a sum clipped to 0 to 1 and squared.
#[inline(always)]
fn squared(sum: f32) -> f32 {
    let active = sum.clamp(0.0, 1.0);
    active * active
}

/// Its derivative.
#[inline(always)]
fn steepness(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 }
}

#[inline(always)]
fn add(gradient: &mut [f32], first: usize, by_sum: &[f32; HIDDEN]) {
    let row: &mut [f32; HIDDEN] = gradient[first..].first_chunk_mut().expect("a weight for every neuron");
    for (weight, part) in row.iter_mut().zip(by_sum) {
        *weight += part;
    }
}
