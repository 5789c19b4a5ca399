//! Puzzles: positions after a mistake in which one move is far better than all others.

use plyd_search::{Algorithm, Engine, Limits, Stop};

use super::judge::rounded;
use super::{Judged, Review, Verdict};
use crate::game::{Game, Question};
use crate::hint::{Reason, hint};

/// By how much expected score the solution has to be better than any other move.
pub(super) const LEAD: f64 = 0.15;

/// The search for a puzzle has this many times the nodes of a ply.
pub const PUZZLE_NODES: u64 = 4;

/// The most puzzles that a review looks for.
pub const PUZZLES_MAX: usize = 8;

/// A puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The number of moves before its position.
    pub ply: usize,
    /// The state before the mistake.
    pub before: String,
    /// The state of the puzzle, after the mistake.
    pub state: String,
    /// The best line. Its first move is the solution.
    pub solution: Vec<String>,
    /// The moves of that line as people write them, see [`LineText`](crate::answer::LineText).
    pub labels: Option<Vec<String>>,
    /// The solution as a person writes it, if that differs from its name.
    pub label: Option<String>,
    /// The least that any other move loses, in expected score.
    pub loss: f64,
    /// The facts about the solution.
    pub facts: Vec<Reason>,
}

/// The search for a puzzle.
#[derive(Clone, Debug)]
pub struct Sought {
    /// The puzzle, if there is one.
    pub puzzle: Option<Puzzle>,
    /// The nodes of the search.
    pub nodes: u64,
    /// Whether time ended the search. Then there is no puzzle.
    pub is_cut_by_time: bool,
}

impl Review {
    /// The plies whose mistakes and blunders may give puzzles, those that lost most first, at most [`PUZZLES_MAX`].
    #[must_use]
    pub fn puzzle_candidates(&self, judged: &[Judged]) -> Vec<usize> {
        let mut wrong: Vec<&Judged> = judged
            .iter()
            .filter(|judged| judged.verdict >= Verdict::Mistake && judged.ply + 1 < self.moves().len())
            .collect();
        wrong.sort_by(|one, other| other.loss.total_cmp(&one.loss).then(one.ply.cmp(&other.ply)));
        wrong.into_iter().take(PUZZLES_MAX).map(|judged| judged.ply).collect()
    }

    /// Looks for the puzzle after the mistake at this ply. The question is the review's, and gets more nodes here. This
    /// is work for a worker.
    ///
    /// # Panics
    /// If there is no such ply.
    pub fn puzzle(&self, game: &Game, ply: usize, question: &Question, engine: &mut Engine, stop: &Stop) -> Sought {
        let mut position = self.start().duplicate();
        self.moves()[..ply].iter().for_each(|earlier| position.play(earlier.index));
        let before = position.state();
        position.play(self.moves()[ply].index);
        let limits = Limits { nodes: question.limits.nodes.saturating_mul(PUZZLE_NODES), ..question.limits };
        let question = Question { multi_pv: 2, measured: None, warm: false, limits, ..question.clone() };
        let none = Sought { puzzle: None, nodes: 0, is_cut_by_time: false };
        let Some(found) = hint(game, &*position, &question, self.by().curve, (engine, stop)).found else { return none };
        let none = Sought { nodes: found.nodes, is_cut_by_time: found.is_cut_by_time, ..none };
        let analysis = &found.answer.analysis;
        let is_searched = (analysis.depth > 0 || analysis.proven) && !found.is_cut_by_time;
        let [best, second] = &analysis.lines[..] else { return none };
        let expected = |line| self.by().expected(line);
        let loss = rounded(expected(best) - expected(second));
        // In games that exact searches solve, both moves often have the same result, even if their estimates differ.
        let is_certain = question.algorithm == Algorithm::Selective || (best.proven && second.proven);
        let puzzle = (is_searched && is_certain && loss >= LEAD).then(|| Puzzle {
            ply: ply + 1,
            before,
            state: position.state(),
            solution: best.pv.clone(),
            labels: found.answer.texts[0].labels.clone(),
            label: found.label.clone(),
            loss,
            facts: found.facts.clone(),
        });
        Sought { puzzle, ..none }
    }
}
