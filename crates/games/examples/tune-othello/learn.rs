//! Learning: first what is solved; then, from the end of the game to its beginning, what a search of a few plies finds
//! that knows what was learnt so far.

use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use plyd_games::Othello;
use plyd_games::othello_learning::{self as learning, UNIT, written};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};

use crate::layers::Layers;
use crate::record::{self, Record, UNKNOWN};
use crate::{Options, chunks};

/// Positions with at most so many empty squares are solved.
const SOLVED: u32 = 14;
/// With fewer than these, one in so many is learnt from: there are many, and searches end them.
const LATE: (u32, usize) = (8, 3);
/// The steps of weights of stages, as a share of those of rows.
const STAGE_STEP: f32 = 0.07;

/// Learns, and writes the weights.
///
/// # Errors
/// What the files came to.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let output: String = options.get("output", "crates/games/src/othello/evaluation/network.bin".to_owned())?;
    let passes: u32 = options.get("passes", 4)?;
    let (step, depth) = (options.get("step", 0.15)?, options.get("depth", 3)?);
    let mut lessons = Vec::new();
    let paths = chunks::of(&options.folder)?;
    let (held_out_path, paths) =
        paths.split_last().ok_or_else(|| io::Error::other("there is nothing to learn from"))?;
    for path in paths {
        let records = record::read(path)?.into_iter().enumerate();
        let kept = records.filter(|(number, record)| empty(record) >= LATE.0 || number % LATE.1 == 0);
        lessons.extend(kept.map(|(_, record)| record));
    }
    let mut held_out = record::read(held_out_path)?;
    eprintln!("{} positions, {} held out", lessons.len(), held_out.len());
    let mut layers = Layers::new();
    teach(&mut layers, &mut lessons, 0..=SOLVED, 2, step);
    // As many squares at a time as a search looks ahead: where it ends, there is something to know.
    let parts = (SOLVED + 1..=60).step_by(depth as usize).map(|least| least..=(least + depth - 1).min(60));
    for part in parts.clone() {
        foresee(&layers, &mut lessons, part.clone(), depth);
        foresee(&layers, &mut held_out, part.clone(), depth);
        teach(&mut layers, &mut lessons, part, 2, step);
    }
    let mut layers = Layers::new();
    teach(&mut layers, &mut lessons, 0..=60, passes, step);
    for part in [LATE.0..=SOLVED].into_iter().chain(parts) {
        let error = |record: &Record| f32::from(record.score) - layers.value(&learning::position(record.discs));
        let of_part = held_out.iter().filter(|record| part.contains(&empty(record)) && record.score != UNKNOWN);
        let square = mean(of_part.map(|record| error(record).powi(2)));
        eprintln!("{part:?} empty: held out, error {:.2}", square.sqrt());
    }
    fs::write(output, written(&layers.finished()))
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

/// Teaches what is known of positions with so many empty squares, by steps that shrink in the second half.
fn teach(layers: &mut Layers, lessons: &mut [Record], squares: RangeInclusive<u32>, passes: u32, step: f32) {
    for pass in 0..passes {
        chunks::shuffle(lessons, u64::from(pass));
        let (mut error, mut count) = (0.0, 0u32);
        for (number, lesson) in lessons.iter().enumerate() {
            if !squares.contains(&empty(lesson)) || lesson.score == UNKNOWN {
                continue;
            }
            let done = (pass as f32 + number as f32 / lessons.len() as f32) / passes as f32;
            let share = 0.02 + 0.98 * (2.0 - 2.0 * done).min(1.0);
            let lesson = layers.lesson(lesson);
            error += f64::from(layers.learn(&lesson, share * step, share * step * STAGE_STEP));
            count += 1;
        }
        let error = UNIT as f32 * ((error / f64::from(count.max(1))) as f32).sqrt();
        eprintln!("{squares:?} empty: pass {pass}, {count} positions, error {error:.2}");
    }
}

/// Labels what has so many empty squares by a search of so many plies.
fn foresee(layers: &Layers, lessons: &mut [Record], squares: RangeInclusive<u32>, depth: u32) {
    for lesson in lessons.iter_mut().filter(|lesson| squares.contains(&empty(lesson))) {
        let value = search(layers, &learning::position(lesson.discs), depth, -65.0, 65.0, &mut Vec::new());
        lesson.score = value.round().clamp(-64.0, 64.0) as i8;
    }
}

fn search(layers: &Layers, position: &Othello, depth: u32, mut alpha: f32, beta: f32, moves: &mut Vec<Move>) -> f32 {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move()).value() as f32;
    }
    if depth == 0 {
        return layers.value(position);
    }
    let from = moves.len();
    position.legal_moves(moves);
    position.order(&mut moves[from..]);
    let mut best = -65.0f32;
    for index in from..moves.len() {
        best = best.max(-search(layers, &position.after(moves[index]), depth - 1, -beta, -alpha, moves));
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
