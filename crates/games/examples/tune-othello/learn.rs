//! Learning: least mean squares, a position at a time (Widrow and Hoff 1960), the step shrinking from pass to pass.
//! Each position moves its weights a share of the way to its label. Stages learn from their neighbours' nearest
//! positions, too, so that values do not jump where one ends.

use std::fs;
use std::io;
use std::path::Path;

use plyd_games::Othello;
use plyd_games::othello_learning::{self as learning, NUMBERS, STAGES, WEIGHTS};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};

use crate::record::{self, Record};
use crate::{Options, chunks};

/// One chunk in so many is kept to see what was learnt.
const HELD_OUT: usize = 25;
/// Weights that fewer positions have are nothing.
const FEWEST: u32 = 3;
/// The first stage whose games are too far from their end to be learnt from.
const FORESIGHT_FROM: usize = 2;
/// Empty squares a stage, and how far into its neighbours it looks.
const STAGE: u32 = 6;
const BEYOND: u32 = 2;

/// Learns, and writes the weights.
///
/// # Errors
/// What the files came to.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let output: String = options.get("output", "crates/games/src/othello/evaluation/weights.bin".to_owned())?;
    let passes: u32 = options.get("passes", 8)?;
    let (first, last): (f32, f32) = (options.get("first", 0.3)?, options.get("last", 0.02)?);
    let depth = options.get("depth", 3)?;
    let (mut lessons, mut held_out) = (Vec::new(), Vec::new());
    for (number, path) in chunks::of(&options.folder)?.iter().enumerate() {
        if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut lessons }.extend(record::read(path)?);
    }
    eprintln!("{} positions, {} held out", lessons.len(), held_out.len());
    let teaching = Teaching { passes, first, last, shared: learning::shared() };
    let mut stages = vec![vec![0.0; WEIGHTS]; STAGES];
    for stage in 0..STAGES {
        teaching.teach(&mut stages, stage, BEYOND, &lessons, &held_out);
    }
    // What games come to is chance, long before their end. So each stage learns again, from what a search finds that
    // knows the later ones.
    for stage in FORESIGHT_FROM..STAGES {
        for lesson in lessons.iter_mut().chain(&mut held_out).filter(|lesson| stage_of(lesson) == stage) {
            lesson.score = foresight(&stages, &learning::position(lesson.discs), depth);
        }
        teaching.teach(&mut stages, stage, 0, &lessons, &held_out);
    }
    fs::write(output, learning::written(&stages))
}

/// Says how far the evaluation that plays is from the values of solved positions.
///
/// # Errors
/// What the file came to.
pub(crate) fn compare(options: &Options) -> io::Result<()> {
    let records = record::read(&Path::new(&options.folder).join(options.get("set", "exact.set".to_owned())?))?;
    let error = |record: &Record| f32::from(record.score) - learning::position(record.discs).evaluate().value() as f32;
    let square = mean(records.iter().map(|record| error(record).powi(2)));
    let bias = mean(records.iter().map(error));
    println!("{} positions, root-mean-square error {:.2} discs, mean {bias:.2}", records.len(), square.sqrt());
    Ok(())
}

/// How stages are taught.
struct Teaching {
    passes: u32,
    /// The share of the way to its label that a position goes in the first pass and in the last.
    first: f32,
    last: f32,
    shared: Vec<u32>,
}

impl Teaching {
    /// Teaches a stage what its own positions say, those nearest to it in the stage that is played later, and of the
    /// one before as far as `before`.
    fn teach(&self, stages: &mut [Vec<f32>], stage: usize, before: u32, lessons: &[Record], held_out: &[Record]) {
        let (low, high) = (STAGE * stage as u32, STAGE * stage as u32 + STAGE - 1);
        let near = low.saturating_sub(BEYOND)..=high + if stage + 1 == STAGES { STAGE } else { before };
        let mut own: Vec<Record> = lessons.iter().copied().filter(|lesson| near.contains(&empty(lesson))).collect();
        stages[stage].fill(0.0);
        let mut learner = Learner { weights: &mut stages[stage], shared: &self.shared };
        for pass in 0..self.passes {
            chunks::shuffle(&mut own, u64::from(pass));
            let step = self.first * (self.last / self.first).powf(pass as f32 / (self.passes - 1).max(1) as f32);
            own.iter().for_each(|lesson| learner.step(lesson, step));
        }
        learner.finish(&own);
        let kept = held_out.iter().filter(|lesson| stage_of(lesson) == stage);
        let unseen = mean(kept.map(|lesson| learner.error(lesson).powi(2))).sqrt();
        let seen = mean(own.iter().step_by(16).map(|lesson| learner.error(lesson).powi(2))).sqrt();
        eprintln!("stage {stage}: {} positions, error {seen:.2}, held out {unseen:.2}", own.len());
    }
}

/// What a search of so many plies makes of a position by these weights.
fn foresight(stages: &[Vec<f32>], position: &Othello, depth: u32) -> i8 {
    search(stages, position, depth, -65.0, 65.0, &mut Vec::new()).round().clamp(-64.0, 64.0) as i8
}

fn search(
    stages: &[Vec<f32>],
    position: &Othello,
    depth: u32,
    mut alpha: f32,
    beta: f32,
    moves: &mut Vec<Move>,
) -> f32 {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move()).value() as f32;
    }
    if depth == 0 {
        let weights = &stages[learning::stage(position)];
        return learning::numbers(position)
            .iter()
            .map(|number| weights[*number as usize])
            .sum::<f32>()
            .clamp(-64.0, 64.0);
    }
    let from = moves.len();
    position.legal_moves(moves);
    position.order(&mut moves[from..]);
    let mut best = -65.0f32;
    for index in from..moves.len() {
        best = best.max(-search(stages, &position.after(moves[index]), depth - 1, -beta, -alpha, moves));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    moves.truncate(from);
    best
}

type Move = <Othello as Position>::Move;

fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + f64::from(number), count + 1));
    (sum / f64::from(count.max(1))) as f32
}

fn empty(record: &Record) -> u32 {
    (!(record.discs[0] | record.discs[1])).count_ones()
}

fn stage_of(record: &Record) -> usize {
    learning::stage(&learning::position(record.discs))
}

/// The weights of a stage while they are learnt, in discs. Of weights that are the same only one is.
struct Learner<'a> {
    weights: &'a mut Vec<f32>,
    shared: &'a [u32],
}

impl Learner<'_> {
    fn numbers(&self, record: &Record) -> [u32; NUMBERS] {
        learning::numbers(&learning::position(record.discs)).map(|number| self.shared[number as usize])
    }

    fn error(&self, record: &Record) -> f32 {
        let numbers = self.numbers(record);
        f32::from(record.score) - numbers.iter().map(|number| self.weights[*number as usize]).sum::<f32>()
    }

    fn step(&mut self, record: &Record, step: f32) {
        let numbers = self.numbers(record);
        let value: f32 = numbers.iter().map(|number| self.weights[*number as usize]).sum();
        let moved = step * (f32::from(record.score) - value) / NUMBERS as f32;
        for number in numbers {
            self.weights[number as usize] += moved;
        }
    }

    /// Forgets what was seen too rarely, and gives every weight what its mirror image has.
    fn finish(&mut self, records: &[Record]) {
        let mut seen = vec![0u32; WEIGHTS];
        for record in records {
            for number in self.numbers(record) {
                seen[number as usize] += 1;
            }
        }
        for number in 0..WEIGHTS {
            let own = self.shared[number] as usize;
            self.weights[number] = if seen[own] < FEWEST { 0.0 } else { self.weights[own] };
        }
    }
}
