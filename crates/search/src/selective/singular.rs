//! Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is far better than all others is searched
//! deeper.

use super::search::{Node, NodeContext};
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// The result of searching all moves but the table's.
pub(super) enum Singular {
    /// The table move is searched deeper by this many plies, or less deeply if negative.
    Extend(i32),
    /// Others reach beta too (multi-cut; Björnsson and Marsland 1999): a value of the node.
    Cutoff(Score),
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches all moves but the table's at half the depth, to see whether they fall short of its value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn singular(
        &mut self,
        node: &Node<'_, P>,
        known: TableEntry,
        table_move: P::Move,
        context: NodeContext<P::Move>,
    ) -> Result<Singular, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let parameters = Self::parameters().singular;
        let score = known.score;
        if !self.techniques.has(Technique::Singular)
            || depth < parameters.min_depth
            || context.excluded.is_some()
            || known.depth + parameters.max_entry_reduction < depth
            || known.bound == Bound::Upper
            || score.is_proven()
            // Two plies more, at most.
            || !self.may_extend(depth + 1, ply)
        {
            return Ok(Singular::Extend(0));
        }
        let beta = score.minus(parameters.margin * depth as i32 / 8);
        let scout = Window { alpha: beta.just_below(), beta };
        let others = NodeContext { excluded: Some(table_move), allow_null: false, ..context };
        let value = self.search(position, (depth - 1) / 2, ply, scout, others)?;
        self.pv.clear(ply);
        Ok(if value < beta {
            let double = window.is_null() && value < beta.minus(parameters.double_margin);
            Singular::Extend(if double { 2 } else { 1 })
        } else if beta >= window.beta {
            Singular::Cutoff(beta)
        } else if score >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
