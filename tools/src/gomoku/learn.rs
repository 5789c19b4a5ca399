//! Learning: logistic regression by Newton's method, for the values of squares and for the scores of moves. There are
//! few weights, so all of them are fitted together, and the optimum is unique. Each weight is regularised towards the
//! one in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::gomoku::{self as learning, COUNTS};

use super::moves;
use super::record::{self, NO_RESULT, Record};
use super::solve::solve;
use crate::chunks::{self, mean};

/// The value of one logit.
const LOGIT: f64 = 300.0;
/// Steps until convergence.
const STEPS: usize = 6;

/// Options of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks
    folder: PathBuf,
    /// File for the weights
    #[arg(long, default_value = "crates/games/src/gomoku/weights.rs")]
    output: PathBuf,
    /// Weight of the game's result in the target; the rest is the search's score
    #[arg(long, default_value_t = 0.5)]
    result: f64,
    /// Strength of the regularisation towards the weights in use
    #[arg(long, default_value_t = 20.0)]
    near: f64,
    /// Search score of one logit
    #[arg(long, default_value_t = LOGIT)]
    unit: f64,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Folder of the chunks
    folder: PathBuf,
}

/// A position's counts that are not 0, with their indexes, and its labels.
struct Example {
    counts: Vec<(usize, f64)>,
    /// The result of its game, if it has one, and the score of its search.
    result: Option<f64>,
    score: f64,
}

impl Example {
    fn of(record: &Record) -> Self {
        let position = learning::position(&record.stones);
        let counts = learning::counts(&position).into_iter().map(|(index, count)| (index, f64::from(count))).collect();
        let result = (record.result != NO_RESULT).then(|| f64::from(record.result) / 2.0);
        Self { counts, result, score: f64::from(record.score) }
    }
}

/// Learns, and writes the weights.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let Options { result: share, near, unit, .. } = *options;
    let (records, held_out_records) = chunks::split(&options.folder, record::read)?;
    let target = |example: &Example| {
        let searched = probability(example.score / unit);
        example.result.map_or(searched, |result| share * result + (1.0 - share) * searched)
    };
    let labelled = |example: Example| {
        let target = target(&example);
        (example, target)
    };
    let examples: Vec<(Example, f64)> = records.iter().map(Example::of).map(labelled).collect();
    let held_out: Vec<Example> = held_out_records.iter().map(Example::of).collect();
    let said = |weights: &[f64]| mean(held_out.iter().map(|example| loss(value(weights, example), target(example))));
    let old = weights_in_use();
    eprintln!("{} positions, {} held out: {:.5}", examples.len(), held_out.len(), said(&old));
    let mut weights = old.clone();
    for _ in 0..STEPS {
        weights = newton_step(&weights, &old, &examples, near);
        eprintln!("held out {:.5}", said(&weights));
    }
    let rounded: Vec<i32> = weights.iter().map(|weight| (weight * LOGIT).round() as i32).collect();
    let scores = moves::learn(&records, &held_out_records);
    crate::write(&options.output, learning::rust_source(&rounded, &scores, examples.len()))
}

/// Reports how well the weights in use predict results, and how well the games' search did.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let (_, held_out) = chunks::split(&options.folder, record::read)?;
    let held_out: Vec<Example> = held_out.iter().map(Example::of).collect();
    let weights = weights_in_use();
    let of = |said: &dyn Fn(&Example) -> f64| {
        let played = held_out.iter().filter_map(|example| example.result.map(|result| (example, result)));
        mean(played.map(|(example, result)| loss(said(example), result)))
    };
    println!("{:.5}", of(&|example| value(&weights, example)));
    for unit in (1..=10).map(|times| 100.0 * f64::from(times)) {
        println!("its search's, one logit being {unit}: {:.5}", of(&|example| example.score / unit));
    }
    Ok(())
}

/// The weights in use, in logits.
fn weights_in_use() -> Vec<f64> {
    learning::weights().into_iter().map(|weight| f64::from(weight) / LOGIT).collect()
}

/// The weights after a step of Newton's method, with a penalty of `near / 2` times their squared distance from the old
/// ones.
fn newton_step(weights: &[f64], old: &[f64], examples: &[(Example, f64)], near: f64) -> Vec<f64> {
    let mut gradient: Vec<f64> = weights.iter().zip(old).map(|(weight, old)| near * (weight - old)).collect();
    let mut hessian = vec![vec![0.0; COUNTS]; COUNTS];
    for (index, row) in hessian.iter_mut().enumerate() {
        row[index] = near.max(f64::EPSILON);
    }
    for (example, target) in examples {
        let probability = probability(value(weights, example));
        for (row, count) in &example.counts {
            gradient[*row] += (probability - target) * count;
            for (column, other) in &example.counts {
                hessian[*row][*column] += probability * (1.0 - probability) * count * other;
            }
        }
    }
    let step = solve(hessian, gradient);
    weights.iter().zip(step).map(|(weight, step)| weight - step).collect()
}

fn value(weights: &[f64], example: &Example) -> f64 {
    example.counts.iter().map(|(index, count)| weights[*index] * count).sum()
}

fn probability(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Cross-entropy of a value, given the true probability.
fn loss(value: f64, target: f64) -> f64 {
    let probability = probability(value).clamp(1e-6, 1.0 - 1e-6);
    -target * probability.ln() - (1.0 - target) * (1.0 - probability).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_finds_the_true_weights_or_stays_near_the_old_ones_on_request() {
        const SOME: usize = 60;
        let target: Vec<f64> = (0..COUNTS).map(|index| (index % SOME) as f64 / 20.0 - 1.5).collect();
        let mut random = 7;
        let examples: Vec<(Example, f64)> = (0..4000)
            .map(|_| {
                let mut is_in = |_: &usize| {
                    random = plyd_search::mix(random);
                    random % 8 == 0
                };
                let counts = (0..SOME).filter(&mut is_in).map(|index| (index, 1.0)).collect();
                let example = Example { counts, result: None, score: 0.0 };
                let value = value(&target, &example);
                (example, probability(value))
            })
            .collect();
        let none = vec![0.0; COUNTS];
        let fitted = |near: f64| (0..STEPS).fold(none.clone(), |it, _| newton_step(&it, &none, &examples, near));
        let off = |weights: &[f64]| (0..SOME).map(|at| (weights[at] - target[at]).abs()).fold(0.0, f64::max);
        assert!(off(&fitted(1e-9)) < 1e-3, "{:?}", &fitted(1e-9)[..SOME]);
        assert!(fitted(1e9).iter().all(|weight| weight.abs() < 1e-3));
    }
}
