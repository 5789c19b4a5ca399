//! Learning by mini-batches with a cosine schedule of step sizes. The loss is the squared error of the expected score
//! (Texel's tuning method; Peter Österlund).

use std::f32::consts::PI;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use plyd_games::tools::chess::{self as network, KING_BUCKETS, WEIGHTS, encoded};
use plyd_games::{Chess, Notation};
use plyd_search::Evaluate;
use pulp::NullaryFnOnce;

use super::adam::Adam;
use super::layers::{Layers, initial_weights};
use super::optimiser::{Optimiser, SHARED};
use super::record::{Record, SIZE};
use crate::chunks;

const BATCH: usize = 2048;
/// A batch is summed in this number of parts, each in order, so that results do not depend on threads.
const PARTS: usize = 2;
/// One position out of this number is held out for validation.
const HELD_OUT: usize = 100;
/// Number of warm-up steps.
const WARM_UP: f32 = 300.0;

/// Options of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// File for the network
    #[arg(long, default_value = "crates/games/src/chess/evaluation/network.bin")]
    output: PathBuf,
    /// Passes over all positions
    #[arg(long, default_value_t = 10)]
    passes: usize,
    /// Largest step size
    #[arg(long, default_value_t = 0.001)]
    step: f32,
    /// Weight decay, as a share of the step size
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// Network to start from; by default small random weights
    #[arg(long)]
    begin: Option<PathBuf>,
    /// Weight of the judge's score in the target; the rest is the game's result
    #[arg(long, default_value_t = 0.9)]
    judge: f32,
    /// Centipawns of the judge for one logit of the expected score
    #[arg(long, default_value_t = UNIT)]
    unit: f32,
    /// Chunks for validation; by default the last hundredth of the positions
    #[arg(long)]
    unseen: Option<PathBuf>,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Folder of the chunks
    folder: PathBuf,
    /// Centipawns of the judge for one logit of the expected score
    #[arg(long, default_value_t = UNIT)]
    unit: f32,
}

const UNIT: f32 = 180.0;

/// The learning target.
#[derive(Clone, Copy)]
struct Target {
    /// Weight of the judge's score; the rest is the game's result.
    judge: f32,
    /// Centipawns of the judge for one logit of the expected score.
    unit: f32,
}

impl Target {
    /// The expected score for the side to move, from 0 to 1.
    fn expected_score(self, record: &Record) -> f32 {
        let judged = expected(f32::from(record.score) / self.unit);
        record.result.map_or(judged, |result| self.judge * judged + (1.0 - self.judge) * f32::from(result) / 2.0)
    }
}

/// The expected score of a value.
fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Learns, and writes the weights.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let Options { passes, step, decay, .. } = *options;
    let target = Target { judge: options.judge, unit: options.unit };
    let mut examples = read(&options.folder)?;
    let held_out = match &options.unseen {
        None => examples.split_off(examples.len() - examples.len() / HELD_OUT),
        Some(folder) => read(folder)?,
    };
    eprintln!("{} positions, {} held out", examples.len(), held_out.len());
    let mut learner = Learner::new(match &options.begin {
        None => initial_weights(),
        Some(path) => network::decoded(&with_king_buckets(fs::read(path).map_err(crate::of_file(path))?)),
    });
    let total_steps = (passes * (examples.len() / BATCH)) as f32;
    for pass in 0..passes {
        chunks::shuffle(&mut examples, pass as u64);
        let mut error = 0.0;
        for batch in examples.chunks_exact(BATCH) {
            let done = learner.batches as f32;
            let cosine = 0.01 + 0.99 * (1.0 + (PI * done / total_steps).cos()) / 2.0;
            let step = step * cosine * ((done + 1.0) / WARM_UP).min(1.0);
            error += learner.batch(batch, target, step, decay);
        }
        let error = error / (examples.len() / BATCH) as f32;
        let validation = learner.error(&held_out, target);
        eprintln!("pass {}: error {error:.6}, held out {validation:.6}", pass + 1);
        crate::write(&options.output, encoded(&learner.weights))?;
    }
    Ok(())
}

/// The weights of a file. Older files have no king buckets, so their features are repeated for each one.
fn with_king_buckets(bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 2 * WEIGHTS {
        return bytes;
    }
    let (features, rest) = bytes.split_at(2 * SHARED);
    [features.repeat(KING_BUCKETS), rest.to_vec()].concat()
}

/// Reports how well the evaluation in use fits, for several units.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let target = Target { judge: 1.0, unit: options.unit };
    let value = |record: &Record| Some(Chess::parse(&record.state()).ok()?.evaluate().value() as f32);
    let values: Vec<(f32, f32)> = read(&options.folder)?
        .iter()
        .filter_map(|record| Some((value(record)?, target.expected_score(record))))
        .collect();
    for own in (60..=360).step_by(20) {
        let error = |(value, expected_score): &(f32, f32)| (expected(value / own as f32) - expected_score).powi(2);
        println!("unit {own}: error {:.6}", values.iter().map(error).sum::<f32>() / values.len() as f32);
    }
    Ok(())
}

fn read(folder: &Path) -> io::Result<Vec<Record>> {
    let mut records = Vec::new();
    for path in chunks::of(folder)? {
        records.extend(fs::read(path)?.chunks_exact(SIZE).map(Record::from_bytes));
    }
    Ok(records)
}

/// The weights in one list, and the state of their optimiser.
struct Learner {
    weights: Vec<f32>,
    optimiser: Optimiser,
    gradients: Vec<Vec<f32>>,
    batches: usize,
}

impl Learner {
    fn new(weights: Vec<f32>) -> Self {
        let gradients = (0..PARTS).map(|_| vec![0.0; WEIGHTS]).collect();
        Self { weights, optimiser: Optimiser::new(), gradients, batches: 0 }
    }

    /// The mean error.
    fn error(&self, examples: &[Record], target: Target) -> f32 {
        let weights = Layers(&self.weights);
        let errors =
            examples.iter().map(|example| (expected(weights.value(example)) - target.expected_score(example)).powi(2));
        errors.sum::<f32>() / examples.len() as f32
    }

    /// One step with weight decay `step * decay`; returns the batch's mean error before it.
    fn batch(&mut self, batch: &[Record], target: Target, step: f32, decay: f32) -> f32 {
        let weights = &self.weights;
        let errors: Vec<f32> = std::thread::scope(|scope| {
            let parts = batch.chunks(BATCH / PARTS).zip(&mut self.gradients);
            let work = |(part, gradient): (&[Record], &mut Vec<f32>)| {
                pulp::Arch::new().dispatch(GradientOf { part, target, weights, gradient })
            };
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a thread does not panic")).collect()
        });
        self.batches += 1;
        let adam = Adam::new(self.batches, step);
        self.optimiser.step(&mut self.weights, &self.gradients, batch.len(), adam, step * decay);
        errors.iter().sum::<f32>() / batch.len() as f32
    }
}

/// The gradient of a part of a batch, computed with the best instructions that the processor has. Its output is the
/// error.
struct GradientOf<'a> {
    part: &'a [Record],
    target: Target,
    weights: &'a [f32],
    gradient: &'a mut [f32],
}

impl NullaryFnOnce for GradientOf<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        let Self { part, target, weights, gradient } = self;
        gradient.fill(0.0);
        let mut sum = 0.0;
        for example in part {
            let expected_score = target.expected_score(example);
            let slope = |value: f32| {
                let guess = expected(value);
                (2.0 * (guess - expected_score) * guess * (1.0 - guess), (guess - expected_score).powi(2))
            };
            sum += Layers(weights).backpropagate(example, slope, gradient);
        }
        sum
    }
}
