//! Exact values without a search: ends of the game, closed forms, and the book.

use crate::evaluate::Hooks;
use crate::position::Outcome;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::{Evaluate, Question, Technique};

/// Which knowledge of the game the search uses.
pub(crate) struct KnowledgeUse {
    /// Whether closed forms are asked.
    closed_forms: bool,
    /// The distance from the root at which positions may be in the book.
    book_ply: u32,
    /// Whether the book had a part in the answer.
    pub(crate) booked: bool,
}

impl KnowledgeUse {
    pub(crate) fn new<P: Evaluate>(root: &P, question: &Question<P::Move>) -> Self {
        let book_ply = match (P::KNOWLEDGE.book)().plies_left() {
            // A book knows no past.
            Some(left) if P::REPETITION.is_none() => root.plies_left().wrapping_sub(left),
            _ => u32::MAX,
        };
        Self { closed_forms: question.uses_closed_forms(root), book_ply, booked: false }
    }

    /// The value of an unfinished position in closed form, if that is asked.
    #[inline]
    pub(crate) fn closed_form<P: Evaluate>(&self, position: &P) -> Option<Score> {
        if self.closed_forms { position.closed_form() } else { None }
    }
}

impl<P: Evaluate> Searcher<'_, P> {
    /// The end of the game here, by the rules or by a repetition that its history completes.
    pub(crate) fn outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome_at(position))
    }

    /// The same for the root. That it was visited before ends nothing, unless the game ended by coming to it now.
    pub(crate) fn root_outcome(&self, position: &P) -> Option<Outcome> {
        position.outcome().or_else(|| self.history.outcome().map(|(outcome, _)| outcome))
    }

    /// The exact score of a node below the root that needs no search, relative to the root: the game is over there, or
    /// its value is known in closed form.
    #[inline]
    pub(crate) fn exact(&mut self, position: &P, ply: u32) -> Option<Score> {
        let side = position.side_to_move();
        let score = match position.outcome() {
            Some(outcome) => Score::of(outcome, side),
            None => match self.history.outcome_at(position) {
                Some(outcome) if P::REPETITION.is_some_and(|rule| rule.is_by_cycle()) => {
                    // The rule judged the game's own cycle, and the line may have come here by another.
                    self.heuristic_used = true;
                    Score::of(outcome, side).as_heuristic(0)
                }
                Some(outcome) => Score::of(outcome, side),
                None => self.knowledge.closed_form(position)?,
            },
        };
        Some(score.from_tt(ply))
    }

    /// The value in the book, seen from the position, if a search of `depth` plies would find it.
    pub(crate) fn book_score(&mut self, position: &P, depth: u32, ply: u32) -> Option<Score> {
        if ply != self.knowledge.book_ply || !self.techniques.has(Technique::Book) {
            return None;
        }
        let score = (P::KNOWLEDGE.book)().find(position)?;
        let in_sight = score.plies().unwrap_or_else(|| position.plies_left()) <= depth;
        self.knowledge.booked |= in_sight;
        in_sight.then_some(score)
    }
}
