//! ProbCut (Buro 1995, 1997): a shallow search that ends far outside the window stands for a deeper one.

use super::search::{Child, Node, NodeContext};
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// Multi-ProbCut, in games without tactics: the bound of a node that a search of about half the depth finds far
    /// outside its null window. It is asked on the side of the window where the static evaluation lies.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn multi_probcut(&mut self, node: &Node<'_, P>, static_eval: Score) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let Some(probcut) =
            Self::USES.multi_probcut.filter(|uses| self.techniques.has(Technique::Probcut) && depth >= uses.min_depth)
        else {
            return Ok(None);
        };
        // Of equal parity: the side that moves last has the better of it.
        let shallow = depth / 4 * 2 + depth % 2;
        let margin = (probcut.margin)(position, shallow, depth);
        let within_reach = |score: Score| P::KNOWLEDGE.points.is_none_or(|points| score.value().abs() < points.most);
        if static_eval >= window.beta {
            let beta = window.beta.plus(margin);
            if !within_reach(beta) {
                return Ok(None);
            }
            let scout = Window { alpha: beta.just_below(), beta };
            let value = self.search(position, shallow, ply, scout, NodeContext::CUT_NODE)?;
            Ok((value >= beta).then_some(window.beta))
        } else {
            let alpha = window.alpha.minus(margin);
            if !within_reach(alpha) {
                return Ok(None);
            }
            let scout = Window { alpha, beta: alpha.just_above() };
            let value = self.search(position, shallow, ply, scout, NodeContext::ALL_NODE)?;
            Ok((value <= alpha).then_some(window.alpha))
        }
    }

    /// ProbCut, in tactical games: the value of a capture that stands a margin above beta in the quiescence search, and
    /// then in a reduced one.
    pub(super) fn probcut(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        static_eval: Score,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let parameters = Self::parameters().probcut;
        if !self.techniques.has(Technique::Probcut) || depth < parameters.min_depth {
            return Ok(None);
        }
        let beta = window.beta.plus(parameters.margin);
        if known.is_some_and(|known| known.depth + parameters.reduction > depth && known.score < beta) {
            return Ok(None);
        }
        let scout = Window { alpha: beta.just_below(), beta };
        let first = self.moves.len();
        Self::tactics().push_captures(position, &mut self.moves);
        let end = self.moves.len();
        let mut found = None;
        for index in first..end {
            let mv = self.moves[index];
            if !Self::tactics().see_ge(position, mv, beta.raw() - static_eval.raw()) {
                continue;
            }
            let next = position.after(mv);
            let mut value = self.qsearch_child(position, mv, &next, ply, scout)?;
            if value >= beta {
                let turns = next.side_to_move() != position.side_to_move();
                let depth = depth - parameters.reduction;
                let parent_cut = context.cut_node;
                let child = Child { next: &next, turns, depth, reduction: 0, first: true, parent_cut };
                value = self.search_child(&child, ply, scout)?;
            }
            if value >= beta {
                found = Some((mv, value));
                break;
            }
        }
        self.moves.truncate(first);
        let Some((mv, value)) = found else { return Ok(None) };
        self.heuristic_used = true;
        let best = P::stored_slot(key, mv);
        let depth = depth + 1 - parameters.reduction;
        let known = TableEntry { score: value.to_tt(ply), bound: Bound::Lower, depth, complete: false, best };
        self.table.store(key.hash(), known);
        Ok(Some(value))
    }
}
