//! Learning from labelled positions, and the remaining error.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::network::encoded;
use plyd_games::tools::othello::{self as learning, NEGLIGIBLE, STAGES, UNIT};
use plyd_search::Evaluate;

use super::record::{self, Record};
use crate::chunks::{self, mean};
use crate::network::trainer::{self, Example, Loss, Network};

/// With fewer than `LATE.0` empty squares, only one of `LATE.1` positions is used, because there are many, and searches
/// solve them anyway.
const LATE: (u32, usize) = (8, 3);
/// See [`trainer::Options`].
const RESERVE: f32 = 50.0;

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
    let Options { passes, step, .. } = *options;
    let how = trainer::Options { loss: Loss::Squared, passes, step, reserve: RESERVE };
    let images = learning::shared();
    // Every position has the vector for its number of empty squares.
    let constant = images.len() - 64..images.len();
    let mut network = Network::new(images.clone(), constant, STAGES, how);
    network.train(
        &mut examples,
        |record| Some(example(record)),
        |_, pass, loss| eprintln!("pass {pass}: error {:.2}", f64::from(UNIT) * loss.sqrt()),
    );
    for least in (LATE.0..60).step_by(4) {
        let of_part = held_out.iter().filter(|record| (least..least + 4).contains(&empty(record)));
        eprintln!("{least} to {} empty: held out, error {:.2}", least + 3, error(&network, of_part));
    }
    for set in chunks::of_kind(&options.folder, "set")? {
        eprintln!("{}: error {:.2}", set.display(), error(&network, record::read(&set)?.iter()));
    }
    crate::write(&options.output, encoded(&network.finished(), &images, NEGLIGIBLE))
}

/// The root-mean-square error of the weights, in discs.
fn error<'a>(network: &Network, records: impl Iterator<Item = &'a Record>) -> f32 {
    let value = |record: &Record| network.output(&example(record).seen).clamp(-4.0, 4.0) * UNIT as f32;
    let error = |record: &Record| f32::from(record.score) - value(record);
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

/// What the network sees of a position, and its target in units of the network's output.
fn example(record: &Record) -> Example {
    let seen = learning::seen(&learning::position(record.discs));
    Example { seen, prior: 0.0, target: f32::from(record.score) / UNIT as f32 }
}

fn empty(record: &Record) -> u32 {
    (!(record.discs[0] | record.discs[1])).count_ones()
}
