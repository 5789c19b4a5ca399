//! The network during learning: its value, and steps of stochastic gradient descent on the squared error (Adagrad;
//! Duchi, Hazan and Singer 2011).

use plyd_games::Othello;
use plyd_games::tools::othello::{self as learning, FEATURES, LANES, NUMBERS, ROWS, STAGES, UNIT, Weights};
use pulp::NullaryFnOnce;

use super::record::Record;

/// Initial sum of squared gradients of every vector, so that rarely seen ones hardly move.
const RESERVE: f32 = 50.0;
/// The same for the weights of a stage.
const STAGE_RESERVE: f32 = 1e-6;

/// The weights, and the sum of squared gradients of each. Mirror images share one vector.
#[derive(Clone)]
pub(crate) struct Layers {
    pub(crate) weights: Weights,
    met: Weights,
    shared: Vec<u32>,
}

/// The features of a position, and its target value in units.
pub(crate) struct Lesson {
    numbers: [u32; NUMBERS],
    stage: usize,
    wanted: f32,
}

/// The intermediate values of an evaluation.
struct Way {
    sums: [f32; LANES],
    features: [f32; FEATURES],
    value: f32,
}

impl Layers {
    /// Zero vectors, and different output weights, because otherwise all lanes would learn the same.
    pub(crate) fn new() -> Self {
        let mut random = 1u64;
        let mut draw = || {
            random = plyd_search::mix(random);
            0.3 * ((random >> 40) as f32 / (1u64 << 23) as f32 - 1.0)
        };
        let stage = (std::array::from_fn(|_| draw()), 0.0);
        let mut rows = vec![[0.0; LANES]; ROWS];
        // The vector of the number of empty squares, which every position has, starts where the activation has a slope.
        rows[ROWS - 64..].fill(std::array::from_fn(|lane| if lane == 0 { 0.0 } else { 0.3 }));
        let met = Weights { rows: vec![[0.0; LANES]; ROWS], stages: vec![([0.0; FEATURES], 0.0); STAGES] };
        Self { weights: Weights { rows, stages: vec![stage; STAGES] }, met, shared: learning::shared() }
    }

    /// The training example of a record.
    pub(crate) fn lesson(&self, record: &Record) -> Lesson {
        let position = learning::position(record.discs);
        Lesson {
            numbers: self.numbers(&position),
            stage: learning::stage(&position),
            wanted: f32::from(record.score) / UNIT as f32,
        }
    }

    fn numbers(&self, position: &Othello) -> [u32; NUMBERS] {
        learning::numbers(position).map(|number| self.shared[number as usize])
    }

    /// The value for the side to move, in discs.
    pub(crate) fn value(&self, position: &Othello) -> f32 {
        let (numbers, stage) = (self.numbers(position), learning::stage(position));
        pulp::Arch::new().dispatch(Value { layers: self, numbers: &numbers, stage }).clamp(-4.0, 4.0) * UNIT as f32
    }

    #[inline(always)]
    fn way(&self, numbers: &[u32; NUMBERS], stage: usize) -> Way {
        let mut sums = [0.0f32; LANES];
        for number in numbers {
            let row = &self.weights.rows[*number as usize];
            (0..LANES).for_each(|lane| sums[lane] += row[lane]);
        }
        let mut features = [0.0; FEATURES];
        (0..LANES).for_each(|lane| features[lane] = sums[lane].clamp(0.0, 1.0));
        (0..LANES / 2).for_each(|lane| features[LANES + lane] = features[lane] * features[lane + LANES / 2]);
        let (weights, bias) = &self.weights.stages[stage];
        let value = (0..FEATURES).fold(bias + sums[0], |value, at| value + weights[at] * features[at]);
        Way { sums, features, value }
    }

    /// One step of gradient descent; returns the squared error before it.
    #[inline(always)]
    fn step(&mut self, lesson: &Lesson, row_step: f32, stage_step: f32) -> f32 {
        let Way { sums, features, value } = self.way(&lesson.numbers, lesson.stage);
        let slope = value - lesson.wanted;
        let down = |weight: &mut f32, met: &mut f32, slope: f32, step: f32, reserve: f32| {
            *met += slope * slope;
            *weight -= step * slope / (*met + reserve).sqrt();
        };
        let (weights, bias) = &mut self.weights.stages[lesson.stage];
        let (weights_met, bias_met) = &mut self.met.stages[lesson.stage];
        let by_feature: [f32; FEATURES] = weights.map(|weight| slope * weight);
        for at in 0..FEATURES {
            down(&mut weights[at], &mut weights_met[at], slope * features[at], stage_step, STAGE_RESERVE);
        }
        down(bias, bias_met, slope, stage_step, STAGE_RESERVE);
        let mut by_sum = [0.0; LANES];
        for lane in 0..LANES {
            let other = (lane + LANES / 2) % LANES;
            let inner = sums[lane] > 0.0 && sums[lane] < 1.0;
            let sloping = by_feature[lane] + by_feature[LANES + lane % (LANES / 2)] * features[other];
            by_sum[lane] = if inner { sloping } else { 0.0 };
        }
        by_sum[0] += slope;
        for number in lesson.numbers {
            let (row, met) = (&mut self.weights.rows[number as usize], &mut self.met.rows[number as usize]);
            for lane in 0..LANES {
                down(&mut row[lane], &mut met[lane], by_sum[lane], row_step, RESERVE);
            }
        }
        slope * slope
    }

    /// Learns from an example, see [`Self::step`].
    pub(crate) fn learn(&mut self, lesson: &Lesson, row_step: f32, stage_step: f32) -> f32 {
        pulp::Arch::new().dispatch(Step { layers: self, lesson, row_step, stage_step })
    }

    /// The weights, with every vector copied to its mirror image.
    pub(crate) fn finished(&self) -> Weights {
        let rows = self.shared.iter().map(|number| self.weights.rows[*number as usize]).collect();
        Weights { rows, stages: self.weights.stages.clone() }
    }
}

/// An evaluation, compiled for the instruction set at run time.
struct Value<'a> {
    layers: &'a Layers,
    numbers: &'a [u32; NUMBERS],
    stage: usize,
}

impl NullaryFnOnce for Value<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.layers.way(self.numbers, self.stage).value
    }
}

/// A step, compiled for the instruction set at run time.
struct Step<'a> {
    layers: &'a mut Layers,
    lesson: &'a Lesson,
    row_step: f32,
    stage_step: f32,
}

impl NullaryFnOnce for Step<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        self.layers.step(self.lesson, self.row_step, self.stage_step)
    }
}
