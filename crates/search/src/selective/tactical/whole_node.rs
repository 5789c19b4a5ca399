//! What settles a whole node before any of its moves is searched in full.

use super::node::{NodeContext, View};
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::search::{Child, Node};
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// Razoring and reverse futility up to these depths.
const RAZORING_MAX_DEPTH: u32 = 3;
const REVERSE_FUTILITY_MAX_DEPTH: u32 = 8;
/// Passing from this depth on; from the second one on, what it shows is verified by a search without.
const NULL_MOVE_MIN_DEPTH: u32 = 3;
const NULL_MOVE_VERIFY_DEPTH: u32 = 10;
/// What is searched after a pass is so much less deep, in 1/256 ply: so much anyway, and so much for each ply of depth.
const NULL_MOVE_REDUCTION: u32 = 944;
const NULL_MOVE_REDUCTION_PER_DEPTH: u32 = 78;
/// It is a ply less deep yet for each such lead of the static value over beta, in its unit; three at most.
const NULL_MOVE_LEAD: i32 = 173;
/// ProbCut from this depth on, by searches so much less deep.
const PROBCUT_MIN_DEPTH: u32 = 5;
const PROBCUT_REDUCTION: u32 = 4;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node whose moves need no search, as far as static values and shallow searches tell.
    pub(super) fn prune_node(
        &mut self,
        node: &Node<'_, P>,
        view: &View,
        known: Option<TableEntry>,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let asked = node.window.is_null() && context.excluded.is_none() && !node.window.beta.is_proven();
        let static_eval = view.static_eval.filter(|_| asked);
        if let Some(score) =
            static_eval.and_then(|static_eval| self.tactical_reverse_futility(node, static_eval, view.improving))
        {
            self.stats.leaves += 1;
            self.heuristic_used = true;
            return Ok(Some(score));
        }
        self.stats.interior += 1;
        match static_eval {
            Some(static_eval) => self.prune_by_search(node, known, static_eval, context),
            None => Ok(None),
        }
    }

    /// A static value so far above the window that it is believed (reverse futility).
    fn tactical_reverse_futility(&self, node: &Node<'_, P>, static_eval: Score, improving: bool) -> Option<Score> {
        let Node { position, depth, window, .. } = *node;
        if !self.techniques.has(Technique::Futility) || depth > REVERSE_FUTILITY_MAX_DEPTH {
            return None;
        }
        let margins = &Self::TACTICS.margins;
        let mut sure = static_eval.minus(margins.above * (depth - u32::from(improving)) as i32);
        if sure >= window.beta && (Self::TACTICS.is_threatened)(position) {
            sure = sure.minus(margins.endangered);
        }
        (sure >= window.beta).then_some(sure)
    }

    /// The value of a node outside its window, as far as shallow searches tell. `static_eval` is its static value.
    fn prune_by_search(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        static_eval: Score,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let lowest = static_eval.plus(Self::TACTICS.margins.razor * depth as i32);
        if self.techniques.has(Technique::Futility) && depth <= RAZORING_MAX_DEPTH && lowest <= window.alpha {
            let value = self.qsearch(position, ply, window)?;
            if value <= window.alpha {
                return Ok(Some(value));
            }
        }
        if self.techniques.has(Technique::NullMove)
            && context.allow_null
            && depth >= NULL_MOVE_MIN_DEPTH
            && static_eval >= window.beta
            && let Some(next) = (Self::TACTICS.null_move)(position)
            && let Some(value) = self.search_null_move(node, &next, static_eval, context)?
        {
            return Ok(Some(value));
        }
        if self.techniques.has(Technique::Probcut) && depth >= PROBCUT_MIN_DEPTH {
            return self.probcut(node, known, static_eval, context);
        }
        Ok(None)
    }

    /// Passes: who stands above beta even then stands there with a move (null move; Beal 1989, Donninger 1993).
    fn search_null_move(
        &mut self,
        node: &Node<'_, P>,
        next: &P,
        static_eval: Score,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let lead = (256 * (static_eval.raw() - window.beta.raw()) / NULL_MOVE_LEAD).clamp(0, 3 * 256) as u32;
        let left = depth.saturating_sub((NULL_MOVE_REDUCTION + NULL_MOVE_REDUCTION_PER_DEPTH * depth + lead) / 256);
        let scout = Window { alpha: window.beta.just_below(), beta: window.beta };
        self.stack[ply as usize].piece_to = self.histories.no_move();
        let after = NodeContext { allow_null: false, ..NodeContext::after_move(!context.cut_node) };
        let value = -self.search(next, left, ply + 1, scout.flipped(), after)?;
        self.heuristic_used = true;
        if value < window.beta {
            return Ok(None);
        }
        if depth >= NULL_MOVE_VERIFY_DEPTH {
            let verified =
                self.search(position, left.max(1), ply, scout, NodeContext { allow_null: false, ..context })?;
            if verified < window.beta {
                return Ok(None);
            }
        }
        // Nobody wins by passing.
        Ok(Some(if value.is_proven() { window.beta } else { value }))
    }

    /// A capture that stands well above beta in a shallow search (ProbCut; Buro 1995).
    fn probcut(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        static_eval: Score,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let goal = window.beta.plus(Self::TACTICS.margins.probable);
        if known.is_some_and(|known| known.depth + PROBCUT_REDUCTION > depth && known.score < goal) {
            return Ok(None);
        }
        let scout = Window { alpha: goal.just_below(), beta: goal };
        let first = self.moves.len();
        (Self::TACTICS.push_captures)(position, &mut self.moves);
        let end = self.moves.len();
        let mut found = None;
        for index in first..end {
            let mv = self.moves[index];
            if !(Self::TACTICS.see_ge)(position, mv, goal.raw() - static_eval.raw()) {
                continue;
            }
            let next = position.after(mv);
            let mut value = self.qsearch_child(position, mv, &next, ply, scout)?;
            if value >= goal {
                let turns = next.side_to_move() != position.side_to_move();
                let reduction = depth - PROBCUT_REDUCTION;
                let child = Child {
                    next: &next,
                    turns,
                    depth: reduction,
                    reduction: 0,
                    first: true,
                    cut_node: context.cut_node,
                };
                value = self.search_child(&child, ply, scout)?;
            }
            if value >= goal {
                found = Some((mv, value));
                break;
            }
        }
        self.moves.truncate(first);
        let Some((mv, value)) = found else { return Ok(None) };
        self.heuristic_used = true;
        let best = (P::SLOTS > 0).then(|| key.canonical_slot(P::slot(mv)));
        let depth = depth + 1 - PROBCUT_REDUCTION;
        let known = TableEntry { score: value.to_tt(ply), bound: Bound::Lower, depth, complete: false, best };
        self.table.store(key.hash(), known);
        Ok(Some(value))
    }
}
