//! The selective search: alpha-beta that looks less at what promises little and more at what is forced. Stronger for
//! its nodes, and not exact; `exact/negamax.rs` is.
//!
//! What a game uses of it, and how much, is data: [`Selective`](crate::hooks::Selective). Two things hold whatever it uses:
//!
//! - A win or loss that it claims is real for the side that wins: every reply has been searched, or loses to a threat
//!   at hand, and all pruning by static_eval ends in an static_eval. Its distance is that of the win found, which need not be
//!   the shortest.
//! - A value in which no static_eval had a part is the value of the game (`heuristic_used`).

use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::lookup::{LookUp, entry_key};
use crate::move_loop::MoveLoop;
use crate::ordering::Picking;
use crate::position::Visit;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{Bound, TableEntry, TableKey};

use super::tactical::NodeContext;
use crate::{Evaluate, Technique};

/// A node whose moves are wanted.
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
    pub(super) key: TableKey,
    /// The static value, where moves may be left out by it.
    pub(super) static_eval: Option<Score>,
}

/// A move that is tried.
pub(super) struct Child<'p, P> {
    pub(super) next: &'p P,
    /// Whether the other side is to move there.
    pub(super) turns: bool,
    /// How deep it is searched.
    pub(super) depth: u32,
    /// How much less deep it is scouted.
    pub(super) reduction: u32,
    pub(super) first: bool,
    /// Whether its parent is expected to be cut off.
    pub(super) cut_node: bool,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The cases are those of [`Searcher::negamax`], with an estimate for the minimax value. Where the result says that
    /// a side wins, it does.
    ///
    /// # Errors
    /// The limit that was reached. Arena and tables are then left as they fell.
    pub(super) fn search(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mut window: Window,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        self.visit(ply)?;
        self.pv.clear(ply);
        if let Some(score) = self.exact(position, ply).or_else(|| self.repeat_on_path(position, ply)) {
            self.stats.leaves += 1;
            return Ok(score);
        }
        let in_check = Self::in_check(position);
        let depth = depth + u32::from(in_check && self.may_extend(depth, ply));
        if depth == 0 {
            return self.horizon(position, ply, window);
        }
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            self.stats.leaves += 1;
            return Ok(window.beta);
        }
        let key = entry_key(position, self.history, depth);
        let may_cut = window.is_null() && context.excluded.is_none();
        let cutoff = |known: &TableEntry| known.selective_cutoff(depth, window.to_tt(ply)).filter(|_| may_cut);
        let known = match self.look_up(key.hash(), cutoff) {
            LookUp::Cutoff(score) => return Ok(score.from_tt(ply)),
            LookUp::Hint(known) => known,
        };
        if Self::IS_TACTICAL {
            let node = Node { position, depth, ply, window, key, static_eval: None };
            return self.search_tactical(node, known, in_check, context);
        }
        if let Some(won) = self.won_and_kept(position, depth, ply, key)? {
            return Ok(won);
        }
        let best_slot = known.and_then(|known| known.best).map(|best| key.actual_slot(best));
        let may_prune = window.is_null() && !in_check && !window.beta.is_proven() && !position.sees_end(depth);
        // Asking for the static value counts for nothing: acting on it is what makes the result heuristic.
        let static_eval = if may_prune { Some(position.evaluate()) } else { None };
        if let Some(static_eval) = static_eval {
            let tactical_reverse_futility = match self.reverse_futility(static_eval, depth, window) {
                None => {
                    let multi_probcut = self.multi_probcut(position, static_eval, depth, ply, window);
                    // One whose searches are cut short counts as a leaf too.
                    self.stats.leaves += u64::from(multi_probcut.is_err());
                    multi_probcut?
                }
                above => above,
            };
            if let Some(score) = tactical_reverse_futility {
                self.heuristic_used = true;
                self.stats.leaves += 1;
                return Ok(score);
            }
        }
        let node = Node { position, depth, ply, window, key, static_eval };
        let first = self.moves.len();
        let complete = self.list_candidates(&node);
        let picking = Picking::new(ply, best_slot, self.techniques.has(Technique::MoveMemory));
        let value = self.try_candidates(&node, first, complete, picking)?;
        self.moves.truncate(first);
        Ok(value)
    }

    /// The value of a node at the depth limit.
    fn horizon(&mut self, position: &P, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        self.stats.leaves += 1;
        if let Some(score) = self.won_by_threats(position, 0, ply)? {
            return Ok(score);
        }
        if Self::IS_TACTICAL { self.qsearch(position, ply, window) } else { self.leaf_value(position, ply, window) }
    }

    /// The score of a node that is won by threats, which the table then knows. One whose search for them is cut short
    /// counts as a leaf too.
    fn won_and_kept(&mut self, position: &P, depth: u32, ply: u32, key: TableKey) -> Result<Option<Score>, StoppedBy> {
        let won = self.won_by_threats(position, depth, ply);
        self.stats.leaves += u64::from(!matches!(won, Ok(None)));
        if let Ok(Some(score)) = won {
            let known = TableEntry { score: score.to_tt(ply), bound: Bound::Lower, depth, complete: true, best: None };
            self.table.store(key.hash(), known);
        }
        won
    }

    /// Appends the moves that are worth trying; whether those left out are surely no better.
    fn list_candidates(&mut self, node: &Node<'_, P>) -> bool {
        let first = self.moves.len();
        let may_leave_out = !node.position.sees_end(node.depth);
        match Self::USES.candidates.filter(|_| may_leave_out) {
            Some(candidates) => candidates(node.position, &mut self.moves),
            None => {
                node.position.legal_moves(&mut self.moves);
                if P::ORDERING.score.is_none() {
                    node.position.order(&mut self.moves[first..]);
                }
                true
            }
        }
    }

    /// Tries the moves listed from `first` on, as many as it takes, and has the table remember the result.
    #[inline]
    fn try_candidates(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        complete: bool,
        mut picking: Picking,
    ) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, key, static_eval } = *node;
        let listed = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += listed as u64;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        for index in 0..listed {
            let mv = self.ordering.pick(position, &mut self.moves, first, index, &mut picking);
            // Moves are left out only once some move is known not to lose.
            if let Some(static_eval) = static_eval
                && index > 0
                && !tried.best.is_proven()
                && position.is_quiet(mv)
                && let Some(guess) = self.left_out(static_eval, index, depth, tried.window)
            {
                // So are all that follow: noisy moves come first, or the game's own order says that these promise more.
                self.heuristic_used = true;
                tried.best = tried.best.max(guess);
                break;
            }
            let value = self.search_root_move(position, mv, index, depth, ply, tried.window)?;
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        if !complete {
            self.heuristic_used = true;
            if let Some(plies) = tried.best.plies().filter(|_| tried.best < Score::ZERO) {
                tried.best = tried.best.as_heuristic(plies);
            }
        }
        let (score, bound, complete) = (tried.best.to_tt(ply), tried.bound(), !self.heuristic_used);
        let best = tried.best_move.filter(|_| P::SLOTS > 0).map(|mv| key.canonical_slot(P::slot(mv)));
        self.table.store(key.hash(), TableEntry { score, bound, depth, complete, best });
        self.heuristic_used |= heuristic_used_before;
        Ok(tried.best)
    }

    /// The value of the `index`-th move that is tried, for the side that plays it.
    pub(crate) fn search_root_move(
        &mut self,
        position: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let next = position.after(mv);
        if depth > 1 {
            self.table.prefetch(entry_key(&next, self.history, depth - 1).hash());
        }
        if Self::IS_TACTICAL {
            self.stack[ply as usize].piece_to = (Self::TACTICS.piece_to)(position, mv);
        }
        // At the root a move is chosen, so none is reduced there but in games where reductions know more.
        let reduces = ply > 0 || Self::IS_TACTICAL;
        let reduction = if reduces { self.reduction(position, mv, &next, index, depth, window) } else { 0 };
        let turns = next.side_to_move() != position.side_to_move();
        self.search_child(
            &Child { next: &next, turns, depth: depth - 1, reduction, first: index == 0, cut_node: false },
            ply,
            window,
        )
    }

    /// The value of a child for the side that moves to it: scouted with a null window unless it is the first, and there
    /// with less depth if it comes late; whatever turns out better than that is searched again.
    pub(super) fn search_child(&mut self, child: &Child<'_, P>, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        let on_pv = !window.is_null();
        if !child.first && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            let mut value =
                self.search_child_window(child, child.depth - child.reduction, ply, scout, on_pv || !child.cut_node)?;
            if child.reduction > 0 && value > window.alpha {
                value = self.search_child_window(child, child.depth, ply, scout, !child.cut_node)?;
            }
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.search_child_window(child, child.depth, ply, window, !on_pv && !child.cut_node)
    }

    fn search_child_window(
        &mut self,
        child: &Child<'_, P>,
        depth: u32,
        ply: u32,
        window: Window,
        cut_node: bool,
    ) -> Result<Score, StoppedBy> {
        let context = NodeContext::after_move(cut_node);
        if child.turns {
            Ok(-self.search(child.next, depth, ply + 1, window.flipped(), context)?)
        } else {
            self.search(child.next, depth, ply + 1, window, context)
        }
    }

    /// How the game would end if it went on as the line from the root or as the game before that, whichever was here;
    /// who may not come back is as good as stuck. Notes that it is here now.
    fn repeat_on_path(&mut self, position: &P, ply: u32) -> Option<Score> {
        let rule = P::REPETITION?;
        let here = Visit::of(position);
        self.path.truncate(ply as usize);
        let first = self.path.iter().position(|visit| visit.key == here.key);
        let outcome = match first {
            None => self.history.on_return(here.key),
            Some(first) => Some(rule.judge(&self.path[first..]).0),
        };
        self.path.push(here);
        // True of this path only, so nothing is proven by it.
        self.heuristic_used |= outcome.is_some();
        outcome.map(|outcome| Score::of(outcome, here.side).as_heuristic(ply))
    }
}
