//! The choice among root moves: the values that an iteration needs to make it, and the lines of the answer.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::analysis::{Line, Question, TieBreak};
use crate::move_order::move_to_front;
use crate::score::Score;
use crate::{Handicap, mix};

/// A line, and the index of its move in `legal_moves`.
pub(crate) struct ScoredMove<M> {
    pub(crate) line: Line<M>,
    pub(crate) index: usize,
}

/// The best `multi_pv` scores so far, which give the alpha for the next move.
pub(crate) struct BestScores {
    multi_pv: usize,
    /// Whether a random draw decides between equals, so that all of them are needed.
    random: bool,
    /// The handicap, and its slack here.
    handicap: Option<(Handicap, f64)>,
    best: Option<Score>,
    /// The score and the index in `legal_moves` of each, the worst on top.
    heap: BinaryHeap<(Reverse<Score>, usize)>,
}

impl BestScores {
    pub(crate) fn new<M>(question: &Question<M>, multi_pv: usize, key: u64) -> Self {
        let random = matches!(question.tie_break, TieBreak::Random(_));
        let handicap = question.handicap.map(|handicap| (handicap, handicap.slack_at(key)));
        Self { multi_pv, random, handicap, best: None, heap: BinaryHeap::new() }
    }

    /// The score that the move with this index has to beat: the worst of the best `multi_pv` so far. It is one lower if
    /// the move would win a tie, so that an equal score is found too.
    pub(crate) fn alpha(&self, index: usize) -> Score {
        match self.heap.peek() {
            Some((Reverse(score), holder)) if self.heap.len() == self.multi_pv => {
                if self.random || index < *holder {
                    score.just_below()
                } else {
                    *score
                }
            }
            // A move that cannot be chosen need not be valued.
            _ => match (self.handicap, self.best) {
                (Some((handicap, slack)), Some(best)) => handicap.lowest(best, slack).just_below(),
                _ => Score::MIN,
            },
        }
    }

    pub(crate) fn enter(&mut self, score: Score, index: usize) {
        self.best = self.best.max(Some(score));
        self.heap.push((Reverse(score), index));
        if self.heap.len() > self.multi_pv {
            self.heap.pop();
        }
    }
}

impl<M: PartialEq> Question<M> {
    /// The lines of the answer, from moves sorted best first: the chosen move comes first, and a measured one of lower
    /// rank last. `all_proven` says that the values depend on no heuristic.
    pub(crate) fn choose(
        &self,
        mut valued: Vec<ScoredMove<M>>,
        all_proven: bool,
        key: u64,
        multi_pv: usize,
    ) -> Vec<Line<M>> {
        let scores: Vec<Score> = valued.iter().map(|valued| valued.line.score).collect();
        let chosen = match (self.handicap, self.tie_break) {
            (Some(handicap), _) => handicap.choose(&scores, all_proven, key),
            (None, TieBreak::Random(seed)) => {
                let ties = scores.iter().take_while(|score| **score == scores[0]).count();
                (mix(mix(seed) ^ key) % ties as u64) as usize
            }
            (None, TieBreak::First) => 0,
        };
        move_to_front(&mut valued, chosen);
        let is_measured = |valued: &ScoredMove<M>| self.measured.as_ref() == Some(&valued.line.pv[0]);
        match valued.iter().position(is_measured) {
            Some(rank) if rank >= multi_pv => {
                valued.swap(rank, multi_pv);
                valued.truncate(multi_pv + 1);
            }
            _ => valued.truncate(multi_pv),
        }
        valued.into_iter().map(|valued| valued.line).collect()
    }
}
