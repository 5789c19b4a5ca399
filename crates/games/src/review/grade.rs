//! Judges some moves of one position.

use std::collections::HashMap;

use plyd_search::{Algorithm, Engine, Instant, Limits, Line, Score, Stop, StoppedBy};

use super::{Judge, Measure};
use crate::answer::{Answer, MoveIndex};
use crate::any_position::{AnyPosition, Question};

/// The moves of a position that were judged, and its best one.
#[derive(Clone, Debug)]
pub struct Graded {
    /// The best line that was found.
    pub best: Line<String>,
    /// The expected score after it.
    pub expected: f64,
    /// The best move as a person writes it, if that differs from its name.
    pub best_label: Option<String>,
    /// The moves of the best line as people write them, see [`LineText`](crate::answer::LineText).
    pub best_labels: Option<Vec<String>>,
    /// The judged moves, in the order in which they were given; `None` if a limit ended a search before it had looked
    /// one ply ahead.
    pub moves: Vec<Option<GradedMove>>,
    /// The least depth of the searches.
    pub depth: u32,
    /// The nodes of all searches, including quiescence.
    pub nodes: u64,
    /// What ended the last search, or time if it ended any. Then the same question may get another answer.
    pub stopped_by: StoppedBy,
}

/// A judged move.
#[derive(Clone, Debug)]
pub struct GradedMove {
    /// The move, compared with the best one.
    pub measure: Measure,
    /// How many moves are better, plus one; `None` unless every legal move has a value.
    pub rank: Option<usize>,
}

/// How many searches it takes to judge this many moves: one if it is exact, because it then values all moves of the
/// position; otherwise one for each.
#[must_use]
pub fn searches(algorithm: Algorithm, moves: usize) -> u64 {
    if algorithm == Algorithm::Selective { moves.max(1) as u64 } else { 1 }
}

/// Judges these moves of an unfinished position. The question's limits are for each search, except for the deadline, until
/// which the searches share the time. This is work for a worker.
///
/// A selective search measures one move beside the best one, as in a review. If a move comes out better than what the
/// other searches think is best, it is the best one.
pub fn grade(
    position: &dyn AnyPosition,
    moves: &[MoveIndex],
    judge: &Judge,
    question: &Question,
    (engine, stop): (&mut Engine, &Stop),
) -> Graded {
    let selective = question.algorithm == Algorithm::Selective;
    let multi_pv = if selective { 1 } else { usize::MAX };
    let mut asked: Vec<Option<MoveIndex>> = moves.iter().copied().map(Some).collect();
    if !selective || moves.is_empty() {
        asked = vec![None];
    }
    let mut answers = Vec::with_capacity(asked.len());
    for (done, measured) in asked.iter().enumerate() {
        // Each search gets an equal share of the time that is left.
        let (now, left) = (Instant::now(), (asked.len() - done) as u32);
        let deadline = question.limits.deadline.map(|end| now + end.saturating_duration_since(now) / left);
        let limits = Limits { deadline, ..question.limits };
        let question = Question { measured: *measured, multi_pv, limits, ..question.clone() };
        answers.push(position.duplicate().prepare(question)(&mut *engine, stop, None));
    }
    let last = &answers[answers.len() - 1].analysis;
    let values = values(position, &asked, &answers);
    let first = answers[0].index.unwrap_or(MoveIndex(0));
    // Of equals, the one that the first search found.
    let better = |best: MoveIndex, index| if score(&values, index) > score(&values, best) { index } else { best };
    let chosen = (0..values.len()).map(MoveIndex).fold(first, better);
    let best = values[chosen.0].clone().unwrap_or_else(|| answers[0].analysis.lines[0].clone());
    let is_ranked = values.iter().all(Option::is_some);
    let judged = |index: &MoveIndex| {
        let line = values[index.0].clone()?;
        let rank = is_ranked.then(|| 1 + values.iter().flatten().filter(|other| other.score > line.score).count());
        Some(GradedMove { measure: judge.measure(line, &best, position.is_known(*index)), rank })
    };
    Graded {
        moves: moves.iter().map(judged).collect(),
        best_label: position.label(chosen),
        best_labels: position.labels(&best.pv),
        expected: judge.expected(&best),
        depth: answers.iter().map(|answer| answer.analysis.depth).min().unwrap_or(0),
        nodes: answers.iter().map(|answer| answer.analysis.stats.all_nodes()).sum(),
        stopped_by: if answers.iter().any(Answer::is_cut_by_time) { StoppedBy::Time } else { last.stopped_by },
        best,
    }
}

/// The lines of the legal moves, as far as these searches valued them. The value of a measured move is that of its own
/// search.
fn values(position: &dyn AnyPosition, asked: &[Option<MoveIndex>], answers: &[Answer]) -> Vec<Option<Line<String>>> {
    let indices: HashMap<String, usize> = position.move_names().into_iter().zip(0..).collect();
    let mut values = vec![None; indices.len()];
    for (measured, Answer { analysis, .. }) in asked.iter().zip(answers) {
        let searched = if analysis.depth > 0 || analysis.proven { &analysis.lines[..] } else { &[] };
        for line in searched {
            let index = indices[&line.pv[0]];
            if values[index].is_none() || *measured == Some(MoveIndex(index)) {
                values[index] = Some(line.clone());
            }
        }
    }
    values
}

fn score(values: &[Option<Line<String>>], MoveIndex(index): MoveIndex) -> Option<Score> {
    values[index].as_ref().map(|line| line.score)
}
