//! The selective search of games with captures and checks: a node, in the order in which it runs.
//!
//! Pruning never breaks two promises: a win or loss is real, and a proven value is the value of the game. All pruning
//! by static evaluations returns estimates. The distance of a win belongs to the win that was found; there may be a
//! shorter one.

use std::ops::ControlFlow;

use super::memory::StackEntry;
use super::picker::{MoveClass, PickOrder, Picker, SKIPPED};
use super::{Node, Role};
use crate::hooks::{CORRECTION_KEYS, Forced, ForcedOf, Tactical, TacticsOf};
use crate::known_values::entry_key;
use crate::limits::Searched;
use crate::move_loop::{Pass, TriedMove};
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::table::TableEntry;
use crate::{Evaluate, Technique};

/// The static evaluation of a node.
#[derive(Clone, Copy)]
struct Eval {
    /// See [`Tactical::correction_keys`].
    correction_keys: [u64; CORRECTION_KEYS],
    /// The static evaluation with the correction history; none in check.
    corrected: Option<Score>,
    /// The corrected evaluation, or the table's value if its bound shows that it is nearer the truth.
    refined: Option<Score>,
    /// Whether the static evaluation is better than two plies before, or there was none then; `false` in check.
    improving: bool,
}

/// Facts about a node by which its moves are extended, reduced and pruned.
struct Plan {
    eval: Eval,
    /// The extension of the table move, in plies.
    extension: i32,
    /// Whether the table move has a capture value.
    noisy_table_move: bool,
}

/// The next move to try.
struct Candidate<P: Evaluate> {
    mv: P::Move,
    class: MoveClass,
    /// The number of moves that were tried before.
    tried: usize,
    /// The window that is left after those moves.
    window: Window,
    /// The plies by which the move is scouted less deeply.
    reduction: u32,
}

/// The best value of a node, and its move if it is above alpha.
pub(super) type Best<M> = (Value, Option<M>);

/// A child that is searched.
struct Child<'p, P> {
    next: &'p P,
    turn: Turn,
    ply: u32,
    /// Its depth before the reduction: its parent's depth minus one, plus the extension.
    depth: u32,
    /// The reduction of its scout search, in plies.
    reduction: u32,
    /// The first of its searches.
    first: Pass,
    /// Whether its parent is a cut node.
    parent_cut: bool,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The result has the same three cases as in [`Searcher::negamax`], with an estimate instead of the minimax value.
    ///
    /// # Errors
    /// The limit that was reached. The contents of the arena and the variations are then unspecified.
    fn search_tactical(&mut self, position: &P, depth: u32, ply: u32, window: Window, role: Role<P::Move>) -> Searched {
        let leaf = |searcher: &mut Self| match searcher.won_by_threats(position, 0, ply)? {
            Some(score) => Ok(Value::proven(score)),
            None => searcher.qsearch(position, ply, window),
        };
        let mut node = match self.enter_node(position, depth, ply, window, role, leaf)? {
            ControlFlow::Break(value) => return Ok(value),
            ControlFlow::Continue(node) => node,
        };
        let Node { depth, on_pv, key, known, in_check, .. } = node;

        // Wins by threats.
        if let Some(score) = self.search_threats(&node)? {
            return Ok(Value::proven(score));
        }

        // Pruning by the static evaluation: reverse futility, razoring, null move, ProbCut.
        let eval = self.static_eval(&node);
        if let Some(value) = self.prune(&node, &eval)? {
            return Ok(value);
        }

        // Internal iterative reductions (Rebel): without a table move, the first visit to a node is worth less.
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        if best_slot.is_none() && depth >= Self::NUMBERS.iir_min_depth && (role.cut_node || on_pv) {
            node.depth -= 1;
        }

        // The table move, which may be extended or cut off, and then the others.
        let first = self.moves.len();
        let mut picker = if in_check {
            position.legal_moves(&mut self.moves);
            self.begin_listed(position, first, best_slot)
        } else {
            self.begin_staged(position, best_slot)
        };
        let table_move = picker.has_table_move.then(|| self.moves[first]);
        let extension = match self.singular(&node, table_move)? {
            ControlFlow::Continue(extension) => extension,
            ControlFlow::Break(score) => {
                self.moves.truncate(first);
                return Ok(Value::estimate(score));
            }
        };
        let noisy_table_move = table_move.is_some_and(|mv| TacticsOf::<P>::capture_value(position, mv) > 0);
        let plan = Plan { eval, extension, noisy_table_move };
        let (best, best_move) = self.search_moves(&node, &plan, &mut picker)?;
        self.moves.truncate(first);

        // The table, and the correction history.
        if role.excluded.is_none() {
            self.remember(&node, &eval, best, best_move);
        }
        Ok(best)
    }

    /// The static evaluation of a node, with its corrections.
    fn static_eval(&mut self, node: &Node<'_, P>) -> Eval {
        let Node { position, ply, known, in_check, .. } = *node;
        let correction_keys = TacticsOf::<P>::correction_keys(position);
        let corrected = if in_check { None } else { Some(self.corrected(correction_keys, position)) };
        let stack = &mut self.selective.stack;
        stack[ply as usize].static_eval = corrected;
        let improving = match ply.checked_sub(2).map(|before| stack[before as usize]) {
            Some(StackEntry { static_eval: Some(before), .. }) => corrected.is_some_and(|now| now > before),
            _ => corrected.is_some(),
        };
        let refined = corrected.map(|corrected| refined(corrected, known));
        Eval { correction_keys, corrected, refined, improving }
    }

    /// The value of a node whose static evaluation makes searching its moves unnecessary. Only outside the principal
    /// variation, and only if beta is neither a win nor a loss.
    fn prune(&mut self, node: &Node<'_, P>, eval: &Eval) -> Searched<Option<Value>> {
        let Node { on_pv, window, role, .. } = *node;
        let may_prune = !on_pv && role.excluded.is_none() && !window.beta.is_proven();
        let static_eval = eval.refined.filter(|_| may_prune);
        if let Some(score) = static_eval.and_then(|static_eval| self.reverse_futility(node, static_eval, eval)) {
            self.meter.leaf();
            return Ok(Some(Value::estimate(score)));
        }
        // From here on the node counts as interior: moves are tried, if only by quiescence or ProbCut.
        self.meter.stats.interior += 1;
        let Some(static_eval) = static_eval else { return Ok(None) };
        if let Some(value) = self.razor(node, static_eval)? {
            return Ok(Some(value));
        }
        let score = match self.null_move(node, static_eval)? {
            None => self.probcut(node, static_eval)?,
            score => score,
        };
        Ok(score.map(Value::estimate))
    }

    /// Reverse futility pruning, also called static null move pruning: a static evaluation that exceeds beta by a margin
    /// is returned, less the margin.
    fn reverse_futility(&self, node: &Node<'_, P>, static_eval: Score, eval: &Eval) -> Option<Score> {
        let Node { position, depth, window, .. } = *node;
        let numbers = Self::NUMBERS.reverse_futility;
        if !self.techniques.has(Technique::Futility) || depth > numbers.max_depth {
            return None;
        }
        let mut value = static_eval.minus(numbers.margin * (depth - u32::from(eval.improving)) as i32);
        if value >= window.beta && TacticsOf::<P>::is_threatened(position) {
            value = value.minus(Self::NUMBERS.threat_margin);
        }
        (value >= window.beta).then_some(value)
    }

    /// Razoring (Birmingham and Kent 1977): a static evaluation far below alpha is left to the quiescence search.
    fn razor(&mut self, node: &Node<'_, P>, static_eval: Score) -> Searched<Option<Value>> {
        let Node { position, depth, ply, window, .. } = *node;
        let numbers = Self::NUMBERS.razoring;
        if !self.techniques.has(Technique::Futility)
            || depth > numbers.max_depth
            || static_eval.plus(numbers.margin * depth as i32) > window.alpha
        {
            return Ok(None);
        }
        let value = self.qsearch(position, ply, window)?;
        Ok((value.score <= window.alpha).then_some(value))
    }

    /// Null move pruning (Beal 1989, Donninger 1993): a side that reaches beta even if it passes, in a reduced search,
    /// reaches it with a move.
    fn null_move(&mut self, node: &Node<'_, P>, static_eval: Score) -> Searched<Option<Score>> {
        let Node { position, depth, ply, window, role, .. } = *node;
        let numbers = Self::NUMBERS.null_move;
        if !self.techniques.has(Technique::NullMove)
            || !role.allow_null
            || depth < numbers.min_depth
            || static_eval < window.beta
        {
            return Ok(None);
        }
        let Some(next) = TacticsOf::<P>::null_move(position) else { return Ok(None) };
        // The reduction, in 1/256 ply, grows with the depth and with the lead over beta.
        let lead = 256 * (static_eval.raw() - window.beta.raw()) / numbers.lead_per_ply;
        let lead = lead.clamp(0, 256 * numbers.max_lead_plies) as u32;
        let reduction = (numbers.reduction + numbers.reduction_per_depth * depth + lead) / 256;
        let reduced = depth.saturating_sub(reduction);
        let scout = Window { alpha: window.beta.just_below(), beta: window.beta };
        self.selective.stack[ply as usize].piece_to = self.selective.histories.no_move();
        let after = Role { allow_null: false, ..Role::after_move(!role.cut_node) };
        let score = -self.search_tactical(&next, reduced, ply + 1, scout.flipped(), after)?.score;
        if score < window.beta {
            return Ok(None);
        }
        // Verification search, against zugzwang.
        if depth >= numbers.verify_min_depth {
            let verify = Role { allow_null: false, ..role };
            if self.search_tactical(position, reduced.max(1), ply, scout, verify)?.score < window.beta {
                return Ok(None);
            }
        }
        // A win after a null move is not proven.
        Ok(Some(if score.is_proven() { window.beta } else { score }))
    }

    /// ProbCut (Buro 1995): the score of a capture that exceeds beta by a margin in the quiescence search, and then
    /// also in a reduced search.
    fn probcut(&mut self, node: &Node<'_, P>, static_eval: Score) -> Searched<Option<Score>> {
        let Node { position, depth, ply, window, key, known, role, .. } = *node;
        let numbers = Self::NUMBERS.probcut;
        if !self.techniques.has(Technique::Probcut) || depth < numbers.min_depth {
            return Ok(None);
        }
        let raised_beta = window.beta.plus(numbers.margin);
        // Not if the table already has a score below that from a search of at least the reduced depth.
        if known.is_some_and(|known| known.depth + numbers.reduction > depth && known.score < raised_beta) {
            return Ok(None);
        }
        let scout = Window { alpha: raised_beta.just_below(), beta: raised_beta };
        let first = self.moves.len();
        TacticsOf::<P>::push_captures(position, &mut self.moves);
        let end = self.moves.len();
        let mut found = None;
        for index in first..end {
            let mv = self.moves[index];
            if !self.see_ge(position, mv, raised_beta.raw() - static_eval.raw()) {
                continue;
            }
            let next = position.after(mv);
            let mut score = self.qsearch_child(position, mv, &next, ply, Self::NUMBERS.quiescence.lines, scout)?.score;
            if score >= raised_beta {
                let turn = Turn::after(position, &next);
                let (depth, after) = (depth - numbers.reduction, Role::after_move(!role.cut_node));
                let value = self.search_tactical(&next, depth, ply + 1, turn.window(scout), after)?;
                score = turn.value(value).score;
            }
            if score >= raised_beta {
                found = Some((mv, score));
                break;
            }
        }
        self.moves.truncate(first);
        let Some((mv, score)) = found else { return Ok(None) };
        let stored_depth = depth + 1 - numbers.reduction;
        self.store(key, ply, stored_depth, Value::estimate(score), Bound::Lower, Some(mv));
        Ok(Some(score))
    }

    /// Singular extensions (Anantharaman, Campbell and Hsu 1988): searches all moves except the table's at half the
    /// depth, to see whether they reach the table's value minus a margin. If they don't, the table move is extended by
    /// the returned number of plies. If they do, and the lowered value reaches beta, that value is the node's score
    /// (multi-cut; Björnsson and Marsland 1999). If only the table's value reaches beta, the table move is searched one
    /// ply less deeply.
    fn singular(&mut self, node: &Node<'_, P>, mv: Option<P::Move>) -> Searched<ControlFlow<Score, i32>> {
        let Node { position, depth, ply, on_pv, window, role, .. } = *node;
        let numbers = Self::NUMBERS.singular;
        let Some((known, mv)) = node.known.zip(mv) else { return Ok(ControlFlow::Continue(0)) };
        let score = known.score;
        if !self.techniques.has(Technique::Singular)
            || depth < numbers.min_depth
            || role.excluded.is_some()
            || known.depth + numbers.max_entry_reduction < depth
            || known.bound == Bound::Upper
            || score.is_proven()
            // The extension is at most two plies.
            || !self.may_extend(depth + 1, ply)
        {
            return Ok(ControlFlow::Continue(0));
        }
        let lowered = score.minus(numbers.margin * depth as i32 / 8);
        let scout = Window { alpha: lowered.just_below(), beta: lowered };
        let others = Role { excluded: Some(mv), allow_null: false, ..role };
        let value = self.search_tactical(position, (depth - 1) / 2, ply, scout, others)?.score;
        self.pv.clear(ply);
        Ok(if value < lowered {
            let double = !on_pv && value < lowered.minus(numbers.double_margin);
            ControlFlow::Continue(if double { 2 } else { 1 })
        } else if lowered >= window.beta {
            ControlFlow::Break(lowered)
        } else if score >= window.beta {
            ControlFlow::Continue(-1)
        } else {
            ControlFlow::Continue(0)
        })
    }

    /// Tries a node's moves until one cuts off.
    fn search_moves(&mut self, node: &Node<'_, P>, plan: &Plan, picker: &mut Picker) -> Searched<Best<P::Move>> {
        let Node { position, ply, mut window, role, .. } = *node;
        let (mut best, mut best_move) = (Value::proven(Score::MIN), None);
        let (mut tried, mut skip_quiets) = (0, false);
        loop {
            // Moves are skipped only once some move is known not to lose. (The best score begins as a proven loss.)
            // Skipped moves count as if they did not exceed alpha.
            if skip_quiets && tried > 0 && !best.score.is_proven() && self.skip_quiets(position, picker) {
                best = Value::estimate(best.score.max(window.alpha));
            }
            if skip_quiets {
                picker.order = PickOrder::AsListed;
            }
            let Some((index, class)) = self.next_move(position, picker, ply) else {
                self.meter.stats.legal_moves += self.count_moves(position, picker) as u64;
                break;
            };
            let mv = self.moves[index];
            if role.excluded == Some(mv) {
                self.selective.scores[index] = SKIPPED;
                continue;
            }
            let mut candidate = Candidate { mv, class, tried, window, reduction: 0 };
            candidate.reduction = self.late_move_reduction(node, plan, &candidate);
            if tried > 0 && !best.score.is_proven() && self.is_skipped(node, plan, &candidate, &mut skip_quiets) {
                self.selective.scores[index] = SKIPPED;
                best = Value::estimate(best.score.max(window.alpha));
                continue;
            }
            let value = self.search_candidate(node, plan, &candidate)?;
            tried += 1;
            best.proven &= value.proven;
            if value.score <= best.score {
                continue;
            }
            best.score = value.score;
            if best.score > window.alpha {
                (window.alpha, best_move) = (best.score, Some(mv));
                self.pv.extend(ply, mv);
                if best.score >= window.beta {
                    best.proven = value.proven;
                    let legal = self.count_moves(position, picker);
                    self.meter.stats.legal_moves += legal as u64;
                    self.meter.cut_off(position.side_to_move(), tried, legal);
                    self.update_histories(node, picker.first, index);
                    break;
                }
            }
        }
        // The only legal move was excluded.
        if tried == 0 {
            best.score = window.alpha;
        }
        Ok((best, best_move))
    }

    /// Late move reductions: the plies by which a move late in the order is scouted less deeply, by its class.
    fn late_move_reduction(&self, node: &Node<'_, P>, plan: &Plan, candidate: &Candidate<P>) -> u32 {
        let Candidate { class, tried, window, .. } = *candidate;
        let (depth, late) = (node.depth, Self::NUMBERS.late_move_reductions);
        let is_late = self.techniques.has(Technique::LateMoves) && late.concern(depth, tried);
        if !is_late || class == MoveClass::GoodCapture {
            return 0;
        }
        let numbers = Self::NUMBERS.reductions;
        let mut reduction = late.with_scale(numbers.scale).fractional(depth, tried) as i32;
        match class {
            MoveClass::Quiet(score) => reduction -= score / numbers.history_divisor,
            MoveClass::Killer => reduction += numbers.killer,
            MoveClass::BadCapture => reduction += numbers.bad_capture,
            MoveClass::GoodCapture => (),
        }
        if node.role.cut_node {
            reduction += numbers.cut_node;
        }
        if !plan.eval.improving {
            reduction += numbers.not_improving;
        }
        if plan.noisy_table_move {
            reduction += numbers.noisy_table_move;
        }
        if !window.is_null() {
            reduction += numbers.pv_node;
        }
        (reduction.max(0) as u32 / 256).min(depth.saturating_sub(2))
    }

    /// Whether a move is skipped. Sets `skip_quiets` when all later quiet moves are to be skipped too.
    fn is_skipped(&self, node: &Node<'_, P>, plan: &Plan, candidate: &Candidate<P>, skip_quiets: &mut bool) -> bool {
        let Node { position, depth, window, .. } = *node;
        let Candidate { mv, class, tried, reduction, .. } = *candidate;
        let (late, futility) = (self.techniques.has(Technique::LateMoves), self.techniques.has(Technique::Futility));
        let see = Self::NUMBERS.see_pruning;
        let loses = |margin: i32| !self.see_ge(position, mv, -margin);
        let capture_margin = see.capture_margin * depth as i32;
        let score = match class {
            MoveClass::GoodCapture => return false,
            // SEE pruning of a capture that loses its exchange.
            MoveClass::BadCapture => return depth <= see.capture_max_depth && loses(capture_margin),
            MoveClass::Killer => 0,
            MoveClass::Quiet(score) => score,
        };
        let reduced = (depth - 1).saturating_sub(reduction);

        // Late move pruning, also called move count pruning.
        let too_late = || late && Self::NUMBERS.late_move_pruning.skips(depth, tried, plan.eval.improving);

        // Futility pruning (Schaeffer 1986, Heinz 1998), by the depth that is left after the reduction.
        let most = |static_eval| Self::NUMBERS.futility.value(static_eval, reduced);
        let futile = || futility && plan.eval.refined.and_then(most).is_some_and(|most| most <= window.alpha);
        *skip_quiets = *skip_quiets || too_late() || futile();

        // History pruning.
        let history = Self::NUMBERS.history_pruning;
        let unpromising = || late && reduced <= history.max_depth && score < history.limit * depth as i32;

        // SEE pruning.
        let exposed = || reduced <= see.quiet_max_depth && loses(see.quiet_margin * (reduced * reduced) as i32);

        // A check that does not lose too much is searched after all.
        let spared =
            || TacticsOf::<P>::gives_check(position, mv) && (depth > see.capture_max_depth || !loses(capture_margin));
        (*skip_quiets || unpromising() || exposed()) && !spared()
    }

    /// The value of a move for the side that plays it.
    fn search_candidate(&mut self, node: &Node<'_, P>, plan: &Plan, candidate: &Candidate<P>) -> Searched {
        let Node { position, ply, role, .. } = *node;
        let Candidate { mv, tried, window, reduction, .. } = *candidate;
        self.selective.stack[ply as usize].piece_to = TacticsOf::<P>::piece_to(position, mv);
        let next = position.after(mv);
        self.prefetch(&next, node.depth - 1);
        let turn = Turn::after(position, &next);
        let extension = if tried == 0 { plan.extension } else { 0 };
        let depth = (node.depth - 1).saturating_add_signed(extension);
        let reduction = if ForcedOf::<P>::in_check(&next) { reduction.saturating_sub(1) } else { reduction };
        let reduction = reduction.min(depth);
        let (first, parent_cut) = (Pass::first(tried, reduction), role.cut_node);
        let child = Child { next: &next, turn, ply: ply + 1, depth, reduction, first, parent_cut };
        self.search_child(&child, window)
    }

    /// The value of a root move, for the side that plays it. At the root a move is reduced by its number alone, unless it
    /// gives check or is a capture that wins its exchange.
    pub(super) fn search_tactical_root_move(&mut self, tried: &TriedMove<'_, P>, window: Window) -> Searched {
        let TriedMove { position: root, mv, index, depth, .. } = *tried;
        self.selective.stack[0].piece_to = TacticsOf::<P>::piece_to(root, mv);
        let next = root.after(mv);
        if depth > 1 {
            self.table.prefetch(entry_key(&next, self.history, depth - 1).hash());
        }
        let late = Self::NUMBERS.late_move_reductions;
        let is_late = self.techniques.has(Technique::LateMoves) && late.concern(depth, index);
        let calm = TacticsOf::<P>::capture_value(root, mv) == 0 || !self.see_ge(root, mv, 0);
        let reduces = is_late && calm && !ForcedOf::<P>::in_check(&next) && depth < root.plies_left();
        let reduction = if reduces { late.plies(depth, index, window, 0) } else { 0 };
        let turn = Turn::after(root, &next);
        let (first, depth, parent_cut) = (Pass::first(index, reduction), depth - 1, false);
        let child = Child { next: &next, turn, ply: 1, depth, reduction, first, parent_cut };
        self.search_child(&child, window)
    }

    /// The value of a child for the side that moves to it, by principal variation search. All children but the first
    /// are scouted, at reduced depth if they come late.
    fn search_child(&mut self, child: &Child<'_, P>, window: Window) -> Searched {
        let Child { next, turn, ply, depth, reduction, first, parent_cut } = *child;
        self.scout_then_search(first, window, |searcher, pass, window| {
            // Cut nodes and other nodes alternate. A child that is scouted from the principal variation is expected to
            // cut off.
            let (depth, cut_node) = match pass {
                Pass::Reduced => (depth - reduction, !parent_cut),
                Pass::Scout => (depth, !parent_cut),
                Pass::Full => (depth, window.is_null() && !parent_cut),
            };
            let role = Role::after_move(cut_node);
            Ok(turn.value(searcher.search_tactical(next, depth, ply, turn.window(window), role)?))
        })
    }

    /// Updates the killer and the histories: the move at `index` cut off, and those searched before it did not.
    fn update_histories(&mut self, node: &Node<'_, P>, first: usize, index: usize) {
        let Node { position, depth, ply, .. } = *node;
        let cutoff_bonus = Self::NUMBERS.history_bonus.at_depth(depth);
        let contexts = self.selective.histories.contexts(&self.selective.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let good = self.moves[index];
        let quiet = TacticsOf::<P>::capture_value(position, good) == 0;
        if quiet {
            self.selective.stack[ply as usize].killer = Some(good);
        }
        for tried in first..=index {
            if tried < index && self.selective.scores[tried] == SKIPPED {
                continue;
            }
            let mv = self.moves[tried];
            let bonus = if tried == index { cutoff_bonus } else { -cutoff_bonus };
            let piece_to = TacticsOf::<P>::piece_to(position, mv);
            if TacticsOf::<P>::capture_value(position, mv) > 0 {
                self.selective.histories.update_capture(piece_to, bonus);
            } else if quiet {
                self.selective.histories.update_quiet(side + P::slot(mv), piece_to, contexts, bonus);
            }
        }
    }

    /// Stores a node's value in the table, and the error of its static evaluation in the correction history.
    fn remember(&mut self, node: &Node<'_, P>, eval: &Eval, value: Value, best_move: Option<P::Move>) {
        let Node { position, depth, ply, window, key, .. } = *node;
        let score = value.score;
        let bound = Bound::of(score, window.alpha, window.beta);
        self.store(key, ply, depth, value, bound, best_move);
        let quiet = best_move.is_none_or(|mv| TacticsOf::<P>::capture_value(position, mv) == 0);
        if let Some(corrected) = eval.corrected.filter(|_| quiet && !score.is_proven())
            && (bound != Bound::Lower || score > corrected)
            && (bound != Bound::Upper || score < corrected)
        {
            let bonus = (score.raw() - corrected.raw()) * depth as i32 * Self::NUMBERS.correction_bonus / 2;
            self.selective.histories.correct(position.side_to_move(), eval.correction_keys, bonus);
        }
    }

    /// The static evaluation of a position, with the correction history.
    pub(super) fn corrected(&mut self, correction_keys: [u64; CORRECTION_KEYS], position: &P) -> Score {
        let static_eval = self.selective.histories.static_eval(position.key(), || position.evaluate());
        static_eval.plus(self.selective.histories.correction(position.side_to_move(), correction_keys))
    }

    pub(super) fn prefetch(&self, position: &P, depth: u32) {
        self.selective.histories.prefetch(position.key());
        self.table.prefetch(entry_key(position, self.history, depth).hash());
    }
}

/// A static evaluation, or the value of the table entry if its bound says that it is nearer the truth.
pub(super) fn refined(static_eval: Score, known: Option<TableEntry>) -> Score {
    match known {
        Some(TableEntry { score, bound, .. })
            if !score.is_proven()
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > static_eval,
                    Bound::Upper => score < static_eval,
                } =>
        {
            score
        }
        _ => static_eval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Outcome, Side};
    use crate::selective::Histories;
    use crate::testing::{Place, Script};
    use crate::{Algorithm, Analysis, Limits, Question, Stop, Table, Techniques, search};

    const DEPTH: u32 = 8;

    /// Looks at a node of a selective search.
    fn at_node<T>(
        techniques: Techniques,
        root: &Script<true>,
        look: impl FnOnce(&mut Searcher<'_, Script<true>>) -> T,
    ) -> T {
        let question = Question { algorithm: Algorithm::Selective, techniques, ..Question::new(Limits::depth(DEPTH)) };
        let (mut table, stop) = (Table::new(0), Stop::default());
        let mut searcher = Searcher::new(root, &question, &mut table, &stop);
        searcher.selective.histories = Histories::new::<Script<true>>(&question);
        searcher.selective.begin_iteration(DEPTH, DEPTH);
        searcher.pv.reserve(DEPTH);
        look(&mut searcher)
    }

    fn selective<const TACTICAL: bool>(root: &Script<TACTICAL>, depth: u32, techniques: Techniques) -> Analysis<usize> {
        let question = Question { algorithm: Algorithm::Selective, techniques, ..Question::new(Limits::depth(depth)) };
        search(root, &question, &mut Table::new(0), &Stop::default(), &mut |_| ())
    }

    #[test]
    fn quiet_moves_that_are_skipped_raise_the_result_to_alpha() {
        // A capture, a check that is spared, and a quiet move that is better than both, but too late.
        const PLACES: [Place; 5] = [
            Place::new(0, &[1, 2, 3]),
            Place::new(5, &[4]).captured(),
            Place { in_check: true, ..Place::new(0, &[4]) },
            Place::new(-100, &[4]),
            Place::new(-6, &[0]),
        ];
        let root = Script::new(&PLACES);
        let window = Window { alpha: Score::ZERO, beta: Score::heuristic(1) };
        let value = at_node(Techniques::ALL.without(Technique::Extensions), &root, |searcher| {
            searcher.search_tactical(&root, 1, 0, window, Role::after_move(false)).unwrap()
        });
        assert_eq!(value, Value::estimate(Score::ZERO), "nothing is known below alpha");

        // The same in quiescence: the second evasion would be better.
        const IN_CHECK: [Place; 3] =
            [Place { in_check: true, ..Place::new(0, &[1, 2]) }, Place::new(5, &[0]), Place::new(-100, &[0])];
        let root = Script::new(&IN_CHECK);
        let value = at_node(Techniques::ALL, &root, |searcher| searcher.qsearch(&root, 0, window).unwrap());
        assert_eq!(value, Value::estimate(Score::ZERO), "nor after evasions");
    }

    #[test]
    fn quiescence_knows_the_end_of_the_game() {
        // The static evaluation takes a draw by a capture for a win.
        const PLACES: [Place; 3] =
            [Place::new(-50, &[1, 2]), Place::end(-500, Outcome::Draw).captured(), Place::new(0, &[0])];
        let root = Script::new(&PLACES);
        let value = at_node(Techniques::ALL, &root, |searcher| searcher.qsearch(&root, 0, Window::FULL).unwrap());
        assert_eq!(value.score, Score::ZERO);
    }

    #[test]
    fn without_the_technique_no_exchange_is_looked_at() {
        for seed in 0..200 {
            let root = Script::<true> { exchanges: false, ..Script::random(seed) };
            selective(&root, DEPTH, Techniques::ALL.without(Technique::Exchanges));
        }
    }

    #[test]
    fn the_line_of_a_win_is_complete_where_mate_distance_closes_the_window() {
        // The second move is tried first, and the first move mates as fast.
        const PLACES: [Place; 9] = [
            Place::new(0, &[1, 2]),
            Place::new(10, &[3]).captured(),
            Place::new(-10, &[4]),
            Place::new(-10, &[5, 6]),
            Place::new(10, &[7, 8]),
            Place::end(0, Outcome::Win(Side::First)),
            Place::new(0, &[0]),
            Place::end(0, Outcome::Win(Side::First)),
            Place::new(0, &[0]),
        ];
        for found in [
            selective(&Script::<true>::new(&PLACES), 3, Techniques::ALL),
            selective(&Script::<false>::new(&PLACES), 3, Techniques::ALL),
        ] {
            assert_eq!((found.score, &*found.lines[0].pv), (Score::win_in(3), &[1, 3, 5][..]));
        }
    }

    #[test]
    fn what_was_tried_before_a_proven_cutoff_does_not_matter() {
        // The opponent's second reply draws at least. The first is an estimate, and worse.
        const PLACES: [Place; 5] = [
            Place::new(0, &[1, 2]),
            Place::end(0, Outcome::Draw),
            Place::new(0, &[3, 4]).captured(),
            Place { captured: 2, ..Place::new(50, &[0]) },
            Place::end(0, Outcome::Draw).captured(),
        ];
        let exact = Question::new(Limits::depth(2));
        let (tactical, positional) = (Script::<true>::new(&PLACES), Script::<false>::new(&PLACES));
        for found in [
            search(&positional, &exact, &mut Table::new(0), &Stop::default(), &mut |_| ()),
            selective(&positional, 2, Techniques::ALL),
            selective(&tactical, 2, Techniques::ALL),
        ] {
            assert_eq!((found.score, found.proven), (Score::ZERO, true));
        }
    }

    #[test]
    fn a_win_is_an_odd_number_of_plies_away_and_a_loss_an_even_one() {
        let mut proven = 0;
        for seed in 0..3000 {
            for depth in 4..=DEPTH {
                let found = selective(&Script::<true>::random(seed), depth, Techniques::ALL);
                let other = selective(&Script::<false>::random(seed), depth, Techniques::ALL);
                for found in [found, other] {
                    let Some(plies) = found.score.plies() else { continue };
                    assert_eq!(plies % 2 == 1, found.score > Score::ZERO, "seed {seed}: {plies} plies");
                    proven += 1;
                }
            }
        }
        assert!(proven > 1000);
    }
}
