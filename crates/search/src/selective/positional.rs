//! The selective search of games without [tactics](crate::hooks::Tactical): a node, in the order in which it runs.
//! Unlikely moves are the late ones in the game's own order.
//!
//! Pruning never breaks two promises: a win or loss is real, and a proven value is the value of the game. All pruning by
//! static evaluations returns estimates, and so does a loss that a move which was left out may refute.

use std::ops::ControlFlow;

use crate::hooks::{Candidates, Effort, Judgement, Threats};
use crate::known_values::entry_key;
use crate::limits::{Interrupted, Searched};
use crate::move_loop::MoveLoop;
use crate::ordering::{Order, Picking};
use crate::position::Side;
use crate::score::{Bound, Score, Turn, Value, Window};
use crate::searcher::Searcher;
use crate::sorting::move_to_front;
use crate::table::{TableEntry, TableKey};
use crate::{Evaluate, Technique};

/// Positions that the search for threats may visit at a node: [`THREAT_NODES`], doubled for each ply of depth, but at
/// most [`THREAT_DOUBLINGS_MAX`] times. A leaf visits none, unless it answers a threat of the root.
const THREAT_NODES: u64 = 32;
const THREAT_DOUBLINGS_MAX: u32 = 4;

/// The nodes that judging may take for each node of the search, by the depth from 1 on, in quarters. The root and its
/// children count as far from the leaves.
const JUDGE_SHARES: [u64; 6] = [0, 0, 1, 2, 3, 4];
const JUDGE_SHARE_UNIT: u64 = 4;
/// Nodes of the search before the first judgement: a search that ends sooner has no time for one.
pub(crate) const JUDGE_NODES_MIN: u64 = 256;

/// The part of all other nodes that the judge may take to look for the winner at the root.
const PROOF_SHARE: u64 = 4;

struct Node<'p, P> {
    position: &'p P,
    depth: u32,
    ply: u32,
    /// Whether the node is on the principal variation: its window was not null before mate distance pruning.
    on_pv: bool,
    window: Window,
    key: TableKey,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The cases are those of [`Searcher::negamax`], with an estimate for the minimax value.
    ///
    /// # Errors
    /// The limit that was reached. The arena and the variations are then in no defined state.
    fn search_positional(&mut self, position: &P, depth: u32, ply: u32, mut window: Window) -> Searched {
        self.meter.visit(ply)?;
        self.pv.clear(ply);

        // The end of the game, a closed form, or a repetition.
        let known = self.known_score(position, ply).map(Value::proven);
        if let Some(value) = known.or_else(|| self.repetition(position, ply)) {
            self.meter.leaf();
            return Ok(value);
        }

        // Check extension.
        let in_check = position.in_check();
        let depth = depth + u32::from(in_check && self.may_extend(depth, ply));

        // The depth limit: a win by threats, or the static evaluation, once captures have ended.
        if depth == 0 {
            self.meter.leaf();
            if let Some(score) = self.won_by_threats(position, depth, ply)? {
                return Ok(Value::proven(score));
            }
            return self.quiesce_leaf(position, ply, window);
        }

        // Mate distance pruning: no win comes sooner than on the next ply.
        let on_pv = !window.is_null();
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            self.meter.leaf();
            return Ok(Value::proven(window.beta));
        }

        // Transposition table. It cuts off in null windows only, so that the principal variation is complete.
        let key = entry_key(position, self.history, depth);
        let cutoff =
            |known: &TableEntry| known.selective_cutoff(depth, window.to_table(ply)).filter(|_| window.is_null());
        let known = match self.look_up(key.hash(), ply, cutoff) {
            ControlFlow::Break(value) => return Ok(value),
            ControlFlow::Continue(known) => known,
        };
        let node = Node { position, depth, ply, on_pv, window, key };

        // Wins by threats.
        if let Some(score) = self.search_threats(&node)? {
            return Ok(Value::proven(score));
        }

        // The game's own judgement.
        let judged = self.judge(position, depth, ply).inspect_err(|_| self.meter.leaf())?;
        if let Some(score) = judged.score(ply) {
            self.meter.leaf();
            return Ok(Value::proven(score));
        }

        // Pruning by the static evaluation: in null windows only, and not where the search sees the end of the game.
        let may_prune = window.is_null() && !in_check && !window.beta.is_proven() && depth < position.plies_left();
        let static_eval = if may_prune { Some(self.evaluate(position)) } else { None };
        if let Some(static_eval) = static_eval {
            // Reverse futility pruning, also called static null move pruning.
            if let Some(score) = self.static_cutoff(&node, static_eval) {
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
        let first = self.moves.len();
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let value = self.try_candidates(&node, first, static_eval, best_slot)?;
        self.moves.truncate(first);
        Ok(value)
    }

    /// The judgement of a node by the game itself. Near the leaves it looks closely at few nodes, further up at more: the
    /// time that this takes is bounded by a share of that of all nodes so far.
    pub(crate) fn judge(&mut self, position: &P, depth: u32, ply: u32) -> Searched<Judgement> {
        let Some(judge) = &mut self.judge else { return Ok(Judgement::Open) };
        let meter = &mut self.meter;
        let far = JUDGE_SHARES.len();
        let share = JUDGE_SHARES[if ply <= 1 { far } else { far.min(depth as usize) } - 1];
        let may_look = meter.stats.nodes >= JUDGE_NODES_MIN
            && (meter.stats.quiescence_nodes - self.proof_nodes) * JUDGE_SHARE_UNIT < meter.stats.nodes * share;
        let mut visit = || meter.visit_quiescence(ply).map_err(|Interrupted| meter.stopped_by());
        Ok(judge.judge(position, may_look, &mut visit)?)
    }

    /// Lets the game's own judge go on with its proof of the root, with a share of the nodes spent so far.
    pub(crate) fn prove_by_judge(&mut self, root: &P) -> Searched<Judgement> {
        let Some(judge) = &mut self.judge else { return Ok(Judgement::Open) };
        let meter = &mut self.meter;
        let before = meter.spent();
        let share = (before - self.proof_nodes) / PROOF_SHARE;
        let nodes = share.saturating_sub(self.proof_nodes).min(meter.left() / 2);
        let mut visit = || meter.visit_quiescence(0).map_err(|Interrupted| meter.stopped_by());
        let judged = judge.prove(root, nodes, &mut visit);
        self.proof_nodes += meter.spent() - before;
        Ok(judged?)
    }

    /// The line of a win or loss that the judge has proven, at least one move; `first` is played if the root is lost.
    pub(crate) fn line_by_judge(&mut self, root: &P, first: P::Move) -> Vec<P::Move> {
        let Some(judge) = &mut self.judge else { return vec![first] };
        let meter = &mut self.meter;
        let mut visit = || meter.visit_quiescence(0).map_err(|Interrupted| meter.stopped_by());
        let line = judge.line(root, &mut visit);
        if line.is_empty() { vec![first] } else { line }
    }

    pub(crate) fn seeks_threats(&self) -> bool {
        self.threats.search.is_some()
    }

    /// The score of a node that is won by threats, after storing it in the table. A node whose threat search a limit
    /// ends counts as a leaf too.
    fn search_threats(&mut self, node: &Node<'_, P>) -> Searched<Option<Score>> {
        let Node { position, depth, ply, key, .. } = *node;
        let won = self.won_by_threats(position, depth, ply);
        if !matches!(won, Ok(None)) {
            self.meter.leaf();
        }
        if let Ok(Some(score)) = won {
            self.store(key, ply, depth, Value::proven(score), Bound::Lower, None);
        }
        won
    }

    /// The score of a node, seen from the root, if its side to move wins by threats; the table of variations then holds
    /// how.
    #[inline]
    fn won_by_threats(&mut self, position: &P, depth: u32, ply: u32) -> Searched<Option<Score>> {
        if !self.seeks_threats() {
            return Ok(None);
        }
        let defends = ply == 1 && self.threats.defence_nodes() > 0;
        let effort = if defends {
            Effort { nodes: self.threats.defence_nodes(), thorough: true }
        } else if depth > 0 {
            Effort { nodes: THREAT_NODES << depth.min(THREAT_DOUBLINGS_MAX), thorough: false }
        } else {
            return Ok(None);
        };
        let before = self.meter.stats.quiescence_nodes;
        let found = self.find_threats(position, position.side_to_move(), effort, ply)?;
        if defends {
            let spent = self.meter.stats.quiescence_nodes - before;
            self.threats.nodes_left = self.threats.nodes_left.saturating_sub(spent);
        }
        let Threats::Win(plies) = found else { return Ok(None) };
        self.pv.set(ply, self.threats.line());
        Ok(Some(Score::win_in(ply + plies)))
    }

    /// Looks for a win of this side by threats, if it were to move.
    pub(crate) fn find_threats(&mut self, position: &P, side: Side, effort: Effort, ply: u32) -> Searched<Threats> {
        let Some(search) = &mut self.threats.search else { return Ok(Threats::None) };
        let meter = &mut self.meter;
        let mut visit = |plies| meter.visit_quiescence(ply + plies).map_err(|Interrupted| meter.stopped_by());
        Ok(search.find(position, side, effort, &mut visit)?)
    }

    /// Reverse futility pruning: a static evaluation that exceeds beta by a margin is returned, less the margin.
    fn static_cutoff(&self, node: &Node<'_, P>, static_eval: Score) -> Option<Score> {
        let Node { depth, window, .. } = *node;
        let futility = Self::POSITIONAL.reverse_futility.filter(|_| self.techniques.has(Technique::Futility))?;
        let value = static_eval.minus(futility.margin * depth as i32);
        (depth <= futility.max_depth && value >= window.beta).then_some(value)
    }

    /// Multi-ProbCut: the bound of a node that a search of about half the depth finds far outside its null window. It is
    /// asked on the side of the window where the static evaluation lies.
    fn multi_probcut(&mut self, node: &Node<'_, P>, static_eval: Score) -> Searched<Option<Score>> {
        let Node { position, depth, ply, window, .. } = *node;
        let uses_probcut = Self::POSITIONAL.multi_probcut.is_some_and(|min_depth| depth >= min_depth);
        if !uses_probcut || !self.techniques.has(Technique::Probcut) {
            return Ok(None);
        }
        // Of equal parity, because static values favour the side that has just moved.
        let shallow = depth / 4 * 2 + depth % 2;
        let margin = position.probcut_margin(shallow, depth);
        // A bound beyond all possible results can't be reached, so asking for it is useless.
        let within_reach = |score: Score| P::POINTS.is_none_or(|points| score.value().abs() < points.most);
        if static_eval >= window.beta {
            let beta = window.beta.plus(margin);
            if !within_reach(beta) {
                return Ok(None);
            }
            let scout = Window { alpha: beta.just_below(), beta };
            let value = self.search_positional(position, shallow, ply, scout)?;
            Ok((value.score >= beta).then_some(window.beta))
        } else {
            let alpha = window.alpha.minus(margin);
            if !within_reach(alpha) {
                return Ok(None);
            }
            let scout = Window { alpha, beta: alpha.just_above() };
            let value = self.search_positional(position, shallow, ply, scout)?;
            Ok((value.score <= alpha).then_some(window.alpha))
        }
    }

    /// Tries moves until one cuts off, and stores the result in the table. `first` is where those of the node begin in
    /// the arena.
    #[inline]
    fn try_candidates(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        static_eval: Option<Score>,
        best_slot: Option<u16>,
    ) -> Searched {
        let Node { position, depth, ply, on_pv, window, key } = *node;
        let mut picking = Picking::new(ply, best_slot, self.techniques.has(Technique::MoveMemory), Order::Unordered);

        // A table move that the game finds by its slot is searched before the others are listed, below. Until then their
        // number is enough.
        let table_move = best_slot.and_then(|slot| position.move_from_slot(slot));
        let (mut candidates, listed) = match table_move {
            Some(_) => (Candidates::Complete, position.count_legal_moves(&mut self.scratch) as usize),
            None => {
                let (candidates, order) = self.list_candidates(node);
                picking.order = order;
                (candidates, self.moves.len() - first)
            }
        };
        self.meter.stats.interior += 1;
        let mut tried = MoveLoop::new(depth, ply, on_pv, listed, window);
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
                && !tried.best.score.is_proven()
                && position.is_quiet(mv)
                && let Some(bound) = self.bound_of_late_moves(depth, index, static_eval, tried.window.alpha)
            {
                tried.best = Value::estimate(tried.best.score.max(bound));
                break;
            }

            let value = self.search_positional_move(position, mv, index, depth, ply, tried.window)?;
            if self.update_best(position, &mut tried, index, mv, value) {
                break;
            }

            // The table move did not cut off, so the others are listed.
            if index == 0
                && let Some(mv) = table_move
            {
                (candidates, picking.order) = self.list_untried(node, mv);
                tried.listed = self.moves.len() - first;
            }
            index += 1;
        }
        self.meter.stats.legal_moves += tried.listed as u64;

        match candidates {
            Candidates::Complete => {}
            // A loss that a move left out may refute is no loss.
            Candidates::Partial => {
                tried.best.proven = false;
                if let Some(plies) = tried.best.score.plies().filter(|_| tried.best.score < Score::ZERO) {
                    tried.best.score = tried.best.score.as_heuristic(plies);
                }
            }
            // A move left out may lose later.
            Candidates::Forced(plies) => tried.best.score = tried.best.score.max(Score::loss_in(ply + plies)),
        }
        self.store(key, ply, depth, tried.best, tried.bound(), tried.best_move);
        Ok(tried.best)
    }

    fn list_candidates(&mut self, node: &Node<'_, P>) -> (Candidates, Order) {
        let first = self.moves.len();
        if let Some(judge) = &mut self.judge
            && let Some(candidates) = judge.candidates(node.position, &mut self.moves)
        {
            if candidates != Candidates::Partial || node.depth < node.position.plies_left() {
                return (candidates, Order::ByGame);
            }
            self.moves.truncate(first);
        }
        if node.depth < node.position.plies_left()
            && let Some(candidates) = node.position.candidates(&mut self.moves)
        {
            return (candidates, Order::ByGame);
        }
        node.position.legal_moves(&mut self.moves);
        (Candidates::Complete, Order::Unordered)
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

    /// The value of the `index`-th move that is tried, for the side that plays it: principal variation search, in which
    /// late moves are scouted less deeply (late move reductions). At the root none is.
    pub(super) fn search_positional_move(
        &mut self,
        position: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Searched {
        let next = position.after(mv);
        if depth > 1 {
            self.table.prefetch(entry_key(&next, self.history, depth - 1).hash());
        }
        let mut scouted_proven = true;
        if index > 0 && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            let late = Self::POSITIONAL.late_move_reductions.filter(|late| {
                let is_late = ply > 0 && self.techniques.has(Technique::LateMoves) && late.concern(depth, index);
                is_late && position.is_quiet(mv) && !next.in_check() && depth < position.plies_left()
            });
            let reduction = late.map_or(0, |late| late.plies(depth, index, window));
            let mut value = self.positional_child(position, &next, depth - 1 - reduction, ply, scout)?;
            if reduction > 0 && value.score > window.alpha {
                let reduced = value;
                value = self.positional_child(position, &next, depth - 1, ply, scout)?;
                value.proven &= reduced.proven;
            }
            if value.score <= window.alpha || value.score >= window.beta {
                return Ok(value);
            }
            scouted_proven = value.proven;
        }
        let value = self.positional_child(position, &next, depth - 1, ply, window)?;
        Ok(Value { proven: value.proven && scouted_proven, ..value })
    }

    /// The value of a child for the side that moves to it. `depth` is the child's, and `ply` is that of `position`.
    fn positional_child(&mut self, position: &P, next: &P, depth: u32, ply: u32, window: Window) -> Searched {
        let turn = Turn::after(position, next);
        Ok(turn.value(self.search_positional(next, depth, ply + 1, turn.window(window))?))
    }
}
