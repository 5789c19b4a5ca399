//! Principal variation search, and the loop over a node's moves, which the exact search and the selective search of
//! positional games share.

use crate::limits::Searched;
use crate::position::Position;
use crate::score::{Bound, Score, Value, Window};
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

/// A move of a node that is about to be tried.
#[derive(Clone, Copy)]
pub(crate) struct TriedMove<'p, P: Position> {
    /// The position of the node, before the move.
    pub(crate) position: &'p P,
    pub(crate) mv: P::Move,
    /// The number of moves that were tried before.
    pub(crate) index: usize,
    /// The depth of the node, and its distance from the root.
    pub(crate) depth: u32,
    pub(crate) ply: u32,
    /// Whether the node is on the principal variation, so that its best line is kept. A null window asks for no line, but
    /// mate distance pruning may make a window null.
    pub(crate) on_pv: bool,
}

/// The results of the moves that were tried.
pub(crate) struct MoveLoop<M> {
    /// The number of moves to try, including those already tried.
    pub(crate) listed: usize,
    /// Alpha before any move was tried.
    original_alpha: Score,
    /// The window that is left: alpha is the best value so far, once that is above the original alpha.
    pub(crate) window: Window,
    /// The best value, and whether the values of all moves that were tried are proven.
    pub(crate) best: Value,
    /// The move of the best value, even if that is not above alpha.
    pub(crate) best_move: Option<M>,
}

impl<M: Copy> MoveLoop<M> {
    pub(crate) fn new(listed: usize, window: Window) -> Self {
        let best = Value::proven(Score::MIN);
        Self { listed, original_alpha: window.alpha, window, best, best_move: None }
    }

    /// The relation of the best value to the value of the node.
    pub(crate) fn bound(&self) -> Bound {
        Bound::of(self.best.score, self.original_alpha, self.window.beta)
    }
}

/// One of the searches of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// In a null window and reduced, because the move comes late.
    Reduced,
    /// In a null window.
    Scout,
    /// In the node's window.
    Full,
}

impl Pass {
    /// The first search of the move with this index. `reduction` is by how many plies it is reduced if it is scouted.
    pub(crate) const fn first(index: usize, reduction: u32) -> Self {
        match (index, reduction) {
            (0, _) => Self::Full,
            (_, 0) => Self::Scout,
            _ => Self::Reduced,
        }
    }
}

impl<P: Evaluate> Searcher<'_, P> {
    /// Principal variation search (Marsland and Campbell 1982): once one move has been valued, the others are expected
    /// to be no better. A null window checks that, and only a move that turns out better gets an exact value.
    ///
    /// Begins with `first`, or with the full search if there is no alpha yet. The result is proven only if all searches
    /// of the move are, because each one decides whether another follows.
    #[inline(always)]
    pub(crate) fn scout_then_search(
        &mut self,
        first: Pass,
        window: Window,
        mut search: impl FnMut(&mut Self, Pass, Window) -> Searched,
    ) -> Searched {
        let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
        let mut pass = if window.alpha > Score::MIN { first } else { Pass::Full };
        let mut proven = true;
        loop {
            let value = search(self, pass, if pass == Pass::Full { window } else { scout })?;
            proven &= value.proven;
            pass = match pass {
                Pass::Reduced if value.score > window.alpha => Pass::Scout,
                Pass::Scout if value.score > window.alpha && value.score < window.beta => Pass::Full,
                _ => return Ok(Value { proven, ..value }),
            };
        }
    }

    /// Updates the best value with the value of a move. Returns whether the move cuts off; if so, the node's value is
    /// proven if the move's value is.
    #[inline(always)]
    pub(crate) fn update_best(&mut self, best: &mut MoveLoop<P::Move>, tried: &TriedMove<'_, P>, value: Value) -> bool {
        best.best.proven &= value.proven;
        value.score > best.best.score && self.enter_best(best, tried, value)
    }

    fn enter_best(&mut self, best: &mut MoveLoop<P::Move>, tried: &TriedMove<'_, P>, value: Value) -> bool {
        let TriedMove { position, mv, index, depth, ply, on_pv } = *tried;
        let Value { score, proven } = value;
        (best.best.score, best.best_move) = (score, Some(mv));
        if score > best.window.alpha {
            best.window.alpha = score;
            if on_pv {
                self.pv.extend(ply, mv);
            }
        }
        if score < best.window.beta {
            return false;
        }
        best.best.proven = proven;
        self.meter.cut_off(position.side_to_move(), index + 1, best.listed);
        if self.techniques.has(Technique::MoveMemory) {
            self.picker.cut_off(position, mv, depth, ply);
        }
        true
    }
}
