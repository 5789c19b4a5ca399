//! Null move pruning (Beal 1989, Donninger 1993): a side that reaches beta even if it passes reaches it with a move.

use super::search::{Node, NodeContext};
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node whose reduced search after a null move reaches beta.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn null_move(
        &mut self,
        node: &Node<'_, P>,
        static_eval: Score,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let parameters = Self::parameters().null_move;
        if !self.techniques.has(Technique::NullMove)
            || !context.allow_null
            || depth < parameters.min_depth
            || static_eval < window.beta
        {
            return Ok(None);
        }
        let Some(next) = Self::tactics().null_move(position) else { return Ok(None) };
        let lead = 256 * (static_eval.raw() - window.beta.raw()) / parameters.lead_per_ply;
        let lead = lead.clamp(0, 256 * parameters.max_lead_plies) as u32;
        let reduction = (parameters.reduction + parameters.reduction_per_depth * depth + lead) / 256;
        let reduced = depth.saturating_sub(reduction);
        let scout = Window { alpha: window.beta.just_below(), beta: window.beta };
        self.stack[ply as usize].piece_to = self.histories.no_move();
        let after = NodeContext { allow_null: false, ..NodeContext::after_move(!context.cut_node) };
        let value = -self.search(&next, reduced, ply + 1, scout.flipped(), after)?;
        self.heuristic_used = true;
        if value < window.beta {
            return Ok(None);
        }
        // Verification search, against zugzwang.
        if depth >= parameters.verify_min_depth {
            let verify = NodeContext { allow_null: false, ..context };
            if self.search(position, reduced.max(1), ply, scout, verify)? < window.beta {
                return Ok(None);
            }
        }
        // A win after a null move is not proven.
        Ok(Some(if value.is_proven() { window.beta } else { value }))
    }
}
