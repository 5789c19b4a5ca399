//! A node of a game without tactics: all moves are listed at once. Killers and history order them, then the game.

use super::search::Node;
use crate::evaluate::Hooks;
use crate::hooks::Candidates;
use crate::limits::StoppedBy;
use crate::move_loop::MoveLoop;
use crate::ordering::{Order, Picking};
use crate::score::Score;
use crate::searcher::Searcher;
use crate::sorting::move_to_front;
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// Only tactical games compare static evaluations with those two plies before.
const IMPROVING: bool = false;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node in a game without tactics.
    pub(super) fn search_general(&mut self, node: &Node<'_, P>, known: Option<TableEntry>) -> Result<Score, StoppedBy> {
        let Node { position, depth, window, key, in_check, .. } = *node;

        // Wins by threats.
        if let Some(won) = self.search_threats(node)? {
            return Ok(won);
        }

        // Static evaluation. Only a value that is returned because of it is heuristic.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let may_prune = window.is_null() && !in_check && !window.beta.is_proven() && !position.sees_end(depth);
        let static_eval = if may_prune { Some(self.static_value(position)) } else { None };
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
        let value = self.search_candidates(node, first, static_eval, best_slot)?;
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

    /// Appends the moves to try, with one that has been tried in front.
    fn list_untried(&mut self, node: &Node<'_, P>, tried: P::Move) -> (Candidates, Order) {
        let first = self.moves.len();
        let listed = self.list_candidates(node);
        let index = self.moves[first..].iter().position(|mv| *mv == tried).unwrap_or_else(|| {
            self.moves.push(tried);
            self.moves.len() - 1 - first
        });
        move_to_front(&mut self.moves[first..], index);
        listed
    }

    /// Tries moves until one cuts off, and stores the result in the table. `first` is where those of the node begin in
    /// the arena. Where the game finds the table move by its slot, the others are listed only once it has not cut off.
    #[inline]
    fn search_candidates(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        static_eval: Option<Score>,
        best_slot: Option<u16>,
    ) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut picking = Picking::new(ply, best_slot, self.techniques.has(Technique::MoveMemory), Order::Unordered);
        let table_move = best_slot.and_then(|slot| Self::USES.move_from_slot?(position, slot));
        let (mut candidates, listed) = match table_move {
            Some(_) => (Candidates::Complete, position.count_legal_moves(&mut self.scratch) as usize),
            None => {
                let (candidates, order) = self.list_candidates(node);
                picking.order = order;
                (candidates, self.moves.len() - first)
            }
        };
        self.stats.interior += 1;
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        let mut index = 0;
        while index < tried.listed {
            let mv = match table_move {
                Some(mv) if index == 0 => mv,
                _ => self.ordering.pick(position, &mut self.moves, first, index, &mut picking),
            };

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
            if index == 0
                && let Some(mv) = table_move
            {
                (candidates, picking.order) = self.list_untried(node, mv);
                tried.listed = self.moves.len() - first;
            }
            index += 1;
        }
        self.stats.legal_moves += tried.listed as u64;
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
