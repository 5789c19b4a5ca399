//! The beginning of every node of the selective search: alpha-beta that searches unlikely lines less deeply and forced
//! ones more deeply. `exact/negamax.rs` is the exact one.
//!
//! Two things hold whatever techniques a game [uses](crate::hooks::Selective):
//!
//! - A win or loss is real: every reply of the losing side has been searched, or loses to a threat at hand. All pruning
//!   by static evaluations returns heuristic scores. The distance is that of the win found, which need not be the
//!   shortest.
//! - A value in which no heuristic had a part is the value of the game (`heuristic_used`).

use crate::hooks::{Selective, Tactical, TacticalParameters};
use crate::limits::StoppedBy;
use crate::lookup::{LookUp, entry_key};
use crate::position::Visit;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, Technique};

/// A node above the depth limit.
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) window: Window,
    pub(super) key: TableKey,
    pub(super) in_check: bool,
}

/// How a node was reached, and what it may try.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<M> {
    /// Whether some move is expected to cut off (a cut node; Knuth and Moore 1975).
    pub(super) cut_node: bool,
    /// Whether a null move may be tried.
    pub(super) allow_null: bool,
    /// A move that is not tried: the search asks for the value of the others (singular extensions).
    pub(super) excluded: Option<M>,
}

impl<M> NodeContext<M> {
    /// A node that is expected to be cut off.
    pub(super) const CUT_NODE: Self = Self::after_move(true);
    /// A node whose moves are all expected to fail low, or one on the principal variation.
    pub(super) const ALL_NODE: Self = Self::after_move(false);

    /// A node reached by a move.
    pub(super) const fn after_move(cut_node: bool) -> Self {
        Self { cut_node, allow_null: true, excluded: None }
    }
}

/// A child that is searched.
pub(super) struct Child<'p, P> {
    pub(super) next: &'p P,
    /// Whether the other side is to move there.
    pub(super) turns: bool,
    /// Its full depth.
    pub(super) depth: u32,
    /// The reduction of its scout search, in plies.
    pub(super) reduction: u32,
    /// Whether it is the first of its node.
    pub(super) first: bool,
    /// Whether its parent is a cut node.
    pub(super) parent_cut: bool,
}

impl<P: Evaluate> Searcher<'_, P> {
    /// The techniques that the game uses.
    pub(super) const USES: Selective<P> = match P::SELECTIVE {
        Some(uses) => uses,
        None => Selective::PLAIN,
    };

    /// Whether the game has tactics.
    pub(super) const IS_TACTICAL: bool = Self::USES.tactics.is_some();

    /// The rules of a tactical game. A constant, so that its methods are called directly.
    #[inline(always)]
    pub(super) fn tactics() -> &'static dyn Tactical<P> {
        Self::USES.tactics.expect("a tactical game").game
    }

    /// The numbers of a tactical game.
    #[inline(always)]
    pub(super) fn parameters() -> TacticalParameters {
        Self::USES.tactics.expect("a tactical game").parameters
    }

    /// Whether the side to move is in check, or must answer another threat.
    #[inline]
    pub(super) fn in_check(position: &P) -> bool {
        Self::USES.in_check.is_some_and(|in_check| in_check(position))
    }

    /// Whether a line may be followed a ply further than asked.
    pub(super) fn may_extend(&self, depth: u32, ply: u32) -> bool {
        self.techniques.has(Technique::Extensions)
            && ply < (2 * self.root_depth).min(MATE_PLIES_MAX - depth.min(MATE_PLIES_MAX))
    }

    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The cases are those of [`Searcher::negamax`], with an estimate for the minimax value. A win or loss is real.
    ///
    /// # Errors
    /// The limit that was reached. The arena and the variations are then in no defined state.
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

        // The end of the game, a known value, or a repetition.
        if let Some(score) = self.exact(position, ply).or_else(|| self.repetition(position, ply)) {
            self.stats.leaves += 1;
            return Ok(score);
        }

        // Check extension.
        let in_check = Self::in_check(position);
        let depth = depth + u32::from(in_check && self.may_extend(depth, ply));
        if depth == 0 {
            return self.leaf(position, ply, window);
        }

        // Mate distance pruning: no win comes sooner than on the next ply.
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            self.stats.leaves += 1;
            return Ok(window.beta);
        }

        // Transposition table. It cuts off in null windows only, so that the principal variation is complete.
        let key = entry_key(position, self.history, depth);
        let may_cut = window.is_null() && context.excluded.is_none();
        let cutoff = |known: &TableEntry| known.selective_cutoff(depth, window.to_tt(ply)).filter(|_| may_cut);
        let known = match self.look_up(key.hash(), cutoff) {
            LookUp::Cutoff(score) => return Ok(score.from_tt(ply)),
            LookUp::Hint(known) => known,
        };

        let node = Node { position, depth, ply, window, key, in_check };
        if Self::IS_TACTICAL { self.search_tactical(node, known, context) } else { self.search_general(&node, known) }
    }

    /// The value of a node at the depth limit.
    fn leaf(&mut self, position: &P, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        self.stats.leaves += 1;
        if let Some(score) = self.won_by_threats(position, 0, ply)? {
            return Ok(score);
        }
        if Self::IS_TACTICAL { self.qsearch(position, ply, window) } else { self.leaf_value(position, ply, window) }
    }

    /// The value of a root move, the `index`-th that is tried, for the side that plays it.
    pub(crate) fn search_root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        if Self::IS_TACTICAL {
            self.stack[0].piece_to = Self::tactics().piece_to(root, mv);
        }
        self.search_move(root, mv, index, depth, 0, window)
    }

    /// The value of the `index`-th move that is tried, for the side that plays it.
    pub(super) fn search_move(
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
        // At the root only tactical games reduce: their reductions know more.
        let reduces = ply > 0 || Self::IS_TACTICAL;
        let reduction = if reduces { self.reduction(position, mv, &next, index, depth, window) } else { 0 };
        let turns = next.side_to_move() != position.side_to_move();
        let child = Child { next: &next, turns, depth: depth - 1, reduction, first: index == 0, parent_cut: false };
        self.search_child(&child, ply, window)
    }

    /// Principal variation search (Marsland and Campbell 1982): the value of a child for the side that moves to it. All
    /// but the first are scouted in a null window, reduced if they come late; those that turn out better are searched
    /// again.
    pub(super) fn search_child(&mut self, child: &Child<'_, P>, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        let on_pv = !window.is_null();
        if !child.first && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            let reduced = child.depth - child.reduction;
            let mut value =
                self.search_child_at(child, reduced, ply, scout, NodeContext::after_move(on_pv || !child.parent_cut))?;
            if child.reduction > 0 && value > window.alpha {
                value =
                    self.search_child_at(child, child.depth, ply, scout, NodeContext::after_move(!child.parent_cut))?;
            }
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.search_child_at(child, child.depth, ply, window, NodeContext::after_move(!on_pv && !child.parent_cut))
    }

    fn search_child_at(
        &mut self,
        child: &Child<'_, P>,
        depth: u32,
        ply: u32,
        window: Window,
        context: NodeContext<P::Move>,
    ) -> Result<Score, StoppedBy> {
        if child.turns {
            Ok(-self.search(child.next, depth, ply + 1, window.flipped(), context)?)
        } else {
            self.search(child.next, depth, ply + 1, window, context)
        }
    }

    /// The score of a position that occurred before, in the line from the root or in the game's past: that of the end
    /// by repetition. Adds the position to the path.
    fn repetition(&mut self, position: &P, ply: u32) -> Option<Score> {
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
