//! Alpha-beta with all exact techniques.

use std::ops::ControlFlow;

use crate::evaluate::Hooks;
use crate::hooks::StaticBounds;
use crate::limits::StoppedBy;
use crate::lookup::{LookUp, entry_key};
use crate::move_loop::MoveLoop;
use crate::ordering::{Order, Picking};
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, ChildKey, TableEntry, TableKey};
use crate::{Evaluate, Technique};

/// Enhanced transposition cutoffs from this depth on: nearer to the leaves, nodes are searched faster than their
/// children are probed.
const ETC_MIN_DEPTH: u32 = 8;
/// Enhanced transposition cutoffs up to this many moves. Each has to be played for its key, and the clock is polled
/// between nodes only.
const ETC_MAX_MOVES: usize = 128;

/// A node above the depth limit.
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
    /// The window before mate distance pruning, with distances from the node: pruning that makes it null does not take
    /// the node from the principal variation.
    pub(super) tt_window: Window,
    /// Its key, if the table is used.
    pub(super) key: Option<TableKey>,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches `depth` plies below a node at distance `ply` from the root. With `value` its depth-limited minimax
    /// value for the side to move, the result `v` is (fail-soft, Fishburn 1983):
    ///
    /// - `alpha < v < beta`: `v == value`, and the table of variations holds the line that proves it;
    /// - `v <= alpha`: `value <= v`;
    /// - `v >= beta`: `value >= v`.
    ///
    /// # Errors
    /// The limit that was reached. The arena and the variations are then in no defined state.
    pub(crate) fn negamax(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> Result<Score, StoppedBy> {
        self.visit(ply)?;
        self.pv.clear(ply);
        if let Some(score) = self.exact(position, ply) {
            self.stats.leaves += 1;
            return Ok(score);
        }
        if depth == 0 {
            self.stats.leaves += 1;
            return self.leaf_value(position, ply, window);
        }
        let tt_window = window.to_tt(ply);
        if self.techniques.has(Technique::MateDistance) {
            // Mate distance pruning: no win comes sooner than on the next ply.
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.alpha >= window.beta {
                self.stats.leaves += 1;
                return Ok(window.beta);
            }
        }
        if let Some(score) = self.book_score(position, depth, ply) {
            self.stats.leaves += 1;
            return Ok(score.from_tt(ply));
        }
        let above_leaves = P::CHEAP_LEAVES && depth == 1;
        let uses_table = self.techniques.has(Technique::Table) && !above_leaves;
        let key = uses_table.then(|| entry_key(position, self.history, depth));
        let node = Node { position, depth, ply, window, tt_window, key };
        if let Some(score) = self.endgame_score(&node)? {
            return Ok(score);
        }
        let first = self.moves.len();
        let value = match self.list_moves(&node, first) {
            ControlFlow::Continue((legal, picking)) if above_leaves => {
                self.evaluate_leaves(&node, first, legal, picking)?
            }
            ControlFlow::Continue((legal, picking)) => self.try_moves(&node, first, legal, picking)?,
            ControlFlow::Break(score) => score,
        };
        self.solved_at_ply = self.solved_at_ply.min(ply);
        self.moves.truncate(first);
        Ok(value)
    }

    /// Appends the moves of a node. Returns the number of legal ones and the state of picking, or a score that cuts off
    /// before a move is tried.
    #[inline]
    fn list_moves(&mut self, node: &Node<'_, P>, first: usize) -> ControlFlow<Score, (usize, Picking)> {
        let Node { position, depth, ply, window, tt_window, key } = *node;
        let hash = key.map(|key| self.table.hash(key));
        if let Some(hash) = hash {
            self.table.prefetch(hash);
        }
        let bounds = self.bound_statically(node, first)?;
        let best_slot = match hash {
            Some(hash) => self.table_hint(node, hash)?,
            None => None,
        };
        let few = self.moves.len() - first <= ETC_MAX_MOVES;
        let uses_etc = hash.is_some() && depth >= ETC_MIN_DEPTH && tt_window.is_null() && few;
        if uses_etc {
            self.prefetch_children(position, depth, first);
        }
        let legal = bounds.map_or(self.moves.len() - first, |bounds| bounds.legal);
        let mut order = Order::Unordered;
        if let Some(refine) = P::STATIC_ANALYSIS.and_then(|analysis| analysis.refine)
            && let Some(bounds) = bounds
        {
            let bounds = refine(position, depth, &mut self.moves[first..], bounds);
            self.cutoff_by_bounds(bounds, node)?;
            order = Order::ByGame;
        }
        if uses_etc && let Some(score) = self.etc_cutoff(depth, ply, window) {
            self.stats.table_cutoffs += 1;
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue((legal, Picking::new(ply, best_slot, self.techniques.has(Technique::MoveMemory), order)))
    }

    /// Lists the moves of the game's static analysis, with its bounds on the value; all legal moves where there is
    /// none.
    #[inline]
    fn bound_statically(&mut self, node: &Node<'_, P>, first: usize) -> ControlFlow<Score, Option<StaticBounds>> {
        if let Some(analysis) = P::STATIC_ANALYSIS
            && self.techniques.has(Technique::StaticBounds)
        {
            let bounds = (analysis.bounds)(node.position, node.depth, &mut self.moves);
            self.cutoff_by_bounds(bounds, node)?;
            if !bounds.is_exact() {
                return ControlFlow::Continue(Some(bounds));
            }
            // The value is known, but not the moves that lead to it: all are tried.
            self.moves.truncate(first);
        }
        node.position.legal_moves(&mut self.moves);
        ControlFlow::Continue(None)
    }

    #[inline]
    fn cutoff_by_bounds(&mut self, bounds: StaticBounds, node: &Node<'_, P>) -> ControlFlow<Score> {
        match bounds.cutoff(node.tt_window) {
            Some(score) => {
                self.stats.leaves += 1;
                ControlFlow::Break(score.from_tt(node.ply))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// The score of a node by the table, or the slot of its best move there.
    #[inline]
    pub(super) fn table_hint(&mut self, node: &Node<'_, P>, hash: u64) -> ControlFlow<Score, Option<u16>> {
        // On the principal variation the table only hints, so that the variation is complete.
        let may_cut = node.tt_window.is_null() || !self.techniques.has(Technique::Pvs);
        match self.look_up(hash, |entry| entry.exact_cutoff(node.depth, node.tt_window).filter(|_| may_cut)) {
            LookUp::Cutoff(score) => ControlFlow::Break(score.from_tt(node.ply)),
            LookUp::Hint(entry) => {
                let best = entry.and_then(|entry| entry.best);
                ControlFlow::Continue(best.zip(node.key).map(|(best, key)| key.actual_slot(best)))
            }
        }
    }

    /// Tries the moves listed from `first` on until one cuts off, and stores the result in the table.
    #[inline]
    fn try_moves(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        legal: usize,
        mut picking: Picking,
    ) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, key, .. } = *node;
        let listed = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += legal as u64;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        for index in 0..listed {
            let mv = self.ordering.pick(position, &mut self.moves, first, index, &mut picking);
            let value = self.try_move(position, mv, index, depth, ply, tried.window)?;
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        if let Some(key) = key {
            let bound = tried.bound();
            let best_move = tried.best_move.filter(|_| bound != Bound::Upper);
            let best = best_move.and_then(|mv| P::stored_slot(key, mv));
            let complete = !self.heuristic_used;
            self.table
                .store(self.table.hash(key), TableEntry { score: tried.best.to_tt(ply), bound, depth, complete, best });
        }
        self.heuristic_used |= heuristic_used_before;
        Ok(tried.best)
    }

    /// Lists the table keys of a node's children, and prefetches their entries.
    fn prefetch_children(&mut self, position: &P, depth: u32, first: usize) {
        let (table, history, keyspace) = (&*self.table.table, self.history, self.table.keyspace);
        self.table.children.clear();
        self.table.children.extend(self.moves[first..].iter().map(|mv| {
            let next = position.after(*mv);
            let hash = keyspace.hash(entry_key(&next, history, depth - 1));
            table.prefetch_tag(hash);
            ChildKey { hash, same_side: next.side_to_move() == position.side_to_move() }
        }));
    }

    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996): a lower bound on the value of the node from the entry
    /// of a listed child, if that is beta or more.
    fn etc_cutoff(&mut self, depth: u32, ply: u32, window: Window) -> Option<Score> {
        for ChildKey { hash, same_side } in &self.table.children {
            let Some(entry) = self.table.probe(*hash) else { continue };
            let child_window = if *same_side { window } else { window.flipped() };
            let Some(score) = entry.exact_cutoff(depth - 1, child_window.to_tt(ply + 1)) else { continue };
            let score = score.from_tt(ply + 1);
            let score = if *same_side { score } else { -score };
            if score >= window.beta {
                self.heuristic_used |= !entry.complete && !score.is_proven();
                return Some(score);
            }
        }
        None
    }

    /// The value of the `index`-th move that is tried, for the side that plays it.
    ///
    /// Principal variation search (Marsland and Campbell 1982): once one move has been valued, the others are expected
    /// to be no better. A null window asks whether that is so, and only moves that are better get a value.
    pub(crate) fn try_move(
        &mut self,
        position: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        if index > 0 && self.techniques.has(Technique::Pvs) && !window.is_null() && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            let value = self.negamax_child(position, mv, depth, ply, scout)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.negamax_child(position, mv, depth, ply, window)
    }

    /// The value of a child for the side that moves to it. The score is negated only if the sides change, since a side
    /// may move twice in a row.
    pub(crate) fn negamax_child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let next = position.after(mv);
        if next.side_to_move() == position.side_to_move() {
            self.negamax(&next, depth - 1, ply + 1, window)
        } else {
            Ok(-self.negamax(&next, depth - 1, ply + 1, window.flipped())?)
        }
    }
}
