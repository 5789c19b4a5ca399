//! The network during learning: weights as floating-point numbers in the order of the file.

use cozy_chess::{Color, Piece};
use plyd_games::tools::chess::{
    FEATURES, HIDDEN, OUTPUT_BUCKETS, SECOND_HIDDEN, WEIGHTS, feature, king_bucket, orientation, output_bucket,
};
use plyd_search::mix;

use super::record::Record;

/// The most pieces on a board.
const MAX_PIECES: usize = 32;
/// Partial sums of a dot product, which the processor adds in parallel.
const LANES: usize = 16;

const BIASES: usize = FEATURES * HIDDEN;
const OUTPUT_WEIGHTS: usize = BIASES + HIDDEN;
const SECOND_WEIGHTS: usize = OUTPUT_WEIGHTS + OUTPUT_BUCKETS * 2 * HIDDEN;
const SECOND_OUTPUT_WEIGHTS: usize = SECOND_WEIGHTS + OUTPUT_BUCKETS * SECOND_HIDDEN * 2 * HIDDEN;
const OUTPUT_BIASES: usize = SECOND_OUTPUT_WEIGHTS + OUTPUT_BUCKETS * SECOND_HIDDEN;
const SECOND_BIASES: usize = OUTPUT_BIASES + OUTPUT_BUCKETS;

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

/// The active features of a position, from the mover's perspective and from the opponent's.
struct ActiveFeatures {
    pieces: usize,
    features: [[usize; MAX_PIECES]; 2],
}

impl ActiveFeatures {
    #[inline(always)]
    fn of(record: &Record) -> Self {
        let (mut orientations, mut king_buckets) = ([0; 2], [0; 2]);
        for (is_enemy, piece, square) in record.men() {
            if piece == Piece::King {
                let perspective = usize::from(is_enemy);
                orientations[perspective] = orientation(if is_enemy { Color::Black } else { Color::White }, square);
                king_buckets[perspective] = king_bucket(square as usize ^ orientations[perspective]);
            }
        }
        let mut active = Self { pieces: 0, features: [[0; MAX_PIECES]; 2] };
        for (is_enemy, piece, square) in record.men() {
            for (perspective, features) in active.features.iter_mut().enumerate() {
                let is_enemy = is_enemy != (perspective == 1);
                let square = square as usize ^ orientations[perspective];
                features[active.pieces] = feature(king_buckets[perspective], is_enemy, piece, square);
            }
            active.pieces += 1;
        }
        active
    }

    fn features(&self, perspective: usize) -> &[usize] {
        &self.features[perspective][..self.pieces]
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
    fn sums(&self, features: &[usize]) -> [f32; HIDDEN] {
        let mut sums = *self.row(BIASES);
        for feature in features {
            for (sum, weight) in sums.iter_mut().zip(self.row(feature * HIDDEN)) {
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

    /// Adds a position's share to the gradient. `slope` gets the position's value. It returns the derivative of the
    /// loss at this value, and a number that this function then returns.
    #[inline(always)]
    pub(crate) fn backpropagate(
        &self,
        record: &Record,
        slope: impl Fn(f32) -> (f32, f32),
        gradient: &mut [f32],
    ) -> f32 {
        let active = ActiveFeatures::of(record);
        let sums = [self.sums(active.features(0)), self.sums(active.features(1))];
        let mut activations = [[0.0; HIDDEN]; 2];
        let neurons = activations.as_flattened_mut().iter_mut().zip(sums.as_flattened());
        neurons.for_each(|(activation, sum)| *activation = screlu(*sum));
        let bucket = output_bucket(active.pieces);
        let to_output = OUTPUT_WEIGHTS + bucket * 2 * HIDDEN;
        let seconds = self.seconds(&activations, bucket);
        let output_weights = &self.0[SECOND_OUTPUT_WEIGHTS + bucket * SECOND_HIDDEN..][..SECOND_HIDDEN];
        let last: f32 = seconds.iter().zip(output_weights).map(|(sum, weight)| screlu(*sum) * weight).sum();
        let (slope, answer) = slope(self.0[OUTPUT_BIASES + bucket] + self.dot_product(&activations, to_output) + last);
        if gradient.is_empty() {
            return answer;
        }
        gradient[OUTPUT_BIASES + bucket] += slope;
        let mut activation_gradient = [[0.0; HIDDEN]; 2];
        self.spread(&activations, to_output, slope, &mut activation_gradient, gradient);
        for (neuron, sum) in seconds.into_iter().enumerate() {
            let index = bucket * SECOND_HIDDEN + neuron;
            gradient[SECOND_OUTPUT_WEIGHTS + index] += slope * screlu(sum);
            let sum_gradient = slope * output_weights[neuron] * screlu_derivative(sum);
            if sum_gradient != 0.0 {
                gradient[SECOND_BIASES + index] += sum_gradient;
                self.spread(
                    &activations,
                    SECOND_WEIGHTS + index * 2 * HIDDEN,
                    sum_gradient,
                    &mut activation_gradient,
                    gradient,
                );
            }
        }
        for perspective in 0..2 {
            let mut sum_gradient = activation_gradient[perspective];
            sum_gradient
                .iter_mut()
                .zip(&sums[perspective])
                .for_each(|(gradient, sum)| *gradient *= screlu_derivative(*sum));
            add(gradient, BIASES, &sum_gradient);
            for feature in active.features(perspective) {
                add(gradient, feature * HIDDEN, &sum_gradient);
            }
        }
        answer
    }

    /// The second layer of an output bucket before its activation.
    #[inline(always)]
    fn seconds(&self, activations: &[[f32; HIDDEN]; 2], bucket: usize) -> [f32; SECOND_HIDDEN] {
        let mut seconds = [0.0; SECOND_HIDDEN];
        for (neuron, sum) in seconds.iter_mut().enumerate() {
            let index = bucket * SECOND_HIDDEN + neuron;
            *sum = self.0[SECOND_BIASES + index] + self.dot_product(activations, SECOND_WEIGHTS + index * 2 * HIDDEN);
        }
        seconds
    }

    /// The dot product of the hidden neurons with the weights from this index on.
    #[inline(always)]
    fn dot_product(&self, activations: &[[f32; HIDDEN]; 2], weights: usize) -> f32 {
        let mut lanes = [0.0; LANES];
        for (perspective, activations) in activations.iter().enumerate() {
            let weights = self.row(weights + perspective * HIDDEN);
            for (activations, weights) in activations.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0)
            {
                for index in 0..LANES {
                    lanes[index] += activations[index] * weights[index];
                }
            }
        }
        lanes.iter().sum()
    }

    /// Backpropagates through one such product, to its weights and to the hidden neurons.
    #[inline(always)]
    fn spread(
        &self,
        activations: &[[f32; HIDDEN]; 2],
        first: usize,
        slope: f32,
        activation_gradient: &mut [[f32; HIDDEN]; 2],
        gradient: &mut [f32],
    ) {
        for perspective in 0..2 {
            let row: &mut [f32; HIDDEN] = gradient[first + perspective * HIDDEN..].first_chunk_mut().expect("one each");
            let weights = self.row(first + perspective * HIDDEN);
            for index in 0..HIDDEN {
                row[index] += slope * activations[perspective][index];
                activation_gradient[perspective][index] += slope * weights[index];
            }
        }
    }
}

/// The activation (squared clipped ReLU).
#[inline(always)]
fn screlu(sum: f32) -> f32 {
    let active = sum.clamp(0.0, 1.0);
    active * active
}

/// Its derivative.
#[inline(always)]
fn screlu_derivative(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 }
}

#[inline(always)]
fn add(gradient: &mut [f32], first: usize, sum_gradient: &[f32; HIDDEN]) {
    let row: &mut [f32; HIDDEN] = gradient[first..].first_chunk_mut().expect("a weight for every neuron");
    for (weight, part) in row.iter_mut().zip(sum_gradient) {
        *weight += part;
    }
}
