//! A node of a game with captures and checks, from top to bottom.

use super::picker::{Listing, MoveClass, PickOrder, Picker, SKIPPED};
use super::quiescence::refined;
use super::search::{Child, Node, NodeContext};
use super::singular::Singular;
use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::histories::StackEntry;
use crate::hooks::CORRECTION_KEYS;
use crate::limits::StoppedBy;
use crate::lookup::entry_key;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry};

/// The static evaluation of a node.
#[derive(Clone, Copy)]
pub(super) struct Eval {
    /// See [`Tactical::correction_keys`](crate::hooks::Tactical::correction_keys).
    correction_keys: [u64; CORRECTION_KEYS],
    /// The static evaluation with the correction history; none in check.
    corrected: Option<Score>,
    /// The same, or the table's value if its bound shows that it is nearer the truth.
    pub(super) refined: Option<Score>,
    /// Whether the static evaluation is better than two plies before.
    pub(super) improving: bool,
}

/// Facts about a node by which its moves are reduced and pruned.
pub(super) struct Plan<M> {
    pub(super) eval: Eval,
    pub(super) context: NodeContext<M>,
    /// The extension of the table move.
    extension: i32,
    /// Whether the table move has a capture value.
    pub(super) noisy_table_move: bool,
}

/// The next move to try.
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) class: MoveClass,
    /// The number of moves that were tried before.
    pub(super) tried: usize,
    /// Its reduction, in plies.
    pub(super) reduction: u32,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a node in a tactical game.
    pub(super) fn search_tactical(
        &mut self,
        node: Node<'_, P>,
        known: Option<TableEntry>,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        let used_before = std::mem::replace(&mut self.heuristic_used, false);
        let value = self.tactical_value(node, known, context)?;
        self.heuristic_used |= used_before;
        Ok(value)
    }

    fn tactical_value(
        &mut self,
        mut node: Node<'_, P>,
        known: Option<TableEntry>,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        let Node { position, window, key, in_check, .. } = node;

        let eval = self.static_eval(&node, known);
        if let Some(value) = self.prune_node(&node, known, &eval, context)? {
            return Ok(value);
        }

        // Internal iterative reductions (Rebel): without a table move, the first visit to a node is worth less.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        if best_slot.is_none()
            && node.depth >= Self::parameters().iir_min_depth
            && (context.cut_node || !window.is_null())
        {
            node.depth -= 1;
        }

        // Singular extensions.
        let first = self.moves.len();
        let listing = if in_check { Listing::AtOnce } else { Listing::Staged };
        let mut picker = self.begin_moves(position, best_slot, listing);
        let mut plan = Plan { eval, context, extension: 0, noisy_table_move: false };
        if let Some(known) = known.filter(|_| picker.has_table_move) {
            let table_move = self.moves[first];
            plan.noisy_table_move = Self::tactics().capture_value(position, table_move) > 0;
            match self.singular(&node, known, table_move, context)? {
                Singular::Extend(plies) => plan.extension = plies,
                Singular::Cutoff(score) => {
                    self.moves.truncate(first);
                    self.heuristic_used = true;
                    return Ok(score);
                }
            }
        }

        let (best, best_move) = self.search_moves(&node, &plan, &mut picker)?;
        self.moves.truncate(first);
        if context.excluded.is_none() {
            self.remember(&node, &eval, best, best_move);
        }
        Ok(best)
    }

    /// The value of a node that is pruned before any move is tried: in null windows only, and neither in check nor
    /// where a win or loss is at stake.
    fn prune_node(
        &mut self,
        node: &Node<'_, P>,
        known: Option<TableEntry>,
        eval: &Eval,
        context: NodeContext<P::Move>,
    ) -> Result<Option<Score>, StoppedBy> {
        let may_prune = node.window.is_null() && context.excluded.is_none() && !node.window.beta.is_proven();
        let static_eval = eval.refined.filter(|_| may_prune);

        // Reverse futility pruning.
        if let Some(score) = static_eval.and_then(|value| self.reverse_futility(node, value, eval.improving)) {
            self.stats.leaves += 1;
            self.heuristic_used = true;
            return Ok(Some(score));
        }
        self.stats.interior += 1;
        let Some(static_eval) = static_eval else { return Ok(None) };

        // Razoring.
        if let Some(value) = self.razoring(node, static_eval)? {
            return Ok(Some(value));
        }

        // Null move pruning.
        if let Some(value) = self.null_move(node, static_eval, context)? {
            return Ok(Some(value));
        }

        // ProbCut.
        self.probcut(node, known, static_eval, context)
    }

    fn static_eval(&mut self, node: &Node<'_, P>, known: Option<TableEntry>) -> Eval {
        let correction_keys = Self::tactics().correction_keys(node.position);
        let corrected = if node.in_check { None } else { Some(self.corrected(correction_keys, node.position)) };
        self.stack[node.ply as usize].static_eval = corrected;
        let improving = match node.ply.checked_sub(2).map(|before| self.stack[before as usize]) {
            Some(StackEntry { static_eval: Some(before), .. }) => corrected.is_some_and(|now| now > before),
            _ => corrected.is_some(),
        };
        let refined = corrected.map(|corrected| refined(corrected, known));
        Eval { correction_keys, corrected, refined, improving }
    }

    /// The static evaluation with the correction history.
    pub(super) fn corrected(&mut self, correction_keys: [u64; CORRECTION_KEYS], position: &P) -> Score {
        let static_eval = self.histories.static_eval(position.key(), || position.evaluate());
        static_eval.plus(self.histories.correction(position.side_to_move(), correction_keys))
    }

    /// Prefetches the memory of a position's table entry and static evaluation.
    pub(super) fn prefetch(&self, position: &P, depth: u32) {
        self.histories.prefetch(position.key());
        self.table.prefetch(entry_key(position, self.history, depth).hash());
    }

    /// Tries a node's moves until one cuts off: the best value, and its move if it is above alpha.
    fn search_moves(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        picker: &mut Picker,
    ) -> Result<(Score, Option<P::Move>), StoppedBy> {
        let Node { position, ply, mut window, .. } = *node;
        let (mut best, mut best_move, mut tried, mut skip_quiets) = (Score::MIN, None, 0, false);
        loop {
            // Moves are skipped only once some move is known not to lose.
            if skip_quiets && tried > 0 && !best.is_proven() {
                self.skip_quiets(position, picker);
            }
            let order = if skip_quiets { PickOrder::AsListed } else { PickOrder::BestFirst };
            let Some((index, class)) = self.next_move(position, picker, ply, order) else {
                self.stats.legal_moves += self.count_moves(position, picker) as u64;
                break;
            };
            let mv = self.moves[index];
            if plan.context.excluded == Some(mv) {
                self.scores[index] = SKIPPED;
                continue;
            }
            let reduction = self.tactical_reduction(node, plan, class, tried, window);
            let candidate = Candidate { mv, class, tried, reduction };
            if tried > 0 && !best.is_proven() && self.is_skipped(node, plan, &candidate, &mut skip_quiets) {
                self.heuristic_used = true;
                self.scores[index] = SKIPPED;
                best = best.max(window.alpha);
                continue;
            }
            let value = self.search_candidate(node, plan, &candidate, window)?;
            tried += 1;
            if value <= best {
                continue;
            }
            best = value;
            if value > window.alpha {
                (window.alpha, best_move) = (value, Some(mv));
                self.pv.extend(ply, mv);
                if value >= window.beta {
                    let legal = self.count_moves(position, picker);
                    self.stats.legal_moves += legal as u64;
                    self.stats.cut_off(position.side_to_move(), self.max_side, tried, legal);
                    self.update_histories(node, picker.first, index);
                    break;
                }
            }
        }
        // The only legal move was excluded.
        if tried == 0 {
            best = window.alpha;
        }
        Ok((best, best_move))
    }

    fn search_candidate(
        &mut self,
        node: &Node<'_, P>,
        plan: &Plan<P::Move>,
        candidate: &Candidate<P::Move>,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let Node { position, ply, .. } = *node;
        let Candidate { mv, tried, reduction, .. } = *candidate;
        self.stack[ply as usize].piece_to = Self::tactics().piece_to(position, mv);
        let next = position.after(mv);
        self.prefetch(&next, node.depth - 1);
        let first = tried == 0;
        let extension = if first { plan.extension } else { 0 };
        let turns = next.side_to_move() != position.side_to_move();
        let reduction = if Self::in_check(&next) { reduction.saturating_sub(1) } else { reduction };
        let depth = (node.depth - 1).saturating_add_signed(extension);
        let reduction = reduction.min(depth);
        let child = Child { next: &next, turns, depth, reduction, first, parent_cut: plan.context.cut_node };
        self.search_child(&child, ply, window)
    }

    /// Updates the killer and the histories: the move at `index` cut off, and those searched before it did not.
    fn update_histories(&mut self, node: &Node<'_, P>, first: usize, index: usize) {
        let Node { position, depth, ply, .. } = *node;
        let parameters = Self::parameters().history_bonus;
        let cutoff_bonus = (parameters.per_depth * depth as i32 - parameters.offset).min(parameters.max);
        let contexts = self.histories.contexts(&self.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let good = self.moves[index];
        let quiet = Self::tactics().capture_value(position, good) == 0;
        if quiet {
            self.stack[ply as usize].killer = Some(good);
        }
        for tried in first..=index {
            if tried < index && self.scores[tried] == SKIPPED {
                continue;
            }
            let mv = self.moves[tried];
            let bonus = if tried == index { cutoff_bonus } else { -cutoff_bonus };
            let piece_to = Self::tactics().piece_to(position, mv);
            if Self::tactics().capture_value(position, mv) > 0 {
                self.histories.update_capture(piece_to, bonus);
            } else if quiet {
                self.histories.update_quiet(side + P::slot(mv), piece_to, contexts, bonus);
            }
        }
    }

    /// Stores a node's value in the table, and the error of its static evaluation in the correction history.
    fn remember(&mut self, node: &Node<'_, P>, eval: &Eval, value: Score, best_move: Option<P::Move>) {
        let Node { position, depth, ply, window, key, .. } = *node;
        let bound = Bound::of(value, window.alpha, window.beta);
        let complete = !self.heuristic_used;
        let best = best_move.and_then(|mv| P::stored_slot(key, mv));
        self.table.store(key.hash(), TableEntry { score: value.to_tt(ply), bound, depth, complete, best });
        let quiet = best_move.is_none_or(|mv| Self::tactics().capture_value(position, mv) == 0);
        if let Some(corrected) = eval.corrected.filter(|_| quiet && !value.is_proven())
            && (bound != Bound::Lower || value > corrected)
            && (bound != Bound::Upper || value < corrected)
        {
            let bonus = (value.raw() - corrected.raw()) * depth as i32 * Self::parameters().correction_bonus / 2;
            self.histories.correct(position.side_to_move(), eval.correction_keys, bonus);
        }
    }
}
