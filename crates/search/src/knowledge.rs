//! What a search knows besides its nodes: the game's past, closed forms and the book.

use crate::position::Visit;
use crate::score::Score;
use crate::{Algorithm, Evaluate, History, Question};

/// The positions before the present node.
pub(crate) struct Past<'a> {
    /// Those of the game, before the root.
    pub(crate) history: &'a History,
    /// Those from the root to the present node, where the selective search watches for repetitions.
    pub(crate) path: Vec<Visit>,
}

impl<'a> Past<'a> {
    pub(crate) fn new<P: Evaluate>(root: &P, question: &'a Question<P::Move>) -> Self {
        let watches = P::REPETITION.is_some() && question.algorithm == Algorithm::Selective;
        Self { history: &question.history, path: if watches { vec![Visit::of(root)] } else { Vec::new() } }
    }
}

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
        let book_ply = match P::book().plies_left() {
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
