//! What the moves of a node have given so far: the part of a node that the exact and the selective search share.

use super::Evaluate;
use super::node::Searcher;
use super::score::{Score, Window};
use super::table::Bound;

/// The best of a node's moves that were tried.
pub(super) struct Found<M> {
    /// How deep the node is searched.
    depth: u32,
    /// Its distance from the root.
    ply: u32,
    /// How many moves it has.
    listed: usize,
    /// Alpha, as it was asked for.
    floor: Score,
    /// What is still asked for: values above the best one that counts.
    pub(super) window: Window,
    pub(super) best: Score,
    pub(super) best_move: Option<M>,
}

impl<M> Found<M> {
    /// No move was tried yet.
    pub(super) fn nothing(depth: u32, ply: u32, listed: usize, window: Window) -> Self {
        Self { depth, ply, listed, floor: window.alpha, window, best: Score::MIN, best_move: None }
    }

    /// What the best value says of the node's.
    pub(super) fn bound(&self) -> Bound {
        Bound::of(self.best, self.floor, self.window.beta)
    }
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Takes in the value of the move that was tried after `index` others; whether it cuts off.
    #[inline]
    pub(super) fn hear(
        &mut self,
        position: &P,
        found: &mut Found<P::Move>,
        index: usize,
        mv: P::Move,
        value: Score,
    ) -> bool {
        if value <= found.best {
            return false;
        }
        (found.best, found.best_move) = (value, Some(mv));
        if value > found.window.alpha {
            found.window.alpha = value;
            self.pv.extend(found.ply, mv);
        }
        if value < found.window.beta {
            return false;
        }
        self.stats.cut_off(position.side_to_move(), self.max_side, index + 1, found.listed);
        if self.techniques.move_memory {
            self.ordering.cut_off(position, mv, found.depth, found.ply);
        }
        true
    }
}
