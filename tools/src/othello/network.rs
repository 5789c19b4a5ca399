//! The network during learning: its value, and steps of stochastic gradient descent on the squared error (Adagrad;
//! Duchi, Hazan and Singer 2011).

use plyd_games::Othello;
use plyd_games::tools::othello::{self as learning, ACTIVE, FEATURES, LANES, STAGES, UNIT, VECTORS, Weights};
use pulp::NullaryFnOnce;

use super::record::Record;

/// The initial sum of squared gradients of every vector. It keeps rarely seen vectors from moving much.
const RESERVE: f32 = 50.0;
/// The same for the weights of a stage.
const STAGE_RESERVE: f32 = 1e-6;

/// The weights, and the sum of squared gradients of each. Mirror images share one vector.
#[derive(Clone)]
pub(crate) struct Network {
    pub(crate) weights: Weights,
    squares: Weights,
    shared: Vec<u32>,
}

/// The features of a position, and its target value in units.
pub(crate) struct Example {
    indices: [u32; ACTIVE],
    stage: usize,
    target: f32,
}

/// The intermediate values of an evaluation.
struct Activations {
    sums: [f32; LANES],
    features: [f32; FEATURES],
    value: f32,
}

impl Network {
    /// Vectors of zeros, and different output weights, because otherwise all lanes would learn the same.
    pub(crate) fn new() -> Self {
        let mut random = 1u64;
        let mut draw = || {
            random = plyd_search::mix(random);
            0.3 * ((random >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
        };
        let stage = (std::array::from_fn(|_| draw()), 0.0);
        let mut vectors = vec![[0.0; LANES]; VECTORS];
        // Every position has the vector for its number of empty squares, which starts where the activation has a slope.
        vectors[VECTORS - 64..].fill(std::array::from_fn(|lane| if lane == 0 { 0.0 } else { 0.3 }));
        let squares = Weights { vectors: vec![[0.0; LANES]; VECTORS], stages: vec![([0.0; FEATURES], 0.0); STAGES] };
        Self { weights: Weights { vectors, stages: vec![stage; STAGES] }, squares, shared: learning::shared() }
    }

    /// The training example of a record.
    pub(crate) fn example(&self, record: &Record) -> Example {
        let position = learning::position(record.discs);
        Example {
            indices: self.indices(&position),
            stage: learning::stage(&position),
            target: f32::from(record.score) / UNIT as f32,
        }
    }

    fn indices(&self, position: &Othello) -> [u32; ACTIVE] {
        learning::indices(position).map(|number| self.shared[number as usize])
    }

    /// The value for the side to move, in discs.
    pub(crate) fn value(&self, position: &Othello) -> f32 {
        let (indices, stage) = (self.indices(position), learning::stage(position));
        pulp::Arch::new().dispatch(Value { network: self, indices: &indices, stage }).clamp(-4.0, 4.0) * UNIT as f32
    }

    #[inline(always)]
    fn activations(&self, indices: &[u32; ACTIVE], stage: usize) -> Activations {
        let mut sums = [0.0f32; LANES];
        for number in indices {
            let vector = &self.weights.vectors[*number as usize];
            (0..LANES).for_each(|lane| sums[lane] += vector[lane]);
        }
        let mut features = [0.0; FEATURES];
        (0..LANES).for_each(|lane| features[lane] = sums[lane].clamp(0.0, 1.0));
        (0..LANES / 2).for_each(|lane| features[LANES + lane] = features[lane] * features[lane + LANES / 2]);
        let (weights, bias) = &self.weights.stages[stage];
        let value = (0..FEATURES).fold(bias + sums[0], |value, at| value + weights[at] * features[at]);
        Activations { sums, features, value }
    }

    /// One step of gradient descent; returns the squared error before it.
    #[inline(always)]
    fn step(&mut self, example: &Example, row_step: f32, stage_step: f32) -> f32 {
        let Activations { sums, features, value } = self.activations(&example.indices, example.stage);
        let gradient = value - example.target;
        let down = |weight: &mut f32, squares: &mut f32, gradient: f32, step: f32, reserve: f32| {
            *squares += gradient * gradient;
            *weight -= step * gradient / (*squares + reserve).sqrt();
        };
        let (weights, bias) = &mut self.weights.stages[example.stage];
        let (weights_squares, bias_squares) = &mut self.squares.stages[example.stage];
        let by_feature: [f32; FEATURES] = weights.map(|weight| gradient * weight);
        for at in 0..FEATURES {
            down(&mut weights[at], &mut weights_squares[at], gradient * features[at], stage_step, STAGE_RESERVE);
        }
        down(bias, bias_squares, gradient, stage_step, STAGE_RESERVE);
        let mut by_sum = [0.0; LANES];
        for lane in 0..LANES {
            let other = (lane + LANES / 2) % LANES;
            let inner = sums[lane] > 0.0 && sums[lane] < 1.0;
            let gradient = by_feature[lane] + by_feature[LANES + lane % (LANES / 2)] * features[other];
            by_sum[lane] = if inner { gradient } else { 0.0 };
        }
        by_sum[0] += gradient;
        for number in example.indices {
            let (vector, squares) =
                (&mut self.weights.vectors[number as usize], &mut self.squares.vectors[number as usize]);
            for lane in 0..LANES {
                down(&mut vector[lane], &mut squares[lane], by_sum[lane], row_step, RESERVE);
            }
        }
        gradient * gradient
    }

    /// Learns from an example, see [`Self::step`].
    pub(crate) fn learn(&mut self, example: &Example, row_step: f32, stage_step: f32) -> f32 {
        pulp::Arch::new().dispatch(Step { network: self, example, row_step, stage_step })
    }

    /// The weights, with every vector copied to its mirror image.
    pub(crate) fn finished(&self) -> Weights {
        let vectors = self.shared.iter().map(|number| self.weights.vectors[*number as usize]).collect();
        Weights { vectors, stages: self.weights.stages.clone() }
    }
}

/// An evaluation, compiled for an instruction set that is chosen at run time.
struct Value<'a> {
    network: &'a Network,
    indices: &'a [u32; ACTIVE],
    stage: usize,
}

impl NullaryFnOnce for Value<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.network.activations(self.indices, self.stage).value
    }
}

/// A step, compiled for an instruction set that is chosen at run time.
struct Step<'a> {
    network: &'a mut Network,
    example: &'a Example,
    row_step: f32,
    stage_step: f32,
}

impl NullaryFnOnce for Step<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.network.step(self.example, self.row_step, self.stage_step)
    }
}
