//! A node that is no leaf.

use super::histories::StackEntry;
use super::quiescence::refined;
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::hooks::CORRECTION_KEYS;
use crate::limits::StoppedBy;
use crate::lookup::entry_key;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::selective::search::Node;
use crate::table::{Bound, TableEntry};

/// From this depth on, a node of which the table knows no move is searched less deeply (internal reductions).
const IIR_MIN_DEPTH: u32 = 4;

/// How a node was come to, and what is asked of it.
#[derive(Clone, Copy)]
pub(in crate::selective) struct NodeContext<M> {
    /// Whether some move is expected to cut off.
    pub(super) cut_node: bool,
    /// Whether passing may be tried.
    pub(super) allow_null: bool,
    /// A move to do without: what are the others worth?
    pub(in crate::selective) excluded: Option<M>,
}

impl<M> NodeContext<M> {
    /// By a move.
    pub(in crate::selective) const fn after_move(cut_node: bool) -> Self {
        Self { cut_node, allow_null: true, excluded: None }
    }
}

/// What is thought of a node before it is searched.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Its [parts](crate::hooks::Tactics::correction_keys).
    correction_keys: [u64; CORRECTION_KEYS],
    /// The static value, with what was learnt about such positions; none where an answer is due.
    corrected: Option<Score>,
    /// The same, or what a search has found to be nearer the truth.
    pub(super) static_eval: Option<Score>,
    /// Whether the static value is better than two plies before.
    pub(super) improving: bool,
}

/// What a node's moves are searched by.
pub(super) struct Plan<M> {
    pub(super) view: View,
    pub(super) context: NodeContext<M>,
    /// The change of its depth.
    pub(super) singular: i32,
    /// Whether it has a gain.
    pub(super) best_is_noisy: bool,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node that is no leaf. `in_check`: an answer is due.
    pub(in crate::selective) fn search_tactical(
        &mut self,
        node: Node<'_, P>,
        known: Option<TableEntry>,
        in_check: bool,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        let used_before = std::mem::replace(&mut self.heuristic_used, false);
        let view = self.view(&node, known, in_check);
        let value = match self.prune_node(&node, &view, known, context)? {
            Some(value) => value,
            None => self.search_node_moves(node, view, known, in_check, context)?,
        };
        self.heuristic_used |= used_before;
        Ok(value)
    }

    /// Has the memory of what is known of a position fetched, to be there when it is asked for.
    pub(super) fn prefetch(&self, position: &P, depth: u32) {
        self.histories.prefetch(position.key());
        self.table.prefetch(entry_key(position, self.history, depth).hash());
    }

    fn view(&mut self, node: &Node<'_, P>, known: Option<TableEntry>, in_check: bool) -> View {
        let correction_keys = (Self::TACTICS.correction_keys)(node.position);
        let corrected = if in_check { None } else { Some(self.corrected(correction_keys, node.position)) };
        self.stack[node.ply as usize].static_eval = corrected;
        let improving = match node.ply.checked_sub(2).map(|before| self.stack[before as usize]) {
            Some(StackEntry { static_eval: Some(before), .. }) => corrected.is_some_and(|now| now > before),
            _ => corrected.is_some(),
        };
        View {
            correction_keys,
            corrected,
            static_eval: corrected.map(|corrected| refined(corrected, known)),
            improving,
        }
    }

    /// The static value, with what searches have found out about such positions.
    pub(super) fn corrected(&mut self, correction_keys: [u64; CORRECTION_KEYS], position: &P) -> Score {
        let static_eval = self.histories.static_eval(position.key(), || position.evaluate());
        static_eval.plus(self.histories.correction(position.side_to_move(), correction_keys))
    }

    fn search_node_moves(
        &mut self,
        mut node: Node<'_, P>,
        view: View,
        known: Option<TableEntry>,
        in_check: bool,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        let Node { position, window, key, .. } = node;
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        if best_slot.is_none() && node.depth >= IIR_MIN_DEPTH && (context.cut_node || !window.is_null()) {
            node.depth -= 1;
        }
        let first = self.moves.len();
        let mut picker = self.begin_moves(position, best_slot, in_check);
        let mut plan = Plan { view, context, singular: 0, best_is_noisy: false };
        if let Some(known) = known.filter(|_| picker.knows_best) {
            let best = self.moves[first];
            plan.best_is_noisy = (Self::TACTICS.capture_value)(position, best) > 0;
            match self.singular(&node, known, best, context)? {
                Ok(change) => plan.singular = change,
                Err(score) => {
                    self.moves.truncate(first);
                    self.heuristic_used = true;
                    return Ok(score);
                }
            }
        }
        let (best, best_move) = self.search_moves(&node, &plan, &mut picker)?;
        self.moves.truncate(first);
        if context.excluded.is_none() {
            self.remember(&node, &view, best, best_move);
        }
        Ok(best)
    }

    /// Has the table remember a node's value, and the histories how far off its static value was.
    fn remember(&mut self, node: &Node<'_, P>, view: &View, best: Score, best_move: Option<P::Move>) {
        let Node { position, depth, ply, window, key, .. } = *node;
        let bound = Bound::of(best, window.alpha, window.beta);
        let complete = !self.heuristic_used;
        let slot = best_move.filter(|_| P::SLOTS > 0).map(|mv| key.canonical_slot(P::slot(mv)));
        self.table.store(key.hash(), TableEntry { score: best.to_tt(ply), bound, depth, complete, best: slot });
        let quiet = best_move.is_none_or(|mv| (Self::TACTICS.capture_value)(position, mv) == 0);
        if let Some(corrected) = view.corrected.filter(|_| quiet && !best.is_proven())
            && (bound != Bound::Lower || best > corrected)
            && (bound != Bound::Upper || best < corrected)
        {
            self.histories.correct(position.side_to_move(), view.correction_keys, best.raw() - corrected.raw(), depth);
        }
    }
}
