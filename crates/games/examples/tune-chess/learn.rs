//! Learning by batches of positions, the step shrinking as a cosine. What is made small is the squared error of the
//! expected score (Texel's method; Peter Österlund).

use std::f32::consts::PI;
use std::fs;
use std::io;

use plyd_games::chess_network::{self, WEIGHTS, ZONES, written};
use plyd_games::{Chess, Notation};
use plyd_search::Evaluate;
use pulp::NullaryFnOnce;

use crate::adam::Adam;
use crate::layers::{Layers, beginning};
use crate::record::{Record, SIZE};
use crate::steps::{SHARED, Steps};
use crate::{Options, chunks};

const BATCH: usize = 2048;
/// A batch is summed in so many parts, each in order: threads change nothing.
const PARTS: usize = 2;
/// One position in so many is kept to see what was learnt.
const HELD_OUT: usize = 100;
/// Steps before the first whole one.
const WARMING: f32 = 300.0;

/// What is wanted of a position.
#[derive(Clone, Copy)]
struct Goal {
    /// The share of the judge's value, beside the game's result.
    judge: f32,
    /// The centipawns of the judge that let one expect e times the score.
    unit: f32,
}

impl Goal {
    /// The expected score for the side to move, from 0 to 1.
    fn wanted(self, record: &Record) -> f32 {
        let judged = expected(f32::from(record.score) / self.unit);
        record.result.map_or(judged, |result| self.judge * judged + (1.0 - self.judge) * f32::from(result) / 2.0)
    }
}

/// The score that a value lets expect.
fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Learns, and writes the weights.
///
/// # Errors
/// What the files came to.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let output: String = options.get("output", "crates/games/src/chess/evaluation/network.bin".to_owned())?;
    let (passes, step, decay) = (options.get("passes", 10)?, options.get("step", 0.001)?, options.get("decay", 0.0)?);
    let goal = Goal { judge: options.get("judge", 0.9)?, unit: options.get("unit", 180.0)? };
    let mut lessons = read(&options.folder)?;
    let held_out = match options.get("unseen", String::new())?.as_str() {
        "" => lessons.split_off(lessons.len() - lessons.len() / HELD_OUT),
        folder => read(folder)?,
    };
    eprintln!("{} positions, {} held out", lessons.len(), held_out.len());
    let mut learner = Learner::new(match options.get("begin", String::new())?.as_str() {
        "" => beginning(),
        path => chess_network::read(&with_zones(fs::read(path)?)),
    });
    let steps = (passes * (lessons.len() / BATCH)) as f32;
    for pass in 0..passes {
        chunks::shuffle(&mut lessons, pass as u64);
        let mut error = 0.0;
        for batch in lessons.chunks_exact(BATCH) {
            let done = learner.batches as f32;
            let cosine = 0.01 + 0.99 * (1.0 + (PI * done / steps).cos()) / 2.0;
            let step = step * cosine * ((done + 1.0) / WARMING).min(1.0);
            error += learner.batch(batch, goal, step, decay);
        }
        let error = error / (lessons.len() / BATCH) as f32;
        let unseen = learner.error(&held_out, goal);
        eprintln!("pass {}: error {error:.6}, held out {unseen:.6}", pass + 1);
        fs::write(&output, written(&learner.weights))?;
    }
    Ok(())
}

/// A file's bytes; one of the second step, which had no zones, is given inputs alike in each.
fn with_zones(bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 2 * WEIGHTS {
        return bytes;
    }
    let (inputs, rest) = bytes.split_at(2 * SHARED);
    [inputs.repeat(ZONES), rest.to_vec()].concat()
}

/// Says how well the evaluation that plays fits, at several units.
///
/// # Errors
/// What the files came to.
pub(crate) fn compare(options: &Options) -> io::Result<()> {
    let goal = Goal { judge: 1.0, unit: options.get("unit", 180.0)? };
    let value = |record: &Record| Some(Chess::parse(&record.state()).ok()?.evaluate().value() as f32);
    let values: Vec<(f32, f32)> =
        read(&options.folder)?.iter().filter_map(|record| Some((value(record)?, goal.wanted(record)))).collect();
    for own in (60..=360).step_by(20) {
        let error = |(value, wanted): &(f32, f32)| (expected(value / own as f32) - wanted).powi(2);
        println!("unit {own}: error {:.6}", values.iter().map(error).sum::<f32>() / values.len() as f32);
    }
    Ok(())
}

fn read(folder: &str) -> io::Result<Vec<Record>> {
    let mut records = Vec::new();
    for path in chunks::of(folder)? {
        records.extend(fs::read(path)?.chunks_exact(SIZE).map(Record::from_bytes));
    }
    Ok(records)
}

/// The weights, all in a row, and what it takes to move them.
struct Learner {
    weights: Vec<f32>,
    steps: Steps,
    gradients: Vec<Vec<f32>>,
    batches: usize,
}

impl Learner {
    fn new(weights: Vec<f32>) -> Self {
        let gradients = (0..PARTS).map(|_| vec![0.0; WEIGHTS]).collect();
        Self { weights, steps: Steps::new(), gradients, batches: 0 }
    }

    /// The mean error.
    fn error(&self, lessons: &[Record], goal: Goal) -> f32 {
        let weights = Layers(&self.weights);
        let errors = lessons.iter().map(|lesson| (expected(weights.value(lesson)) - goal.wanted(lesson)).powi(2));
        errors.sum::<f32>() / lessons.len() as f32
    }

    /// One step, by which weights are made smaller by `step * decay` of what they are, too; the mean error of the batch
    /// before it.
    fn batch(&mut self, batch: &[Record], goal: Goal, step: f32, decay: f32) -> f32 {
        let weights = &self.weights;
        let errors: Vec<f32> = std::thread::scope(|scope| {
            let parts = batch.chunks(BATCH / PARTS).zip(&mut self.gradients);
            let work = |(part, gradient): (&[Record], &mut Vec<f32>)| {
                pulp::Arch::new().dispatch(Descent { part, goal, weights, gradient })
            };
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a thread does not panic")).collect()
        });
        self.batches += 1;
        let adam = Adam::new(self.batches, step);
        self.steps.step(&mut self.weights, &self.gradients, batch.len(), adam, step * decay);
        errors.iter().sum::<f32>() / batch.len() as f32
    }
}

/// What a part of a batch adds to the gradient, by whatever instructions the processor has; its error.
struct Descent<'a> {
    part: &'a [Record],
    goal: Goal,
    weights: &'a [f32],
    gradient: &'a mut [f32],
}

impl NullaryFnOnce for Descent<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        let Self { part, goal, weights, gradient } = self;
        gradient.fill(0.0);
        let mut sum = 0.0;
        for lesson in part {
            let wanted = goal.wanted(lesson);
            let slope = |value: f32| {
                let guess = expected(value);
                (2.0 * (guess - wanted) * guess * (1.0 - guess), (guess - wanted).powi(2))
            };
            sum += Layers(weights).descend(lesson, slope, gradient);
        }
        sum
    }
}
