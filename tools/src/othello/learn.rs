//! Learning from labelled positions, and the remaining error.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::othello::{self as learning, UNIT, encoded};
use plyd_search::Evaluate;

use super::network::Network;
use super::record::{self, Record};
use crate::chunks::{self, mean};

/// With fewer than `LATE.0` empty squares, only one of `LATE.1` positions is used, because there are many, and searches
/// solve them anyway.
const LATE: (u32, usize) = (8, 3);
/// Step size of stage weights, relative to the step size of vectors.
const STAGE_STEP: f32 = 0.07;

/// Options of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Folder of the chunks and of sets of solved positions
    folder: PathBuf,
    /// File for the network
    #[arg(long, default_value = "crates/games/src/othello/evaluation/network.bin")]
    output: PathBuf,
    /// Passes over all positions
    #[arg(long, default_value_t = 4)]
    passes: u32,
    /// Largest step size
    #[arg(long, default_value_t = 0.06)]
    step: f32,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Folder of the set of solved positions
    folder: PathBuf,
    /// Its file name
    #[arg(long, default_value = "exact.set")]
    set: PathBuf,
    /// Only use positions with values up to this, in discs
    #[arg(long, default_value_t = 64)]
    within: u8,
}

/// Learns, and writes the weights.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let mut examples = Vec::new();
    let paths = chunks::of(&options.folder)?;
    let (held_out_path, paths) =
        paths.split_last().ok_or_else(|| io::Error::other("there is nothing to learn from"))?;
    for path in paths {
        let records = record::read(path)?.into_iter().enumerate();
        let kept = records.filter(|(number, record)| empty(record) >= LATE.0 || number % LATE.1 == 0);
        examples.extend(kept.map(|(_, record)| record));
    }
    let held_out = record::read(held_out_path)?;
    eprintln!("{} positions, {} held out", examples.len(), held_out.len());
    let mut network = Network::new();
    train(&mut network, &mut examples, options.passes, options.step);
    for least in (LATE.0..60).step_by(4) {
        let of_part = held_out.iter().filter(|record| (least..least + 4).contains(&empty(record)));
        eprintln!("{least} to {} empty: held out, error {:.2}", least + 3, error(&network, of_part));
    }
    for set in chunks::of_kind(&options.folder, "set")? {
        eprintln!("{}: error {:.2}", set.display(), error(&network, record::read(&set)?.iter()));
    }
    crate::write(&options.output, encoded(&network.finished()))
}

/// The root-mean-square error of the weights, in discs.
fn error<'a>(network: &Network, records: impl Iterator<Item = &'a Record>) -> f32 {
    let error = |record: &Record| f32::from(record.score) - network.value(&learning::position(record.discs));
    (mean(records.map(|record| error(record).powi(2))) as f32).sqrt()
}

/// Reports the error of the evaluation in use on solved positions with values within the limit.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let mut records = record::read(&options.folder.join(&options.set))?;
    records.retain(|record| record.score.unsigned_abs() <= options.within);
    let error = |record: &Record| f32::from(record.score) - learning::position(record.discs).evaluate().value() as f32;
    let square = mean(records.iter().map(|record| error(record).powi(2)));
    let bias = mean(records.iter().map(error));
    println!("{} positions, root-mean-square error {:.2} discs, mean {bias:.2}", records.len(), square.sqrt());
    Ok(())
}

/// Learns from all examples in several passes, with a step size that shrinks in the second half.
fn train(network: &mut Network, examples: &mut [Record], passes: u32, step: f32) {
    for pass in 0..passes {
        chunks::shuffle(examples, u64::from(pass));
        let mut error = 0.0;
        for (number, example) in examples.iter().enumerate() {
            let done = (pass as f32 + number as f32 / examples.len() as f32) / passes as f32;
            let share = 0.02 + 0.98 * (2.0 - 2.0 * done).min(1.0);
            let example = network.example(example);
            error += f64::from(network.learn(&example, share * step, share * step * STAGE_STEP));
        }
        let error = UNIT as f32 * ((error / examples.len().max(1) as f64) as f32).sqrt();
        eprintln!("pass {pass}, {} positions, error {error:.2}", examples.len());
    }
}

fn empty(record: &Record) -> u32 {
    (!(record.discs[0] | record.discs[1])).count_ones()
}
