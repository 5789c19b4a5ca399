//! Learning: logistic regression by stochastic gradient descent, with a step size for each weight that shrinks with its
//! past gradients (Adagrad; Duchi and others 2011).

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::checkers::{self as learning, FEATURES, PATTERNS, WINDOWS};
use plyd_search::Evaluate;

use super::record::{self, Record};
use crate::chunks;
use crate::network::trainer::{Loss, probability};

/// Options of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// File for the weights
    #[arg(long, default_value = "crates/games/src/checkers/evaluation/weights.bin")]
    output: PathBuf,
    /// Passes over all positions
    #[arg(long, default_value_t = 5)]
    passes: u64,
    /// Weight of the game's result in the target; the rest is the search's score
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Step size
    #[arg(long, default_value_t = 0.03)]
    step: f32,
    /// Search score of one logit; by default the one that predicts results best
    #[arg(long)]
    unit: Option<f32>,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Folder of the chunks
    folder: PathBuf,
}

/// Weights for a full board and for an empty one.
type Pair = [f32; 2];

/// Learns, and writes the weights.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let (mut examples, held_out) = chunks::split(&options.folder, record::read)?;
    // The scores of the games' search, converted to probabilities by the unit that predicts results best.
    let unit = options.unit.unwrap_or_else(|| best_unit(&examples));
    eprintln!("{} positions, {} held out, unit {unit}", examples.len(), held_out.len());
    let mut learner = Learner::new(options.result, unit, options.step);
    for pass in 0..options.passes {
        chunks::shuffle(&mut examples, pass);
        let error = mean(examples.iter().map(|example| learner.step(example)));
        let validation = mean(held_out.iter().map(|example| loss(learner.value(example), result(example))));
        eprintln!("pass {pass}: {error:.5}, results held out {validation:.5}");
    }
    // A man on a full board is 100.
    let scale = 100.0 / learner.features[learning::MEN][0];
    let scaled = |weights: &[Pair]| -> Vec<Pair> { weights.iter().map(|pair| pair.map(|it| it * scale)).collect() };
    let (patterns, features) = (scaled(&learner.patterns), scaled(&learner.features));
    for (number, pair) in features.iter().enumerate() {
        eprintln!("feature {number}: {:.0} {:.0}", pair[0], pair[1]);
    }
    crate::write(&options.output, learning::encoded(&patterns, &features))
}

/// Reports how well the evaluation in use predicts results.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let (examples, held_out) = chunks::split(&options.folder, record::read)?;
    let value = |example: &Record| learning::position(example.pieces).evaluate().value() as f32;
    let losses = |examples: &[Record], unit: f32| {
        mean(examples.iter().map(|example| loss(value(example) / unit, result(example))))
    };
    let few: Vec<Record> = examples.iter().step_by(10).copied().collect();
    let unit =
        (2..60).map(|unit| 10.0 * unit as f32).min_by(|one, two| losses(&few, *one).total_cmp(&losses(&few, *two)));
    let unit = unit.expect("there are units");
    println!(
        "unit {unit}: {:.5}, its search's {:.5}",
        losses(&held_out, unit),
        search_loss(&held_out, best_unit(&examples))
    );
    Ok(())
}

fn search_loss(examples: &[Record], unit: f32) -> f32 {
    mean(examples.iter().map(|example| loss(f32::from(example.score) / unit, result(example))))
}

fn best_unit(examples: &[Record]) -> f32 {
    let few: Vec<Record> = examples.iter().step_by(10).copied().collect();
    let units = (5..60).map(|unit| 10.0 * unit as f32);
    units.min_by(|one, two| search_loss(&few, *one).total_cmp(&search_loss(&few, *two))).expect("there are units")
}

fn result(record: &Record) -> f32 {
    f32::from(record.result) / 2.0
}

/// Cross-entropy of a value, given the true probability.
fn loss(value: f32, target: f32) -> f32 {
    Loss::Logistic.of(value, target).0
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    chunks::mean(numbers) as f32
}

/// The weights during learning. A pattern and its colour-swapped twin share the weights of the first.
struct Learner {
    share: f32,
    unit: f32,
    rate: f32,
    patterns: Vec<Pair>,
    features: Vec<Pair>,
    /// The sum of squared gradients of each weight.
    squared_gradients: Vec<Pair>,
    /// For each pattern, the one whose weights it shares.
    shared: Vec<u32>,
}

/// The features of a position.
struct Features {
    /// Each with its sign.
    patterns: [(usize, f32); WINDOWS],
    features: [i32; FEATURES],
    phase: f32,
}

impl Learner {
    fn new(share: f32, unit: f32, rate: f32) -> Self {
        let (none, shared) =
            ([0.0; 2], (0..PATTERNS).map(|number| learning::swapped_pattern(number).min(number) as u32));
        let mut features = vec![none; FEATURES];
        features[learning::MEN] = [100.0 / unit; 2];
        features[learning::KINGS..].fill([140.0 / unit; 2]);
        let squared_gradients = vec![[1e-4; 2]; PATTERNS + FEATURES];
        Self {
            share,
            unit,
            rate,
            patterns: vec![none; PATTERNS],
            features,
            squared_gradients,
            shared: shared.collect(),
        }
    }

    fn features_of(&self, record: &Record) -> Features {
        let position = learning::position(record.pieces);
        let patterns = learning::patterns(&position).map(|number| {
            let shared = self.shared[number] as usize;
            // A pattern that is its own colour-swapped twin is worth nothing.
            let sign =
                if shared != number { -1.0 } else { f32::from(u8::from(learning::swapped_pattern(number) != number)) };
            (shared, sign)
        });
        Features { patterns, features: learning::features(&position), phase: learning::phase(&position) }
    }

    fn sum(&self, features: &Features) -> f32 {
        let of = |pair: Pair| pair[0] * features.phase + pair[1] * (1.0 - features.phase);
        let patterns: f32 = features.patterns.iter().map(|(number, sign)| sign * of(self.patterns[*number])).sum();
        let features = self.features.iter().zip(features.features).filter(|(_, count)| *count != 0);
        patterns + features.map(|(pair, count)| of(*pair) * count as f32).sum::<f32>()
    }

    fn value(&self, record: &Record) -> f32 {
        self.sum(&self.features_of(record))
    }

    /// Learns from a position; returns the loss before the step.
    fn step(&mut self, record: &Record) -> f32 {
        let features = self.features_of(record);
        let value = self.sum(&features);
        let target =
            self.share * result(record) + (1.0 - self.share) * probability(f32::from(record.score) / self.unit);
        let gradient = probability(value) - target;
        for (number, sign) in features.patterns {
            let squared_gradients = &mut self.squared_gradients[number];
            change(&mut self.patterns[number], squared_gradients, gradient * sign, features.phase, self.rate);
        }
        for (number, count) in features.features.iter().enumerate().filter(|(_, count)| **count != 0) {
            let squared_gradients = &mut self.squared_gradients[PATTERNS + number];
            change(&mut self.features[number], squared_gradients, gradient * *count as f32, features.phase, self.rate);
        }
        loss(value, target)
    }
}

/// Moves two weights against the gradient.
fn change(pair: &mut Pair, squared_gradients: &mut Pair, gradient: f32, phase: f32, rate: f32) {
    for (index, part) in [phase, 1.0 - phase].into_iter().enumerate() {
        let gradient = gradient * part;
        squared_gradients[index] += gradient * gradient;
        pair[index] -= rate * gradient / squared_gradients[index].sqrt();
    }
}
