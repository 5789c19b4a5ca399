//! Where the game's own solver takes over.

use std::ops::ControlFlow;

use super::negamax::Node;
use crate::Evaluate;
use crate::node::Searcher;
use crate::score::Score;
use crate::selective::pruning::sees_end;
use crate::table::{Bound, Known};

impl<P: Evaluate> Searcher<'_, P> {
    /// The score of a node that is asked a yes-or-no question about the value of the game, near enough to its end for
    /// the game to answer it. On the principal variation it is not: there moves are wanted, and not only a value.
    #[inline]
    pub(super) fn solved_by_game(&mut self, node: &Node<'_, P>) -> Option<Score> {
        let endgame = P::ENDGAME?;
        let Node { position, depth, ply, asked, .. } = *node;
        let may_ask = self.techniques.proof && P::REPETITION.is_none() && asked.is_null();
        if !may_ask || !(endgame.is_near)(position) || !sees_end(position, depth) {
            return None;
        }
        let key = node.names.map(|names| self.space.key(names));
        if let Some(key) = key
            && let ControlFlow::Break(score) = self.table_hint(node, key)
        {
            return Some(score);
        }
        let score = self.visit_solving(ply, |visits| (endgame.solve)(position, asked, visits))?;
        self.stats.leaves += 1;
        if let Some(key) = key {
            let bound = Bound::of(score, asked.alpha, asked.beta);
            self.table.store(key, Known { score, bound, depth, complete: true, best: None });
        }
        Some(score)
    }
}
