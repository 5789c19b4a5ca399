//! A node of a game without tactics: all moves are listed at once. Killers and history order them, then the game.

use super::search::Node;
use crate::evaluate::Hooks;
use crate::hooks::Candidates;
use crate::limits::StoppedBy;
use crate::move_loop::MoveLoop;
use crate::ordering::{Order, Picking};
use crate::score::Score;
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// Only tactical games compare static evaluations with those two plies before.
const IMPROVING: bool = false;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node in a game without tactics.
    pub(super) fn search_general(&mut self, node: &Node<'_, P>, known: Option<TableEntry>) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, key, in_check } = *node;

        // Wins by threats.
        if let Some(won) = self.search_threats(node)? {
            return Ok(won);
        }

        // Static evaluation. Only a value that is returned because of it is heuristic.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let may_prune = window.is_null() && !in_check && !window.beta.is_proven() && !position.sees_end(depth);
        let static_eval = if may_prune { Some(position.evaluate()) } else { None };
        if let Some(static_eval) = static_eval {
            // Reverse futility pruning, multi-ProbCut.
            let score = match self.reverse_futility(node, static_eval, IMPROVING) {
                None => {
                    let probcut = self.multi_probcut(node, static_eval);
                    // A node whose probe is cut short counts as a leaf too.
                    self.stats.leaves += u64::from(probcut.is_err());
                    probcut?
                }
                score => score,
            };
            if let Some(score) = score {
                self.heuristic_used = true;
                self.stats.leaves += 1;
                return Ok(score);
            }
        }

        let first = self.moves.len();
        let (candidates, order) = self.list_candidates(node);
        let picking = Picking::new(ply, best_slot, self.techniques.has(Technique::MoveMemory), order);
        let value = self.search_candidates(node, first, candidates, static_eval, picking)?;
        self.moves.truncate(first);
        Ok(value)
    }

    /// Appends the moves to try.
    fn list_candidates(&mut self, node: &Node<'_, P>) -> (Candidates, Order) {
        let may_leave_out = !node.position.sees_end(node.depth);
        match Self::USES.candidates.filter(|_| may_leave_out) {
            Some(list) => (list(node.position, &mut self.moves), Order::ByGame),
            None => {
                node.position.legal_moves(&mut self.moves);
                (Candidates::Complete, Order::Unordered)
            }
        }
    }

    /// Tries the moves listed from `first` on until one cuts off, and stores the result in the table.
    #[inline]
    fn search_candidates(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        candidates: Candidates,
        static_eval: Option<Score>,
        mut picking: Picking,
    ) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let listed = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += listed as u64;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        for index in 0..listed {
            let mv = self.ordering.pick(position, &mut self.moves, first, index, &mut picking);

            // Late move pruning and futility pruning, once some move is known not to lose. They skip all moves that
            // follow: noisy moves came before, and the others are no better by the game's order.
            if let Some(static_eval) = static_eval
                && index > 0
                && !tried.best.is_proven()
                && position.is_quiet(mv)
            {
                let alpha = tried.window.alpha;
                let bound = if self.late_move_pruned(depth, index, IMPROVING) {
                    Some(alpha)
                } else {
                    self.futility_value(static_eval, depth).filter(|value| *value <= alpha)
                };
                if let Some(bound) = bound {
                    self.heuristic_used = true;
                    tried.best = tried.best.max(bound);
                    break;
                }
            }

            let value = self.search_move(position, mv, index, depth, ply, tried.window)?;
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        if candidates == Candidates::Partial {
            self.heuristic_used = true;
            if let Some(plies) = tried.best.plies().filter(|_| tried.best < Score::ZERO) {
                tried.best = tried.best.as_heuristic(plies);
            }
        }
        let (score, bound, complete) = (tried.best.to_tt(ply), tried.bound(), !self.heuristic_used);
        let best = tried.best_move.and_then(|mv| P::stored_slot(key, mv));
        self.table.store(key.hash(), TableEntry { score, bound, depth, complete, best });
        self.heuristic_used |= heuristic_used_before;
        Ok(tried.best)
    }

    /// The score of a node that is won by threats, after storing it in the table. A node whose threat search a limit
    /// ends counts as a leaf too.
    fn search_threats(&mut self, node: &Node<'_, P>) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, key, .. } = *node;
        let won = self.won_by_threats(position, depth, ply);
        self.stats.leaves += u64::from(!matches!(won, Ok(None)));
        if let Ok(Some(score)) = won {
            let known = TableEntry { score: score.to_tt(ply), bound: Bound::Lower, depth, complete: true, best: None };
            self.table.store(key.hash(), known);
        }
        won
    }
}
