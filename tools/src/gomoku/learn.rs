//! Learning: logistic regression by Newton's method. There are few weights, so all are fitted at once, and the optimum
//! is unique. Each weight is regularised towards the one in use.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::gomoku::{self as learning, COUNTS};

use super::record::{self, Record};
use crate::chunks::{self, mean};

/// Weight of one logit.
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

type Weights = [f64; COUNTS];

/// Learns, and writes the weights.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let Options { result: share, near, unit, .. } = *options;
    let (examples, held_out) = chunks::split(&options.folder, record::read)?;
    let target = |record: &Record| share * result(record) + (1.0 - share) * probability(f64::from(record.score) / unit);
    let examples: Vec<(&Record, f64)> = examples.iter().map(|record| (record, target(record))).collect();
    let said = |weights: &Weights| mean(held_out.iter().map(|record| loss(value(weights, record), result(record))));
    let old = weights_in_use();
    eprintln!("{} positions, {} held out: {:.5}", examples.len(), held_out.len(), said(&old));
    let mut weights = old;
    for _ in 0..STEPS {
        weights = newton_step(&weights, &old, &examples, near);
        eprintln!("held out {:.5}", said(&weights));
    }
    let rounded = weights.map(|weight| (weight * LOGIT).round() as i32);
    crate::write(&options.output, learning::rust_source(&rounded, examples.len()))
}

/// Reports how well the weights in use predict results, and how well the games' search did.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let (_, held_out) = chunks::split(&options.folder, record::read)?;
    let weights = weights_in_use();
    let of = |value: &dyn Fn(&Record) -> f64| mean(held_out.iter().map(|record| loss(value(record), result(record))));
    println!("{:.5}", of(&|record| value(&weights, record)));
    for unit in (1..=10).map(|times| 100.0 * f64::from(times)) {
        println!("its search's, one logit being {unit}: {:.5}", of(&|record| f64::from(record.score) / unit));
    }
    Ok(())
}

/// The weights in use, in logits.
fn weights_in_use() -> Weights {
    learning::weights().map(|weight| f64::from(weight) / LOGIT)
}

/// The weights after a step of Newton's method, with a penalty of `near / 2` times their squared distance from the old
/// ones.
fn newton_step(weights: &Weights, old: &Weights, examples: &[(&Record, f64)], near: f64) -> Weights {
    let mut gradient: Weights = std::array::from_fn(|index| near * (weights[index] - old[index]));
    let mut hessian = vec![[0.0; COUNTS]; COUNTS];
    for (index, row) in hessian.iter_mut().enumerate() {
        row[index] = near.max(f64::EPSILON);
    }
    for (record, target) in examples {
        let probability = probability(value(weights, record));
        let features: Vec<(usize, f64)> = features(record).collect();
        for (row, count) in &features {
            gradient[*row] += (probability - target) * count;
            for (column, other) in &features {
                hessian[*row][*column] += probability * (1.0 - probability) * count * other;
            }
        }
    }
    let step = solve(hessian, gradient);
    std::array::from_fn(|index| weights[index] - step[index])
}

/// Solves a linear system by elimination. The matrix is positive definite, so no pivot is zero.
fn solve(mut matrix: Vec<Weights>, mut numbers: Weights) -> Weights {
    for pivot in 0..COUNTS {
        let row = matrix[pivot];
        for below in pivot + 1..COUNTS {
            let factor = matrix[below][pivot] / row[pivot];
            for column in pivot..COUNTS {
                matrix[below][column] -= factor * row[column];
            }
            numbers[below] -= factor * numbers[pivot];
        }
    }
    for pivot in (0..COUNTS).rev() {
        let known: f64 = (pivot + 1..COUNTS).map(|column| matrix[pivot][column] * numbers[column]).sum();
        numbers[pivot] = (numbers[pivot] - known) / matrix[pivot][pivot];
    }
    numbers
}

/// The nonzero counts of a position, by index.
fn features(record: &Record) -> impl Iterator<Item = (usize, f64)> {
    let counts = record.counts.iter().enumerate().filter(|(_, count)| **count > 0);
    counts.map(|(index, count)| (index, f64::from(*count)))
}

fn value(weights: &Weights, record: &Record) -> f64 {
    features(record).map(|(index, count)| weights[index] * count).sum()
}

fn result(record: &Record) -> f64 {
    f64::from(record.result) / 2.0
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
        let target: Weights = std::array::from_fn(|index| index as f64 / 20.0 - 1.5);
        let mut random = 7;
        let records: Vec<Record> = (0..4000)
            .map(|_| {
                let counts = std::array::from_fn(|_| {
                    random = plyd_search::mix(random);
                    u8::from(random % 8 == 0)
                });
                Record { counts, score: 0, result: 0 }
            })
            .collect();
        let examples: Vec<(&Record, f64)> =
            records.iter().map(|record| (record, probability(value(&target, record)))).collect();
        let fitted =
            |near: f64| (0..STEPS).fold([0.0; COUNTS], |it, _| newton_step(&it, &[0.0; COUNTS], &examples, near));
        let off = |weights: Weights| weights.iter().zip(target).map(|(one, two)| (one - two).abs()).fold(0.0, f64::max);
        assert!(off(fitted(1e-9)) < 1e-3, "{:?}", fitted(1e-9));
        assert!(fitted(1e9).iter().all(|weight| weight.abs() < 1e-3), "{:?}", fitted(1e9));
    }
}
