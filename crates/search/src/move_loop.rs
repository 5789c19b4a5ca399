//! The state of the loop over a node's moves, which the exact and the selective search share.

use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::table::Bound;
use crate::{Evaluate, Technique};

/// The results of the moves that were tried.
pub(crate) struct MoveLoop<M> {
    /// The depth of the node.
    depth: u32,
    /// Its distance from the root.
    ply: u32,
    /// The number of its moves.
    pub(crate) listed: usize,
    /// Alpha before any move was tried.
    original_alpha: Score,
    /// The window that is left: alpha is the best value so far.
    pub(crate) window: Window,
    pub(crate) best: Score,
    pub(crate) best_move: Option<M>,
}

impl<M> MoveLoop<M> {
    /// Before any move is tried.
    pub(crate) fn new(depth: u32, ply: u32, listed: usize, window: Window) -> Self {
        Self { depth, ply, listed, original_alpha: window.alpha, window, best: Score::MIN, best_move: None }
    }

    /// The relation of the best value to the value of the node.
    pub(crate) fn bound(&self) -> Bound {
        Bound::of(self.best, self.original_alpha, self.window.beta)
    }
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Records the value of the move that was tried after `index` others. Returns whether it cuts off.
    #[inline]
    pub(crate) fn record(
        &mut self,
        position: &P,
        tried: &mut MoveLoop<P::Move>,
        index: usize,
        mv: P::Move,
        value: Score,
    ) -> bool {
        if value <= tried.best {
            return false;
        }
        (tried.best, tried.best_move) = (value, Some(mv));
        if value > tried.window.alpha {
            tried.window.alpha = value;
            self.pv.extend(tried.ply, mv);
        }
        if value < tried.window.beta {
            return false;
        }
        self.stats.cut_off(position.side_to_move(), self.max_side, index + 1, tried.listed);
        if self.techniques.has(Technique::MoveMemory) {
            self.ordering.cut_off(position, mv, tried.depth, tried.ply);
        }
        true
    }
}
