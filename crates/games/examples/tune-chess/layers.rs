//! The network as it is learnt: in fractions, its weights in a row as a file has them.

use cozy_chess::{Color, Piece};
use plyd_games::chess_network::{HIDDEN, INPUTS, OUTPUTS, WEIGHTS, input, output, turn};
use plyd_search::mix;

use crate::record::Record;

/// Men on a board.
const MEN: usize = 32;
/// Sums are added up in so many lanes, which a processor takes side by side.
const LANES: usize = 16;

const BIASES: usize = INPUTS * HIDDEN;
const OUTPUT_WEIGHTS: usize = BIASES + HIDDEN;
const OUTPUT_BIASES: usize = OUTPUT_WEIGHTS + 2 * OUTPUTS * HIDDEN;

/// Small weights drawn at random, the hidden neurons a little active.
#[must_use]
pub(crate) fn beginning() -> Vec<f32> {
    let mut seed = 1;
    let mut weights: Vec<f32> = (0..WEIGHTS)
        .map(|place| {
            seed = mix(seed);
            let most = if place < BIASES { 0.08 } else { 0.1 };
            ((seed >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0) * most
        })
        .collect();
    weights[BIASES..OUTPUT_WEIGHTS].fill(0.1);
    weights[OUTPUT_BIASES..].fill(0.0);
    weights
}

/// What the network sees of a position: the inputs of the mover's view, and of the other side's.
struct Seen {
    men: usize,
    inputs: [[usize; MEN]; 2],
}

impl Seen {
    #[inline(always)]
    fn of(record: &Record) -> Self {
        let mut turns = [0; 2];
        for (is_enemy, piece, square) in record.men() {
            if piece == Piece::King {
                turns[usize::from(is_enemy)] = turn(if is_enemy { Color::Black } else { Color::White }, square);
            }
        }
        let mut seen = Self { men: 0, inputs: [[0; MEN]; 2] };
        for (is_enemy, piece, square) in record.men() {
            for (view, inputs) in seen.inputs.iter_mut().enumerate() {
                inputs[seen.men] = input(is_enemy != (view == 1), piece, square as usize ^ turns[view]);
            }
            seen.men += 1;
        }
        seen
    }

    fn inputs(&self, view: usize) -> &[usize] {
        &self.inputs[view][..self.men]
    }
}

/// The weights.
pub(crate) struct Layers<'a>(pub(crate) &'a [f32]);

impl Layers<'_> {
    #[inline(always)]
    fn row(&self, first: usize) -> &[f32; HIDDEN] {
        self.0[first..].first_chunk().expect("a weight for every neuron")
    }

    /// The hidden layer before it is cut off.
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

    /// What one view adds to the output whose weights begin there.
    #[inline(always)]
    fn share(&self, sums: &[f32; HIDDEN], weights: usize) -> f32 {
        let mut lanes = [0.0; LANES];
        let weights = self.row(weights);
        for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            for place in 0..LANES {
                let active = sums[place].clamp(0.0, 1.0);
                lanes[place] += active * active * weights[place];
            }
        }
        lanes.iter().sum()
    }

    /// The value for the mover, in the network's unit.
    #[inline(always)]
    pub(crate) fn value(&self, record: &Record) -> f32 {
        self.descend(record, |value| (0.0, value), &mut [])
    }

    /// Adds a position's part to the gradient; `slope` says how what is to become small grows with the value, and what
    /// to answer.
    #[inline(always)]
    pub(crate) fn descend(&self, record: &Record, slope: impl Fn(f32) -> (f32, f32), gradient: &mut [f32]) -> f32 {
        let seen = Seen::of(record);
        let sums = [self.sums(seen.inputs(0)), self.sums(seen.inputs(1))];
        let output = output(seen.men);
        let places = [0, 1].map(|view| OUTPUT_WEIGHTS + (2 * output + view) * HIDDEN);
        let value = self.0[OUTPUT_BIASES + output] + self.share(&sums[0], places[0]) + self.share(&sums[1], places[1]);
        let (slope, answer) = slope(value);
        if gradient.is_empty() {
            return answer;
        }
        gradient[OUTPUT_BIASES + output] += slope;
        for view in 0..2 {
            let by_sum = self.by_sum(&sums[view], places[view], slope, gradient);
            add(gradient, BIASES, &by_sum);
            for input in seen.inputs(view) {
                add(gradient, input * HIDDEN, &by_sum);
            }
        }
        answer
    }

    /// Adds what one view's share says to the gradient of its output weights; how the error grows with each sum.
    #[inline(always)]
    fn by_sum(&self, sums: &[f32; HIDDEN], weights: usize, slope: f32, gradient: &mut [f32]) -> [f32; HIDDEN] {
        let row: &mut [f32; HIDDEN] = gradient[weights..].first_chunk_mut().expect("a weight for every neuron");
        let weights = self.row(weights);
        let mut by_sum = [0.0; HIDDEN];
        for place in 0..HIDDEN {
            let active = sums[place].clamp(0.0, 1.0);
            row[place] += slope * active * active;
            let moves = if sums[place] > 0.0 && sums[place] < 1.0 { 2.0 * active } else { 0.0 };
            by_sum[place] = slope * weights[place] * moves;
        }
        by_sum
    }
}

#[inline(always)]
fn add(gradient: &mut [f32], first: usize, by_sum: &[f32; HIDDEN]) {
    let row: &mut [f32; HIDDEN] = gradient[first..].first_chunk_mut().expect("a weight for every neuron");
    for (weight, part) in row.iter_mut().zip(by_sum) {
        *weight += part;
    }
}
