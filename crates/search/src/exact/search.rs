//! The exact search: a node of alpha-beta, in the order in which it runs.

use std::ops::ControlFlow;

use crate::hooks::{Leaves, LeavesOf, Solver, SolverOf, StaticBounds};
use crate::known_values::entry_key;
use crate::limits::Searched;
use crate::move_loop::{MoveLoop, Pass, TriedMove};
use crate::move_picker::{Order, Picking};
use crate::position::Listing;
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::table::{TableEntry, TableKey};
use crate::{Evaluate, Technique};

/// Enhanced transposition cutoffs from this depth on. Nearer to the leaves, searching a node is faster than probing its
/// children.
/// children are probed.
const ETC_MIN_DEPTH: u32 = 8;
/// Enhanced transposition cutoffs up to this many moves. Each has to be played for its key, and the clock is polled
/// between nodes only.
const ETC_MAX_MOVES: usize = 128;

struct Node<'p, P> {
    position: &'p P,
    depth: u32,
    ply: u32,
    window: Window,
    /// The window before mate distance pruning, which may make `window` null. So only this window tells whether the
    /// node is on the principal variation. Distances of wins count from this node, as in the table and in static
    /// bounds.
    table_window: Window,
    /// The key of the position, if the table is used.
    key: Option<TableKey>,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches `depth` plies below a node at distance `ply` from the root. If `value` is the depth-limited minimax
    /// value for the side to move, the result `v` satisfies (fail-soft, Fishburn 1983):
    ///
    /// - `alpha < v < beta`: `v == value`, and the table of variations holds the line that proves it;
    /// - `v <= alpha`: `value <= v`;
    /// - `v >= beta`: `value >= v`.
    ///
    /// # Errors
    /// The limit that was reached. The contents of the arena and the variations are then unspecified.
    pub(crate) fn negamax(&mut self, position: &P, depth: u32, ply: u32, mut window: Window) -> Searched {
        self.meter.visit(ply)?;
        self.pv.clear(ply);

        // The end of the game, or a closed form.
        if let Some(value) = self.known_value(position, ply) {
            self.meter.leaf();
            return Ok(value);
        }

        // The depth limit: the static evaluation, once captures have ended.
        if depth == 0 {
            self.meter.leaf();
            return self.quiesce_leaf(position, ply, window);
        }

        // Mate distance pruning: no win comes sooner than on the next ply.
        let table_window = window.to_table(ply);
        if self.techniques.has(Technique::MateDistance) {
            window.beta = window.beta.min(Score::win_in(ply + 1));
            if window.alpha >= window.beta {
                self.meter.leaf();
                return Ok(Value::proven(window.beta));
            }
        }

        // The book of the game.
        if let Some(score) = self.book_score(position, depth) {
            self.meter.leaf();
            return Ok(Value::proven(score.from_table(ply)));
        }

        // Just above cheap leaves, probing the table would cost more than it saves.
        let above_leaves = LeavesOf::<P>::CHEAP_LEAVES && depth == 1;
        let uses_table = self.techniques.has(Technique::Table) && !above_leaves;
        let key = uses_table.then(|| entry_key(position, self.history, depth));
        let node = Node { position, depth, ply, window, table_window, key };

        // The game's own endgame solver. A node whose solver is out of time counts as a leaf too.
        if let Some(score) = self.solve_endgame(&node).inspect_err(|_| self.meter.leaf())? {
            self.meter.leaf();
            return Ok(Value::proven(score));
        }

        // Static bounds and the table, which may cut off, and then the moves. Cheap leaves have a loop of their own.
        let first = self.moves.len();
        let value = match self.list_moves(&node) {
            ControlFlow::Break(value) => value,
            ControlFlow::Continue(picking) if above_leaves => self.evaluate_leaves(&node, picking)?,
            ControlFlow::Continue(picking) => self.try_moves(&node, picking)?,
        };
        self.moves.truncate(first);

        // When the next attempt at a proof is due depends on how near to the root this one solves a node.
        self.meter.solved_at_ply = self.meter.solved_at_ply.min(ply);
        Ok(value)
    }

    /// The score of a node by the game's own endgame solver: only if the depth reaches the end of the game, and only in
    /// a null window, because the principal variation needs moves and not only a value.
    #[inline]
    fn solve_endgame(&mut self, node: &Node<'_, P>) -> Searched<Option<Score>> {
        let Node { position, depth, ply, table_window, .. } = *node;
        let sees_end = SolverOf::<P>::SOLVES_ENDGAMES && depth >= position.plies_left();
        let may_ask =
            self.techniques.has(Technique::Proof) && position.repetition().is_none() && table_window.is_null();
        if !sees_end || !may_ask {
            return Ok(None);
        }
        self.meter.visit_by_solver(self.table, ply, |context| SolverOf::<P>::solve(position, table_window, context))
    }

    /// Lists the moves of a node, or finds a value that cuts off before a move is tried.
    #[inline]
    fn list_moves(&mut self, node: &Node<'_, P>) -> ControlFlow<Value, Picking> {
        let Node { position, depth, ply, table_window, key, .. } = *node;
        let first = self.moves.len();
        let hash = key.map(|key| self.exact.keyspace.hash(key));
        if let Some(hash) = hash {
            self.table.prefetch(hash);
        }

        // Bounds by the rules, with the moves that are worth trying.
        let (bounds, listing) = self.bound_statically(node, first)?;
        let legal = bounds.map_or(self.moves.len() - first, |bounds| bounds.legal);

        // Transposition table.
        let best_slot = match hash {
            Some(hash) => self.table_hint(node, hash)?,
            None => None,
        };

        // The keys of the children, for enhanced transposition cutoffs below. Their entries are fetched while the moves
        // are looked at.
        let few = self.moves.len() - first <= ETC_MAX_MOVES;
        let uses_etc = hash.is_some() && depth >= ETC_MIN_DEPTH && table_window.is_null() && few;
        if uses_etc {
            self.prefetch_children(position, depth, first);
        }

        // A closer look at each move refines the bounds.
        let mut order = Order::Unordered;
        if let Some(bounds) = bounds
            && let Some(refined) = LeavesOf::<P>::refine_bounds(position, depth, &mut self.moves[first..], bounds)
        {
            self.cutoff_by_bounds(refined, node)?;
            order = Order::ByGame;
        }

        // Enhanced transposition cutoffs.
        if uses_etc && let Some(value) = self.etc_cutoff(node) {
            return ControlFlow::Break(value);
        }
        let by_memory = self.techniques.has(Technique::MoveMemory);
        ControlFlow::Continue(Picking { first, legal, listing, ply, best: best_slot, by_memory, order })
    }

    /// Lists the moves of the game's static analysis, and returns its bounds. Without such an analysis, lists all legal
    /// moves.
    #[inline]
    fn bound_statically(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
    ) -> ControlFlow<Value, (Option<StaticBounds>, Listing)> {
        if self.techniques.has(Technique::StaticBounds)
            && let Some(bounds) = node.position.static_bounds(node.depth, &mut self.moves)
        {
            self.cutoff_by_bounds(bounds, node)?;
            if !bounds.is_exact() {
                return ControlFlow::Continue((Some(bounds), Listing::Complete));
            }
            // The value is known, but not the moves that lead to it: all are tried.
            self.moves.truncate(first);
        }
        let listing = node.position.list_moves(&mut self.moves);
        ControlFlow::Continue((None, listing))
    }

    #[inline]
    fn cutoff_by_bounds(&mut self, bounds: StaticBounds, node: &Node<'_, P>) -> ControlFlow<Value> {
        match bounds.cutoff(node.table_window) {
            Some(score) => {
                self.meter.leaf();
                ControlFlow::Break(Value::proven(score.from_table(node.ply)))
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// The value of a node from the table, or the slot of the best move that the table has for it.
    #[inline]
    fn table_hint(&mut self, node: &Node<'_, P>, hash: u64) -> ControlFlow<Value, Option<u16>> {
        // On the principal variation the table gives only hints, so that the variation is complete.
        let may_cut = node.table_window.is_null() || !self.techniques.has(Technique::Pvs);
        let cutoff = |entry: &TableEntry| entry.exact_cutoff(node.depth, node.table_window).filter(|_| may_cut);
        let best = self.look_up(hash, node.ply, cutoff)?.and_then(|entry| entry.best);
        ControlFlow::Continue(best.zip(node.key).map(|(best, key)| key.actual_slot(best)))
    }

    /// Lists the table keys of a node's children, and prefetches their entries.
    fn prefetch_children(&mut self, position: &P, depth: u32, first: usize) {
        let (table, history, keyspace) = (&*self.table, self.history, self.exact.keyspace);
        self.exact.children.clear();
        self.exact.children.extend(self.moves[first..].iter().map(|mv| {
            let next = position.after(*mv);
            let hash = keyspace.hash(entry_key(&next, history, depth - 1));
            table.prefetch_tag(hash);
            (hash, Turn::after(position, &next))
        }));
    }

    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996): if the table's entry of a child shows that the node's
    /// value is at least beta, returns that bound.
    fn etc_cutoff(&mut self, node: &Node<'_, P>) -> Option<Value> {
        let Node { depth, ply, window, .. } = *node;
        for (hash, turn) in &self.exact.children {
            let Some(entry) = self.table.probe(*hash) else { continue };
            let Some(score) = entry.exact_cutoff(depth - 1, turn.window(window).to_table(ply + 1)) else { continue };
            let value = turn.value(entry.value_of(score.from_table(ply + 1)));
            if value.score >= window.beta {
                self.meter.stats.table_cutoffs += 1;
                return Some(value);
            }
        }
        None
    }

    /// Cheap leaves: tries the moves of a node at depth 1 until one cuts off. Each leaf is evaluated once, without a
    /// scout, and no result is stored.
    #[inline]
    fn evaluate_leaves(&mut self, node: &Node<'_, P>, mut picking: Picking) -> Searched {
        let Node { position, depth, ply, window, table_window, .. } = *node;
        self.meter.interior(picking.legal);
        self.meter.unstored_nodes += 1;
        let value_of = LeavesOf::<P>::leaf_values(position);
        let mut best = MoveLoop::new(self.moves.len() - picking.first, window);
        for index in 0..best.listed {
            let mv = self.picker.pick(position, &mut self.moves, index, &mut picking);
            let leaf = position.after(mv);
            self.meter.visit(ply + 1)?;
            self.pv.clear(ply + 1);
            self.meter.leaf();
            self.meter.unstored_nodes += 1;
            let known = self.known_value(&leaf, ply + 1);
            let value = known.unwrap_or_else(|| Value::estimate(value_of(&leaf)));
            let tried = TriedMove { position, mv, index, depth, ply, on_pv: !table_window.is_null() };
            if self.update_best(&mut best, &tried, Turn::after(position, &leaf).value(value)) {
                break;
            }
        }
        Ok(best.best)
    }

    /// Tries the moves of a node until one cuts off, and stores the result in the table.
    #[inline]
    fn try_moves(&mut self, node: &Node<'_, P>, mut picking: Picking) -> Searched {
        let Node { position, depth, ply, window, table_window, key } = *node;
        self.meter.interior(picking.legal);
        let mut best = MoveLoop::new(self.moves.len() - picking.first, window);
        for index in 0..best.listed {
            let mv = self.picker.pick(position, &mut self.moves, index, &mut picking);
            let tried = TriedMove { position, mv, index, depth, ply, on_pv: !table_window.is_null() };
            let value = self.try_move(&tried, best.window)?;
            if self.update_best(&mut best, &tried, value) {
                break;
            }
        }
        if picking.listing == Listing::Cut {
            return Ok(self.value_of_cut_list(best.best));
        }
        if let Some(key) = key {
            let best_move = best.best_move.filter(|_| best.bound() != Bound::Upper);
            self.store(key, ply, depth, best.best, best.bound(), best_move);
        }
        Ok(best.best)
    }

    /// The value of a move for the side that plays it, by principal variation search.
    #[inline(always)]
    pub(crate) fn try_move(&mut self, tried: &TriedMove<'_, P>, window: Window) -> Searched {
        let TriedMove { position, mv, index, depth, ply, .. } = *tried;
        let first = if self.techniques.has(Technique::Pvs) { Pass::first(index, 0) } else { Pass::Full };
        let next = position.after(mv);
        let turn = Turn::after(position, &next);
        self.scout_then_search(first, window, |searcher, _, window| {
            Ok(turn.value(searcher.negamax(&next, depth - 1, ply + 1, turn.window(window))?))
        })
    }

    /// The value of the position after a move, for the side that plays it. `depth` and `ply` are those before the move.
    #[inline(always)]
    pub(crate) fn child_value(&mut self, position: &P, mv: P::Move, depth: u32, ply: u32, window: Window) -> Searched {
        let next = position.after(mv);
        let turn = Turn::after(position, &next);
        Ok(turn.value(self.negamax(&next, depth - 1, ply + 1, turn.window(window))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hooks::{AllMoves, Hooks, NoForced, NoLeaves, NoTactics, SolverContext};
    use crate::position::{Outcome, Position, Side};
    use crate::{Instant, Limits, Question, Stop, StoppedBy, Table, search};

    /// A draw after this many plies, each with two moves, which the solver has no time for.
    #[derive(Clone)]
    struct Slow(u32, Side);

    impl Position for Slow {
        type Move = u32;

        fn side_to_move(&self) -> Side {
            self.1
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 0).then_some(Outcome::Draw)
        }

        fn legal_moves(&self, moves: &mut Vec<u32>) {
            moves.extend([1, 2]);
        }

        fn play_unchecked(&mut self, _: u32) {
            *self = Self(self.0 - 1, self.1.other());
        }

        fn key(&self) -> u64 {
            self.0.into()
        }
    }

    impl Hooks<Self> for Slow {
        type Tactics = NoTactics;
        type Leaves = NoLeaves;
        type Solver = Self;
        type Forced = NoForced;
        type Moves = AllMoves;
    }

    impl Solver<Self> for Slow {
        const SOLVES_ENDGAMES: bool = true;

        fn solve(_: &Self, _: Window, _: &mut SolverContext<'_>) -> Option<Score> {
            None
        }
    }

    impl Evaluate for Slow {
        type Hooks = Self;

        fn evaluate(&self) -> Score {
            Score::ZERO
        }

        fn plies_left(&self) -> u32 {
            self.0
        }
    }

    #[test]
    fn a_node_whose_solver_is_out_of_time_is_a_leaf() {
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::depth(9) };
        let root = Slow(9, Side::First);
        let found = search(&root, &Question::new(limits), &mut Table::new(0), &Stop::default(), &mut |_| ());
        let stats = found.stats;
        assert_eq!(found.stopped_by, StoppedBy::Time);
        assert_eq!(stats.nodes, stats.leaves + stats.interior + stats.table_cutoffs);
    }
}
