//! Learning: Adam (Kingma and Ba 2014) over batches of positions, the step shrinking as a cosine. Texel's method, after
//! the program by Peter Österlund: the squared error of the expected score.

use std::f32::consts::PI;
use std::fs;
use std::io;

use plyd_games::chess_learning::{Factors, Weights, slope};
use plyd_games::{Chess, Notation};
use plyd_search::{Evaluate, mix};

use crate::Options;
use crate::record::{Record, SIZE};
use crate::write::written;

const BATCH: usize = 4096;
/// A batch is summed in so many parts, each in order: threads change nothing.
const PARTS: usize = 2;
/// One position in so many is kept to see what was learnt.
const HELD_OUT: usize = 20;

/// A position to learn from.
struct Lesson {
    factors: Factors,
    /// The expected score for the side to move, from 0 to 1.
    wanted: f32,
}

/// Learns, and writes the weights.
///
/// # Errors
/// What the files came to.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let output: String = options.get("output", "crates/games/src/chess/evaluation/weights.rs".to_owned())?;
    let (passes, step) = (options.get("passes", 30)?, options.get("step", 3.0)?);
    let (judge, unit) = (options.get("judge", 0.9)?, options.get("unit", 180.0)?);
    let mut lessons = lessons(&read(&options.folder)?, judge, unit);
    let held_out = lessons.split_off(lessons.len() - lessons.len() / HELD_OUT);
    eprintln!("{} positions, {} held out", lessons.len(), held_out.len());
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let mut learner = Learner::new(unit);
    let steps = passes * (lessons.len() / BATCH);
    for pass in 0..passes {
        shuffle(&mut order, pass as u64);
        let mut error = 0.0;
        for batch in order.chunks_exact(BATCH) {
            let done = learner.steps as f32 / steps as f32;
            let step = step * (0.01 + 0.99 * (1.0 + (PI * done).cos()) / 2.0);
            error += learner.batch(&lessons, batch, step);
        }
        let error = error / (lessons.len() / BATCH) as f32;
        let unseen: f32 = held_out.iter().map(|lesson| learner.error(lesson)).sum();
        eprintln!("pass {}: error {error:.6}, held out {:.6}", pass + 1, unseen / held_out.len() as f32);
    }
    fs::write(output, written(&learner.weights))
}

/// Says how well the evaluation that plays fits, at several units.
///
/// # Errors
/// What the files came to.
pub(crate) fn compare(options: &Options) -> io::Result<()> {
    let unit: f32 = options.get("unit", 180.0)?;
    let records = read(&options.folder)?;
    let values: Vec<(f32, f32)> = records
        .iter()
        .filter_map(|record| {
            Some((Chess::parse(&record.state()).ok()?.evaluate().value() as f32, wanted(record, 1.0, unit)))
        })
        .collect();
    for own in (60..=360).step_by(20) {
        let error = |(value, wanted): &(f32, f32)| (expected(*value, own as f32) - wanted).powi(2);
        println!("unit {own}: error {:.6}", values.iter().map(error).sum::<f32>() / values.len() as f32);
    }
    Ok(())
}

fn read(folder: &str) -> io::Result<Vec<Record>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    paths.sort();
    let mut records = Vec::new();
    for path in paths {
        records.extend(fs::read(path)?.chunks_exact(SIZE).map(Record::from_bytes));
    }
    Ok(records)
}

fn lessons(records: &[Record], judge: f32, unit: f32) -> Vec<Lesson> {
    let lesson = |record: &Record| {
        let position = Chess::parse(&record.state()).ok()?;
        Some(Lesson { factors: Factors::of(&position)?, wanted: wanted(record, judge, unit) })
    };
    records.iter().filter_map(lesson).collect()
}

fn shuffle(order: &mut [u32], seed: u64) {
    let mut random = mix(seed);
    for index in (1..order.len()).rev() {
        random = mix(random);
        order.swap(index, (random % (index as u64 + 1)) as usize);
    }
}

/// The score that a value lets expect.
fn expected(value: f32, unit: f32) -> f32 {
    1.0 / (1.0 + (-value / unit).exp())
}

/// What the judge expects and what the game came to, mixed.
fn wanted(record: &Record, judge: f32, unit: f32) -> f32 {
    judge * expected(f32::from(record.score), unit) + (1.0 - judge) * f32::from(record.result) / 2.0
}

/// The weights, all in a row, and Adam's moments of each.
struct Learner {
    weights: Weights,
    moments: Vec<[f32; 2]>,
    gradients: Vec<Vec<f32>>,
    unit: f32,
    steps: usize,
}

/// What a weight of a centipawn adds to the slope of the error: what few positions speak for stays small.
const DECAY: f32 = 2e-10;
/// A scale learns so much more slowly than a weight, whose unit is the centipawn.
const SCALE_STEP: f32 = 0.003;

impl Learner {
    fn new(unit: f32) -> Self {
        let weights = Weights::material();
        let parameters = 2 * weights.terms.len() + weights.scales.len();
        let gradients = (0..PARTS).map(|_| vec![0.0; parameters]).collect();
        Self { weights, moments: vec![[0.0; 2]; parameters], gradients, unit, steps: 0 }
    }

    fn error(&self, lesson: &Lesson) -> f32 {
        (expected(lesson.factors.value(&self.weights).value, self.unit) - lesson.wanted).powi(2)
    }

    /// One step; the mean error of the batch before it.
    fn batch(&mut self, lessons: &[Lesson], batch: &[u32], step: f32) -> f32 {
        let (weights, unit) = (&self.weights, self.unit);
        let errors: Vec<f32> = std::thread::scope(|scope| {
            let parts = batch.chunks(BATCH / PARTS).zip(&mut self.gradients);
            let work = |(part, gradient): (&[u32], &mut Vec<f32>)| {
                gradient.fill(0.0);
                part.iter().map(|index| descend(&lessons[*index as usize], weights, unit, gradient)).sum()
            };
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a thread does not panic")).collect()
        });
        self.steps += 1;
        let (keep, keep_square) = (0.9f32, 0.999f32);
        let unbias = 1.0 / (1.0 - keep.powi(self.steps as i32));
        let unbias_square = 1.0 / (1.0 - keep_square.powi(self.steps as i32));
        let terms = self.weights.terms.len();
        for (index, moments) in self.moments.iter_mut().enumerate() {
            let mut gradient = self.gradients.iter().map(|part| part[index]).sum::<f32>() / batch.len() as f32;
            if index < 2 * terms && !Weights::is_material(index / 2) {
                gradient += DECAY * self.weights.terms[index / 2][index % 2];
            }
            moments[0] = keep * moments[0] + (1.0 - keep) * gradient;
            moments[1] = keep_square * moments[1] + (1.0 - keep_square) * gradient * gradient;
            let moved = step * moments[0] * unbias / ((moments[1] * unbias_square).sqrt() + 1e-10);
            if index < 2 * terms {
                self.weights.terms[index / 2][index % 2] -= moved;
            } else {
                let scale = &mut self.weights.scales[index - 2 * terms];
                *scale = (*scale - SCALE_STEP * moved).clamp(0.0, 1.5);
            }
        }
        errors.iter().sum::<f32>() / batch.len() as f32
    }
}

/// Adds what a lesson says to the gradient; its error.
fn descend(lesson: &Lesson, weights: &Weights, unit: f32, gradient: &mut [f32]) -> f32 {
    let factors = &lesson.factors;
    let valued = factors.value(weights);
    let guess = expected(valued.value, unit);
    let error = guess - lesson.wanted;
    let by_value = 2.0 * error * guess * (1.0 - guess) / unit;
    let scale = weights.scales[valued.class];
    let halves = [by_value * factors.opening, by_value * (1.0 - factors.opening) * scale];
    let mut add = |terms: &[(u16, i8)], halves: [f32; 2]| {
        for (term, times) in terms {
            gradient[2 * usize::from(*term)] += halves[0] * f32::from(*times);
            gradient[2 * usize::from(*term) + 1] += halves[1] * f32::from(*times);
        }
    };
    add(&factors.worth, halves);
    for (king, sign) in [1.0, -1.0].into_iter().enumerate() {
        let danger = valued.danger[king];
        add(&factors.danger[king], [0, 1].map(|half| sign * halves[half] * slope(danger[half])));
    }
    let scales = gradient.len() - weights.scales.len();
    gradient[scales + valued.class] += by_value * valued.endgame;
    error * error
}
