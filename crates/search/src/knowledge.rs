//! Exact knowledge of the game, as far as a search uses it.

use crate::evaluate::Hooks;
use crate::score::Score;
use crate::{Evaluate, Question};

/// The knowledge of the game that a search uses.
pub(crate) struct KnowledgeUse {
    /// Whether closed forms are used.
    closed_forms: bool,
    /// The distance from the root at which positions may be in the book.
    pub(crate) book_ply: u32,
    /// Whether the book had a part in the answer.
    pub(crate) booked: bool,
}

impl KnowledgeUse {
    pub(crate) fn new<P: Evaluate>(root: &P, question: &Question<P::Move>) -> Self {
        let book_ply = match (P::KNOWLEDGE.book)().plies_left() {
            // The values of a book hold without a past.
            Some(left) if P::REPETITION.is_none() => root.plies_left().wrapping_sub(left),
            _ => u32::MAX,
        };
        Self { closed_forms: question.uses_closed_forms(root), book_ply, booked: false }
    }

    /// The closed form of an unfinished position, if closed forms are used.
    #[inline]
    pub(crate) fn closed_form<P: Evaluate>(&self, position: &P) -> Option<Score> {
        if self.closed_forms { position.closed_form() } else { None }
    }
}
