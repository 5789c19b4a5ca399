//! Learning: logistic regression by stochastic gradient descent, with a step size for each weight that shrinks with its
//! past gradients (Adagrad; Duchi and others 2011).

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use plyd_games::tools::checkers::{self as learning, FEATURES, PATTERNS, WINDOWS};
use plyd_search::Evaluate;

use super::record::{self, Record};
use crate::chunks;

/// One chunk out of this number is held out for validation.
const HELD_OUT: usize = 20;

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
    let (mut lessons, held_out) = read(&options.folder)?;
    // The scores of the games' search, converted to probabilities by the unit that predicts results best.
    let unit = options.unit.unwrap_or_else(|| best_unit(&lessons));
    eprintln!("{} positions, {} held out, unit {unit}", lessons.len(), held_out.len());
    let mut learner = Learner::new(options.result, unit, options.step);
    for pass in 0..options.passes {
        chunks::shuffle(&mut lessons, pass);
        let error = mean(lessons.iter().map(|lesson| learner.step(lesson)));
        let unseen = mean(held_out.iter().map(|lesson| loss(learner.value(lesson), result(lesson))));
        eprintln!("pass {pass}: {error:.5}, results held out {unseen:.5}");
    }
    // A man on a full board is 100.
    let scale = 100.0 / learner.features[learning::MEN][0];
    let scaled = |weights: &[Pair]| -> Vec<Pair> { weights.iter().map(|pair| pair.map(|it| it * scale)).collect() };
    let (patterns, features) = (scaled(&learner.patterns), scaled(&learner.features));
    for (number, pair) in features.iter().enumerate() {
        eprintln!("feature {number}: {:.0} {:.0}", pair[0], pair[1]);
    }
    crate::write(&options.output, learning::written(&patterns, &features))
}

/// Reports how well the evaluation in use predicts results.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let (lessons, held_out) = read(&options.folder)?;
    let value = |lesson: &Record| learning::position(lesson.pieces).evaluate().value() as f32;
    let losses =
        |lessons: &[Record], unit: f32| mean(lessons.iter().map(|lesson| loss(value(lesson) / unit, result(lesson))));
    let few: Vec<Record> = lessons.iter().step_by(10).copied().collect();
    let unit =
        (2..60).map(|unit| 10.0 * unit as f32).min_by(|one, two| losses(&few, *one).total_cmp(&losses(&few, *two)));
    let unit = unit.expect("there are units");
    println!(
        "unit {unit}: {:.5}, its search's {:.5}",
        losses(&held_out, unit),
        search_loss(&held_out, best_unit(&lessons))
    );
    Ok(())
}

fn read(folder: &Path) -> io::Result<(Vec<Record>, Vec<Record>)> {
    let (mut lessons, mut held_out) = (Vec::new(), Vec::new());
    for (number, path) in chunks::of(folder)?.iter().enumerate() {
        if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut lessons }.extend(record::read(path)?);
    }
    Ok((lessons, held_out))
}

fn search_loss(lessons: &[Record], unit: f32) -> f32 {
    mean(lessons.iter().map(|lesson| loss(f32::from(lesson.score) / unit, result(lesson))))
}

fn best_unit(lessons: &[Record]) -> f32 {
    let few: Vec<Record> = lessons.iter().step_by(10).copied().collect();
    let units = (5..60).map(|unit| 10.0 * unit as f32);
    units.min_by(|one, two| search_loss(&few, *one).total_cmp(&search_loss(&few, *two))).expect("there are units")
}

fn result(record: &Record) -> f32 {
    f32::from(record.result) / 2.0
}

fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Cross-entropy of a value, given the true probability.
fn loss(value: f32, truth: f32) -> f32 {
    let chance = chance(value).clamp(1e-6, 1.0 - 1e-6);
    -truth * chance.ln() - (1.0 - truth) * (1.0 - chance).ln()
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + f64::from(number), count + 1));
    (sum / f64::from(count.max(1))) as f32
}

/// The weights during learning. A pattern and its colour-swapped twin share the weights of the first.
struct Learner {
    share: f32,
    unit: f32,
    rate: f32,
    patterns: Vec<Pair>,
    features: Vec<Pair>,
    /// The sum of squared gradients of each weight.
    moved: Vec<Pair>,
    /// For each pattern, the one whose weights it shares.
    shared: Vec<u32>,
}

/// The features of a position.
struct Seen {
    /// Each with its sign.
    patterns: [(usize, f32); WINDOWS],
    features: [i32; FEATURES],
    fullness: f32,
}

impl Learner {
    fn new(share: f32, unit: f32, rate: f32) -> Self {
        let (none, shared) = ([0.0; 2], (0..PATTERNS).map(|number| learning::image_of(number).min(number) as u32));
        let mut features = vec![none; FEATURES];
        features[learning::MEN] = [100.0 / unit; 2];
        features[learning::KINGS..].fill([140.0 / unit; 2]);
        let moved = vec![[1e-4; 2]; PATTERNS + FEATURES];
        Self { share, unit, rate, patterns: vec![none; PATTERNS], features, moved, shared: shared.collect() }
    }

    fn see(&self, record: &Record) -> Seen {
        let position = learning::position(record.pieces);
        let patterns = learning::patterns(&position).map(|number| {
            let shared = self.shared[number] as usize;
            // A pattern that is its own colour-swapped twin is worth nothing.
            let sign = if shared != number { -1.0 } else { f32::from(u8::from(learning::image_of(number) != number)) };
            (shared, sign)
        });
        Seen { patterns, features: learning::features(&position), fullness: learning::fullness(&position) }
    }

    fn sum(&self, seen: &Seen) -> f32 {
        let of = |pair: Pair| pair[0] * seen.fullness + pair[1] * (1.0 - seen.fullness);
        let patterns: f32 = seen.patterns.iter().map(|(number, sign)| sign * of(self.patterns[*number])).sum();
        let features = self.features.iter().zip(seen.features).filter(|(_, count)| *count != 0);
        patterns + features.map(|(pair, count)| of(*pair) * count as f32).sum::<f32>()
    }

    fn value(&self, record: &Record) -> f32 {
        self.sum(&self.see(record))
    }

    /// Learns from a position; returns the loss before the step.
    fn step(&mut self, record: &Record) -> f32 {
        let seen = self.see(record);
        let value = self.sum(&seen);
        let truth = self.share * result(record) + (1.0 - self.share) * chance(f32::from(record.score) / self.unit);
        let slope = chance(value) - truth;
        for (number, sign) in seen.patterns {
            let moved = &mut self.moved[number];
            change(&mut self.patterns[number], moved, slope * sign, seen.fullness, self.rate);
        }
        for (number, count) in seen.features.iter().enumerate().filter(|(_, count)| **count != 0) {
            let moved = &mut self.moved[PATTERNS + number];
            change(&mut self.features[number], moved, slope * *count as f32, seen.fullness, self.rate);
        }
        loss(value, truth)
    }
}

/// Moves two weights against the gradient.
fn change(pair: &mut Pair, moved: &mut Pair, slope: f32, fullness: f32, rate: f32) {
    for (index, part) in [fullness, 1.0 - fullness].into_iter().enumerate() {
        let slope = slope * part;
        moved[index] += slope * slope;
        pair[index] -= rate * slope / moved[index].sqrt();
    }
}
