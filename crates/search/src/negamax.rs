//! Alpha-beta: the one recursive function whose scores are exact.

use super::Evaluate;
use super::limits::StoppedBy;
use super::move_loop::MoveLoop;
use super::node::{Child, LookUp, Searcher};
use super::score::{Score, Window};
use super::table::{Bound, Known};
use super::table_key::TableKey;

/// Nodes nearer to the leaves are searched faster than their children are looked up.
const PROBE_DEPTH: u32 = 8;

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches `depth` plies below a node at distance `ply` from the root. With `value` its depth-limited minimax
    /// value for the side to move, the result `v` is (fail-soft, Fishburn 1983):
    ///
    /// - `alpha < v < beta`: `v == value`, and the table of variations holds the line that proves it;
    /// - `v <= alpha`: `value <= v`;
    /// - `v >= beta`: `value >= v`.
    ///
    /// # Errors
    /// The limit that was reached. Arena and tables are then left as they fell.
    pub(super) fn negamax(
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
        // As it is now: bounds that make it null do not take the node from the principal variation.
        let asked = window.to_node(ply);
        if self.techniques.mate_distance_pruning {
            // No win comes sooner than with the next move.
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.alpha >= window.beta {
                self.stats.leaves += 1;
                return Ok(window.beta);
            }
        }
        if let Some(score) = self.in_book(position, depth, ply) {
            self.stats.leaves += 1;
            return Ok(score.from_node(ply));
        }
        let names = self.techniques.table.then(|| TableKey::of(position, self.history, depth));
        let key = names.map(|names| self.space.key(names));
        if let Some(key) = key {
            self.table.prefetch(key);
        }
        let first = self.moves.len();
        let bounds = match self.techniques.static_bounds {
            true => Some(position.static_bounds(depth, &mut self.moves)),
            false => None,
        };
        if let Some(score) = bounds.and_then(|bounds| bounds.cutoff(asked)) {
            self.moves.truncate(first);
            self.stats.leaves += 1;
            return Ok(score.from_node(ply));
        }
        // Where the value is known, but not yet the moves that lead to it, all of them are tried.
        let bounds = bounds.filter(|bounds| !bounds.is_exact());
        if bounds.is_none() {
            self.moves.truncate(first);
            position.legal_moves(&mut self.moves);
        }
        let mut best_slot = None;
        if let Some(key) = key {
            // On the principal variation the table only hints, so that the variation is found whole.
            let may_cut = asked.is_null() || !self.techniques.pvs;
            match self.look_up(key, |known| known.exact_cutoff(depth, asked).filter(|_| may_cut)) {
                LookUp::Cutoff(score) => {
                    self.moves.truncate(first);
                    return Ok(score.from_node(ply));
                }
                LookUp::Hint(hint) => best_slot = hint.zip(names).map(|(hint, names)| names.own(hint)),
            }
        }
        let probes = key.is_some() && depth >= PROBE_DEPTH && asked.is_null();
        if probes {
            self.list_children(position, depth, first);
        }
        let legal = match bounds {
            Some(bounds) => {
                let bounds = position.refine_bounds(depth, &mut self.moves[first..], bounds);
                if let Some(score) = bounds.cutoff(asked) {
                    self.moves.truncate(first);
                    self.stats.leaves += 1;
                    return Ok(score.from_node(ply));
                }
                bounds.legal
            }
            None => {
                position.order(&mut self.moves[first..]);
                self.moves.len() - first
            }
        };
        if probes && let Some(score) = self.known_child(depth, ply, window) {
            self.moves.truncate(first);
            self.stats.table_cutoffs += 1;
            return Ok(score);
        }
        self.ordering.promote(position, &mut self.moves[first..], ply, best_slot, self.techniques.move_memory);
        let listed = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += legal as u64;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        for index in 0..listed {
            let mv = self.moves[first + index];
            let value = self.try_move(position, mv, index, depth, ply, tried.window)?;
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        self.moves.truncate(first);
        let best = tried.best;
        if let Some(names) = names {
            let (key, bound) = (self.space.key(names), tried.bound());
            let best_move = tried.best_move.filter(|_| P::SLOTS > 0 && bound != Bound::Upper);
            let best_slot = best_move.map(|mv| names.shared(P::slot(mv)));
            let complete = !self.heuristic_used;
            let known = Known { score: best.to_node(ply), bound, depth, complete, best: best_slot };
            self.table.store(key, known);
        }
        self.heuristic_used |= heuristic_used_before;
        Ok(best)
    }

    /// Notes the keys of a node's children, and has the table's memory of them fetched while their moves are put in order.
    fn list_children(&mut self, position: &P, depth: u32, first: usize) {
        self.children.clear();
        let (table, history, space) = (&*self.table, self.history, self.space);
        self.children.extend(self.moves[first..].iter().map(|mv| {
            let next = position.after(*mv);
            let key = space.key(TableKey::of(&next, history, depth - 1));
            table.prefetch_tag(key);
            Child { key, same_side: next.side_to_move() == position.side_to_move() }
        }));
    }

    /// Whether the table already knows of a move that cuts off (enhanced transposition cut-offs; Schaeffer and Plaat 1996): a lower bound on the
    /// value of the node whose children were listed.
    fn known_child(&mut self, depth: u32, ply: u32, window: Window) -> Option<Score> {
        for Child { key, same_side } in &self.children {
            let Some(known) = self.table.probe(*key) else { continue };
            let child_window = if *same_side { window } else { window.flipped() };
            let Some(score) = known.exact_cutoff(depth - 1, child_window.to_node(ply + 1)) else { continue };
            let score = score.from_node(ply + 1);
            let score = if *same_side { score } else { -score };
            if score >= window.beta {
                self.heuristic_used |= !known.complete && !score.is_proven();
                return Some(score);
            }
        }
        None
    }

    /// The value of the `index`-th move that is tried, for the side that plays it.
    ///
    /// Once one move has been valued, the others are expected to be no better, and asked with a null window whether that is so; only
    /// those that are get a value (principal variation search; Marsland and Campbell 1982).
    pub(super) fn try_move(
        &mut self,
        position: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        if index > 0 && self.techniques.pvs && !window.is_null() && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            let value = self.negamax_child(position, mv, depth, ply, scout)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.negamax_child(position, mv, depth, ply, window)
    }

    /// Only a change of sides turns the score around, so that a side may move twice in a row.
    pub(super) fn negamax_child(
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
