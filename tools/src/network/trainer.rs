//! A small network during learning: its value, and steps of stochastic gradient descent (Adagrad; Duchi, Hazan and Singer
//! 2011).

use plyd_games::tools::network::{INPUTS, LANES, Seen, Weights};
use pulp::NullaryFnOnce;

use crate::chunks;

/// The same for output weights as [`Options::reserve`] is for vectors.
const STAGE_RESERVE: f32 = 1e-6;
/// Step size of output weights, relative to the step size of vectors.
const STAGE_STEP: f32 = 0.07;

/// How far the output is from its target.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Loss {
    /// The squared difference.
    Squared,
    /// The cross-entropy of the output's probability, given the true one.
    Logistic,
}

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) loss: Loss,
    /// Passes over all examples.
    pub(crate) passes: u32,
    /// The largest step size. It shrinks in the second half.
    pub(crate) step: f32,
    /// The initial sum of squared gradients of every vector. It keeps rarely seen vectors from moving much.
    pub(crate) reserve: f32,
}

/// What a network sees of a position, and what its output plus `prior` is to be.
pub(crate) struct Example {
    pub(crate) seen: Seen,
    pub(crate) prior: f32,
    pub(crate) target: f32,
}

/// The weights, and the sum of squared gradients of each. Images share one vector.
pub(crate) struct Network {
    weights: Weights,
    squares: Weights,
    /// For each vector, the one that it shares.
    images: Vec<u32>,
    options: Options,
}

/// The intermediate values of an evaluation.
struct Activations {
    sums: [f32; LANES],
    inputs: [f32; INPUTS],
    output: f32,
}

impl Network {
    /// Vectors of zeros, and different output weights, because otherwise all lanes would learn the same. The vectors of
    /// `constant`, one of which every position has, start where the activation has a slope.
    pub(crate) fn new(images: Vec<u32>, constant: std::ops::Range<usize>, stages: usize, options: Options) -> Self {
        let mut random = 1u64;
        let mut draw = || {
            random = plyd_search::mix(random);
            0.3 * ((random >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
        };
        let stage = (std::array::from_fn(|_| draw()), 0.0);
        let none = Weights { vectors: vec![[0.0; LANES]; images.len()], stages: vec![([0.0; INPUTS], 0.0); stages] };
        let mut weights = Weights { stages: vec![stage; stages], ..none.clone() };
        weights.vectors[constant].fill(std::array::from_fn(|lane| if lane == 0 { 0.0 } else { 0.3 }));
        Self { weights, squares: none, images, options }
    }

    /// Learns from all records in several passes. `example` makes an example of a record, or skips it. After each pass,
    /// `report` gets the network and the mean loss.
    pub(crate) fn train<R>(
        &mut self,
        records: &mut [R],
        example: impl Fn(&R) -> Option<Example>,
        mut report: impl FnMut(&Self, u32, f64),
    ) {
        let passes = self.options.passes;
        for pass in 0..passes {
            chunks::shuffle(records, u64::from(pass));
            let mut losses = Vec::with_capacity(records.len());
            for (number, record) in records.iter().enumerate() {
                let done = (pass as f32 + number as f32 / records.len() as f32) / passes as f32;
                let share = 0.02 + 0.98 * (2.0 - 2.0 * done).min(1.0);
                if let Some(example) = example(record) {
                    losses.push(self.learn(&example, share * self.options.step));
                }
            }
            report(self, pass, chunks::mean(losses.into_iter()));
        }
    }

    /// The output for what the network sees.
    pub(crate) fn output(&self, seen: &Seen) -> f32 {
        pulp::Arch::new().dispatch(Output { network: self, seen })
    }

    #[inline(always)]
    fn vectors(&self, seen: &Seen) -> impl Iterator<Item = usize> {
        seen.features.iter().map(|feature| self.images[*feature as usize] as usize)
    }

    #[inline(always)]
    fn activations(&self, seen: &Seen) -> Activations {
        let mut sums = [0.0f32; LANES];
        for number in self.vectors(seen) {
            let vector = &self.weights.vectors[number];
            (0..LANES).for_each(|lane| sums[lane] += vector[lane]);
        }
        let mut inputs = [0.0; INPUTS];
        (0..LANES).for_each(|lane| inputs[lane] = sums[lane].clamp(0.0, 1.0));
        (0..LANES / 2).for_each(|lane| inputs[LANES + lane] = inputs[lane] * inputs[lane + LANES / 2]);
        let (weights, bias) = &self.weights.stages[seen.stage];
        let output = (0..INPUTS).fold(bias + sums[0], |output, at| output + weights[at] * inputs[at]);
        Activations { sums, inputs, output }
    }

    /// One step of gradient descent; returns the loss before it.
    #[inline(always)]
    fn step(&mut self, example: &Example, step: f32) -> f32 {
        let Example { seen, prior, target } = example;
        let Activations { sums, inputs, output } = self.activations(seen);
        let (loss, gradient) = self.options.loss.of(output + prior, *target);
        let down = |weight: &mut f32, squares: &mut f32, gradient: f32, step: f32, reserve: f32| {
            *squares += gradient * gradient;
            *weight -= step * gradient / (*squares + reserve).sqrt();
        };
        let (weights, bias) = &mut self.weights.stages[seen.stage];
        let (weights_squares, bias_squares) = &mut self.squares.stages[seen.stage];
        let by_input: [f32; INPUTS] = weights.map(|weight| gradient * weight);
        for at in 0..INPUTS {
            down(&mut weights[at], &mut weights_squares[at], gradient * inputs[at], STAGE_STEP * step, STAGE_RESERVE);
        }
        down(bias, bias_squares, gradient, STAGE_STEP * step, STAGE_RESERVE);
        let mut by_sum = [0.0; LANES];
        for lane in 0..LANES {
            let other = (lane + LANES / 2) % LANES;
            let inner = sums[lane] > 0.0 && sums[lane] < 1.0;
            let gradient = by_input[lane] + by_input[LANES + lane % (LANES / 2)] * inputs[other];
            by_sum[lane] = if inner { gradient } else { 0.0 };
        }
        by_sum[0] += gradient;
        for feature in &seen.features {
            let number = self.images[*feature as usize] as usize;
            let (vector, squares) = (&mut self.weights.vectors[number], &mut self.squares.vectors[number]);
            for lane in 0..LANES {
                down(&mut vector[lane], &mut squares[lane], by_sum[lane], step, self.options.reserve);
            }
        }
        loss
    }

    /// Learns from an example, see [`Self::step`].
    fn learn(&mut self, example: &Example, step: f32) -> f32 {
        pulp::Arch::new().dispatch(Step { network: self, example, step })
    }

    /// The weights, with every vector copied to its images.
    pub(crate) fn finished(&self) -> Weights {
        let vectors = self.images.iter().map(|number| self.weights.vectors[*number as usize]).collect();
        Weights { vectors, stages: self.weights.stages.clone() }
    }
}

impl Loss {
    /// The loss, and its derivative by the output.
    #[inline(always)]
    pub(crate) fn of(self, output: f32, target: f32) -> (f32, f32) {
        match self {
            Self::Squared => ((output - target).powi(2), output - target),
            Self::Logistic => {
                let expected = probability(output);
                let bounded = expected.clamp(1e-6, 1.0 - 1e-6);
                (-target * bounded.ln() - (1.0 - target) * (1.0 - bounded).ln(), expected - target)
            }
        }
    }
}

/// The probability that a logit stands for.
pub(crate) fn probability(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// An output, compiled for an instruction set that is chosen at run time.
struct Output<'a> {
    network: &'a Network,
    seen: &'a Seen,
}

impl NullaryFnOnce for Output<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.network.activations(self.seen).output
    }
}

/// A step, compiled for an instruction set that is chosen at run time.
struct Step<'a> {
    network: &'a mut Network,
    example: &'a Example,
    step: f32,
}

impl NullaryFnOnce for Step<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.network.step(self.example, self.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features that count only together, which no sum of values of features could say.
    #[test]
    fn it_learns_what_features_are_worth_together() {
        let worth = |features: &[u32]| if features.contains(&1) && features.contains(&2) { 1.5 } else { -0.5 };
        let mut records: Vec<Vec<u32>> = Vec::new();
        for _ in 0..2_000 {
            records.extend([vec![0], vec![0, 1], vec![0, 2], vec![0, 1, 2]]);
        }
        let seen = |record: &[u32]| Seen { features: record.to_vec(), stage: 0, prior: 0 };
        for loss in [Loss::Squared, Loss::Logistic] {
            let target = |record: &[u32]| match loss {
                Loss::Squared => worth(record),
                Loss::Logistic => probability(worth(record)),
            };
            let options = Options { loss, passes: 4, step: 0.1, reserve: 1.0 };
            let mut network = Network::new(vec![0, 1, 2], 0..1, 1, options);
            let example = |record: &Vec<u32>| Some(Example { seen: seen(record), prior: 0.0, target: target(record) });
            let mut losses = Vec::new();
            network.train(&mut records, example, |_, _, loss| losses.push(loss));
            assert!(losses[3] < losses[0], "{losses:?}");
            for features in [[0].as_slice(), &[0, 1], &[0, 2], &[0, 1, 2]] {
                let output = network.output(&seen(features));
                assert!((output - worth(features)).abs() < 0.1, "{loss:?}, {features:?}: {output}");
            }
        }
    }
}
