//! The selective search of games without [tactics](crate::hooks::Tactical): a node, in the order in which it runs.
//! Unlikely moves are the late ones in the game's own order.
//!
//! Pruning never breaks two promises: a win or loss is real, and a proven value is the value of the game. All pruning
//! by static evaluations returns estimates. A loss is an estimate too if a move that was left out might avoid it.

use std::ops::ControlFlow;

use super::{Node, Role};
use crate::hooks::{Candidates, Forced, ForcedOf, Hooks, MoveChoice, MovesOf, Solver, SolverOf};
use crate::known_values::entry_key;
use crate::limits::Searched;
use crate::move_loop::{MoveLoop, Pass, TriedMove};
use crate::move_order::move_to_front;
use crate::move_picker::{Order, Picking};
use crate::position::Listing;
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The result has the same three cases as in [`Searcher::negamax`], with an estimate instead of the minimax value.
    ///
    /// # Errors
    /// The limit that was reached. The contents of the arena and the variations are then unspecified.
    #[inline(never)]
    fn search_positional(&mut self, position: &P, depth: u32, ply: u32, window: Window) -> Searched {
        // A leaf: a win by threats, or the static evaluation, once captures have ended.
        let leaf = |searcher: &mut Self| match searcher.won_by_threats(position, 0, ply)? {
            Some(score) => Ok(Value::proven(score)),
            None => searcher.quiesce_leaf(position, ply, window),
        };
        let node = match self.enter_node(position, depth, ply, window, Role::after_move(false), leaf)? {
            ControlFlow::Break(value) => return Ok(value),
            ControlFlow::Continue(node) => node,
        };
        let Node { depth, on_pv, window, key, known, in_check, .. } = node;

        // Wins by threats.
        if let Some(score) = self.search_threats(&node)? {
            return Ok(Value::proven(score));
        }

        // The game's own prover.
        let result = self.examine(position, depth, ply).inspect_err(|_| self.meter.leaf())?;
        if let Some(score) = result.score(ply) {
            self.meter.leaf();
            return Ok(Value::proven(score));
        }

        // Pruning by the static evaluation: only outside the principal variation, and only if the depth does not reach
        // the end of the game.
        let may_prune = !on_pv && !in_check && !window.beta.is_proven() && depth < position.plies_left();
        let static_eval = if may_prune { Some(self.evaluate(position)) } else { None };
        if let Some(static_eval) = static_eval {
            // Reverse futility pruning, also called static null move pruning.
            if let Some(score) = self.static_cutoff(&node, static_eval) {
                self.meter.leaf();
                return Ok(Value::estimate(score));
            }

            // Razoring (Birmingham and Kent 1977): the search for threats has found no win.
            if let Some(score) = self.low_static_eval(&node, static_eval) {
                self.meter.leaf();
                return Ok(Value::estimate(score));
            }

            // Multi-ProbCut (Buro 1997). A node whose probe is cut short counts as a leaf too.
            let probe = self.multi_probcut(&node, static_eval);
            if !matches!(probe, Ok(None)) {
                self.meter.leaf();
            }
            if let Some(score) = probe? {
                return Ok(Value::estimate(score));
            }
        }

        // The moves, and the table.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        self.try_candidates(&node, static_eval, best_slot)
    }

    /// Reverse futility pruning: a static evaluation that exceeds beta by a margin is returned, less the margin.
    fn static_cutoff(&self, node: &Node<'_, P>, static_eval: Score) -> Option<Score> {
        let Node { position, depth, window, .. } = *node;
        let futility = Self::POSITIONAL.reverse_futility.filter(|_| self.techniques.has(Technique::Futility))?;
        let value = static_eval.minus(futility.margin * depth as i32);
        let cuts_off = depth <= futility.max_depth && value >= window.beta;
        (cuts_off && !ForcedOf::<P>::is_threatened(position)).then_some(value)
    }

    /// Razoring: a static evaluation that is a margin below alpha is returned, plus the margin.
    fn low_static_eval(&self, node: &Node<'_, P>, static_eval: Score) -> Option<Score> {
        let Node { depth, window, .. } = *node;
        let razoring = Self::POSITIONAL.razoring.filter(|_| self.techniques.has(Technique::Futility))?;
        razoring.value(static_eval, depth).filter(|value| *value <= window.alpha)
    }

    /// Multi-ProbCut: searches the node to about half the depth, or near the leaves takes the static evaluation instead.
    /// If the result lies a margin outside the null window, the window's bound is returned. Only the side of the window
    /// on which the static evaluation lies is tried.
    fn multi_probcut(&mut self, node: &Node<'_, P>, static_eval: Score) -> Searched<Option<Score>> {
        let Node { position, depth, ply, window, .. } = *node;
        let probcut = Self::POSITIONAL.multi_probcut.filter(|_| self.techniques.has(Technique::Probcut));
        let Some(least_probed) = probcut else { return Ok(None) };
        let probes = depth >= least_probed;
        // Both depths are odd or both even, because static values favour the side that has just moved.
        let shallow = if probes { depth / 4 * 2 + depth % 2 } else { 0 };
        let margin = P::Hooks::probcut_margin(position, shallow, depth);
        let above = static_eval >= window.beta;
        let bound = if above { window.beta.plus(margin) } else { window.alpha.minus(margin) };
        // A bound beyond all possible results can't be reached, so asking for it is useless.
        if SolverOf::<P>::POINTS.is_some_and(|points| bound.value().abs() >= points.most) {
            return Ok(None);
        }
        let alpha = if above { bound.just_below() } else { bound };
        let scout = Window { alpha, beta: alpha.just_above() };
        let score = if probes { self.search_positional(position, shallow, ply, scout)?.score } else { static_eval };
        Ok(if above { (score >= bound).then_some(window.beta) } else { (score <= bound).then_some(window.alpha) })
    }

    /// Tries moves until one cuts off, and stores the result in the table.
    #[inline]
    fn try_candidates(&mut self, node: &Node<'_, P>, static_eval: Option<Score>, best_slot: Option<u16>) -> Searched {
        let Node { position, depth, ply, on_pv, window, key, .. } = *node;
        let first = self.moves.len();
        let by_memory = self.techniques.has(Technique::MoveMemory);
        let order = Order::Unordered;
        let mut picking =
            Picking { first, legal: 0, listing: Listing::Complete, ply, best: best_slot, by_memory, order };

        // If the game can find the table move by its slot, that move is searched before the others are listed (below).
        // Until then only their number is needed.
        let table_move = best_slot.and_then(|slot| MovesOf::<P>::move_from_slot(position, slot));
        let (mut candidates, listed) = match table_move {
            Some(_) => (Candidates::Complete, position.count_legal_moves(&mut self.selective.counted) as usize),
            None => {
                let (candidates, order) = self.list_candidates(node);
                picking.order = order;
                (candidates, self.moves.len() - first)
            }
        };
        let mut likeliest = self.likeliest(position, first);
        self.meter.stats.interior += 1;
        let mut best = MoveLoop::new(listed, window);
        let mut index = 0;
        while index < best.listed {
            let mv = match table_move {
                Some(mv) if index == 0 => mv,
                _ => self.picker.pick(position, &mut self.moves, index, &mut picking),
            };

            // Late move pruning and futility pruning, once some move is known not to lose. They skip all moves that
            // follow: noisy moves came before, and the others are no better by the game's order.
            if let Some(static_eval) = static_eval
                && index > 0
                && !best.best.score.is_proven()
                && position.is_quiet(mv)
                && let Some(bound) = self.bound_of_late_moves(depth, index, static_eval, best.window.alpha)
            {
                best.best = Value::estimate(best.best.score.max(bound));
                break;
            }

            let tried = TriedMove { position, mv, index, depth, ply, on_pv };
            // Nobody has chosen among all moves, or among forced ones, so the policy doesn't know them.
            let gap = match candidates {
                Candidates::Partial => likeliest.saturating_sub(MovesOf::<P>::likelihood(position, mv)).max(0) as u32,
                Candidates::Complete | Candidates::Forced(_) => 0,
            };
            let value = self.search_positional_move(&tried, gap, best.window)?;
            if self.update_best(&mut best, &tried, value) {
                break;
            }

            // The table move did not cut off, so the others are listed.
            if index == 0
                && let Some(mv) = table_move
            {
                (candidates, picking.order) = self.list_untried(node, mv);
                best.listed = self.moves.len() - first;
                likeliest = self.likeliest(position, first);
            }
            index += 1;
        }
        self.meter.stats.legal_moves += best.listed as u64;
        self.moves.truncate(first);

        match candidates {
            // A loss is not certain if a move that was left out might avoid it.
            Candidates::Partial if best.bound() != Bound::Lower => {
                best.best.proven = false;
                if let Some(plies) = best.best.score.plies().filter(|_| best.best.score < Score::ZERO) {
                    best.best.score = best.best.score.as_heuristic(plies);
                }
            }
            // A move that was left out may lose later than the listed ones, within `plies`.
            Candidates::Forced(plies) => best.best.score = best.best.score.max(Score::loss_in(ply + plies)),
            Candidates::Complete | Candidates::Partial => {}
        }
        self.store(key, ply, depth, best.best, best.bound(), best.best_move);
        Ok(best.best)
    }

    /// How likely the policy finds the likeliest of the listed moves; 0 if nothing is reduced by it.
    fn likeliest(&self, position: &P, first: usize) -> i32 {
        if Self::POSITIONAL.policy_reductions.is_none() {
            return 0;
        }
        self.moves[first..].iter().map(|mv| MovesOf::<P>::likelihood(position, *mv)).max().unwrap_or(0)
    }

    fn list_candidates(&mut self, node: &Node<'_, P>) -> (Candidates, Order) {
        let first = self.moves.len();
        if let Some(prover) = &self.selective.forced.prover
            && let Some(candidates) = prover.candidates(node.position, &mut self.moves)
        {
            if candidates != Candidates::Partial || node.depth < node.position.plies_left() {
                return (candidates, Order::ByGame);
            }
            self.moves.truncate(first);
        }
        if node.depth < node.position.plies_left()
            && let Some(candidates) = MovesOf::<P>::candidates(node.position, &mut self.moves)
        {
            return (candidates, Order::ByGame);
        }
        match node.position.list_moves(&mut self.moves) {
            Listing::Complete => (Candidates::Complete, Order::Unordered),
            Listing::Cut => {
                self.meter.stats.cut_lists += 1;
                (Candidates::Partial, Order::Unordered)
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

    /// The bound of the quiet moves from this index on, if they are not worth trying: by late move pruning (also called
    /// move count pruning), or by futility pruning (Schaeffer 1986, Heinz 1998).
    fn bound_of_late_moves(&self, depth: u32, index: usize, static_eval: Score, alpha: Score) -> Option<Score> {
        let late = Self::POSITIONAL.late_move_pruning.filter(|_| self.techniques.has(Technique::LateMoves));
        if late.is_some_and(|late| late.skips(depth, index, false)) {
            return Some(alpha);
        }
        let futility = Self::POSITIONAL.futility.filter(|_| self.techniques.has(Technique::Futility))?;
        futility.value(static_eval, depth).filter(|value| *value <= alpha)
    }

    /// The value of a move for the side that plays it: principal variation search, in which late moves are first
    /// scouted less deeply (late move reductions). Most games don't reduce at the root. `gap` says how much less likely
    /// the game's policy finds the move than the likeliest one.
    pub(super) fn search_positional_move(&mut self, tried: &TriedMove<'_, P>, gap: u32, window: Window) -> Searched {
        let TriedMove { position, mv, index, depth, ply, .. } = *tried;
        // Not `after`, whose result would be copied once more. A board may have thousands of bytes.
        let mut next = position.clone();
        next.play_unchecked(mv);
        if depth > 1 {
            self.table.prefetch(entry_key(&next, self.history, depth - 1).hash());
        }
        let late = Self::POSITIONAL.late_move_reductions.filter(|late| {
            let may_reduce = ply > 0 || Self::POSITIONAL.reduces_at_root;
            let is_late = may_reduce && self.techniques.has(Technique::LateMoves) && late.concern(depth, index);
            is_late && position.is_quiet(mv) && !ForcedOf::<P>::in_check(&next) && depth < position.plies_left()
        });
        let by_policy = || Self::POSITIONAL.policy_reductions.map_or(0, |policy| policy.fractional(depth, gap));
        let reduction = late.map_or(0, |late| late.plies(depth, index, window, by_policy()));
        let turn = Turn::after(position, &next);
        self.scout_then_search(Pass::first(index, reduction), window, |searcher, pass, window| {
            let depth = depth - 1 - if pass == Pass::Reduced { reduction } else { 0 };
            Ok(turn.value(searcher.search_positional(&next, depth, ply + 1, turn.window(window))?))
        })
    }
}
