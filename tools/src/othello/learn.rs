//! Learning from labelled positions, and how far from them what was learnt is.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::othello::{self as learning, UNIT, written};
use plyd_search::Evaluate;

use super::layers::Layers;
use super::record::{self, Record};
use crate::chunks;

/// With fewer than these, one in so many is learnt from: there are many, and searches end them.
const LATE: (u32, usize) = (8, 3);
/// The steps of weights of stages, as a share of those of rows.
const STAGE_STEP: f32 = 0.07;

/// What to learn from, and how.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Where the chunks are, and sets of solved positions
    folder: PathBuf,
    /// Where to write the network
    #[arg(long, default_value = "crates/games/src/othello/evaluation/network.bin")]
    output: PathBuf,
    /// How many times each position is learnt from
    #[arg(long, default_value_t = 4)]
    passes: u32,
    /// The largest step of a weight
    #[arg(long, default_value_t = 0.06)]
    step: f32,
}

/// What to compare the evaluation with.
#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Where the set of solved positions is
    folder: PathBuf,
    /// Its file
    #[arg(long, default_value = "exact.set")]
    set: PathBuf,
    /// Only positions that are decided by no more than so many discs
    #[arg(long, default_value_t = 64)]
    within: u8,
}

/// Learns, and writes the weights.
///
/// # Errors
/// What the files came to.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let mut lessons = Vec::new();
    let paths = chunks::of(&options.folder)?;
    let (held_out_path, paths) =
        paths.split_last().ok_or_else(|| io::Error::other("there is nothing to learn from"))?;
    for path in paths {
        let records = record::read(path)?.into_iter().enumerate();
        let kept = records.filter(|(number, record)| empty(record) >= LATE.0 || number % LATE.1 == 0);
        lessons.extend(kept.map(|(_, record)| record));
    }
    let held_out = record::read(held_out_path)?;
    eprintln!("{} positions, {} held out", lessons.len(), held_out.len());
    let mut layers = Layers::new();
    teach(&mut layers, &mut lessons, options.passes, options.step);
    for least in (LATE.0..60).step_by(4) {
        let of_part = held_out.iter().filter(|record| (least..least + 4).contains(&empty(record)));
        eprintln!("{least} to {} empty: held out, error {:.2}", least + 3, error(&layers, of_part));
    }
    for set in chunks::of_kind(&options.folder, "set")? {
        eprintln!("{}: error {:.2}", set.display(), error(&layers, record::read(&set)?.iter()));
    }
    crate::write(&options.output, written(&layers.finished()))
}

/// The root-mean-square error of what was learnt, in discs.
fn error<'a>(layers: &Layers, records: impl Iterator<Item = &'a Record>) -> f32 {
    let error = |record: &Record| f32::from(record.score) - layers.value(&learning::position(record.discs));
    mean(records.map(|record| error(record).powi(2))).sqrt()
}

/// Says how far the evaluation that plays is from the values of solved positions, of those that are decided by no more
/// than so many discs.
///
/// # Errors
/// What the file came to.
pub(crate) fn compare(options: &CompareOptions) -> io::Result<()> {
    let mut records = record::read(&options.folder.join(&options.set))?;
    records.retain(|record| record.score.unsigned_abs() <= options.within);
    let error = |record: &Record| f32::from(record.score) - learning::position(record.discs).evaluate().value() as f32;
    let square = mean(records.iter().map(|record| error(record).powi(2)));
    let bias = mean(records.iter().map(error));
    println!("{} positions, root-mean-square error {:.2} discs, mean {bias:.2}", records.len(), square.sqrt());
    Ok(())
}

/// Teaches all lessons so many times, by steps that shrink in the second half.
fn teach(layers: &mut Layers, lessons: &mut [Record], passes: u32, step: f32) {
    for pass in 0..passes {
        chunks::shuffle(lessons, u64::from(pass));
        let mut error = 0.0;
        for (number, lesson) in lessons.iter().enumerate() {
            let done = (pass as f32 + number as f32 / lessons.len() as f32) / passes as f32;
            let share = 0.02 + 0.98 * (2.0 - 2.0 * done).min(1.0);
            let lesson = layers.lesson(lesson);
            error += f64::from(layers.learn(&lesson, share * step, share * step * STAGE_STEP));
        }
        let error = UNIT as f32 * ((error / lessons.len().max(1) as f64) as f32).sqrt();
        eprintln!("pass {pass}, {} positions, error {error:.2}", lessons.len());
    }
}

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + f64::from(number), count + 1));
    (sum / f64::from(count.max(1))) as f32
}

fn empty(record: &Record) -> u32 {
    (!(record.discs[0] | record.discs[1])).count_ones()
}
