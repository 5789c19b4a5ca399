//! The value of a leaf: its static evaluation after captures and other noisy moves have ended. The selective search of
//! games with tactics uses `selective/quiescence.rs` instead.

use crate::Evaluate;
use crate::hooks::{Forced, ForcedOf, QUIESCENCE_BUDGET};
use crate::limits::Searched;
use crate::score::{Score, Turn, Value, Window};
use crate::searcher::Searcher;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf at distance `ply` from the root. It is always an estimate, even if a capture wins the game. The
    /// result keeps the contract of `negamax`, with this value instead of the minimax value.
    pub(crate) fn quiesce_leaf(&mut self, position: &P, ply: u32, window: Window) -> Searched {
        self.quiesce(position, ply, Below { plies: 0, budget: QUIESCENCE_BUDGET }, window).map(Value::estimate)
    }

    /// Quiescence: the best of standing pat and all sequences of noisy moves, followed to their end or until the budget
    /// is spent. The caller has counted the node. `ply` is the leaf's distance from the root, and `below` describes the
    /// node relative to the leaf.
    fn quiesce(&mut self, position: &P, ply: u32, below: Below, mut window: Window) -> Searched<Score> {
        // Stand pat: the side to move need not capture.
        let mut best = Score::MIN;
        if ForcedOf::<P>::may_stand_pat(position) {
            best = self.evaluate(position);
            if best >= window.beta {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }

        // Noisy moves, as far as the budget goes.
        let first = self.moves.len();
        position.noisy_moves(&mut self.moves);
        let end = self.moves.len();
        let Some(next_below) = below.divided_by(end - first) else {
            self.moves.truncate(first);
            return Ok(if best == Score::MIN { self.evaluate(position) } else { best });
        };
        if end - first > 1 {
            position.order(&mut self.moves[first..end]);
        }
        for index in first..end {
            if best >= window.beta {
                break;
            }
            let next = position.after(self.moves[index]);
            let turn = Turn::after(position, &next);
            self.meter.visit_quiescence(ply + next_below.plies)?;
            let score = match self.outcome(&next) {
                Some(outcome) => Score::of(outcome, next.side_to_move()).as_heuristic(next_below.plies),
                None => self.quiesce(&next, ply, next_below, turn.window(window))?,
            };
            best = best.max(turn.value(score));
            window.alpha = window.alpha.max(best);
        }
        self.moves.truncate(first);
        Ok(best)
    }
}

/// A node of the quiescence search, relative to the leaf.
#[derive(Clone, Copy)]
struct Below {
    /// Its distance from the leaf.
    plies: u32,
    /// The lines of noisy moves that may still be searched from here; see [`QUIESCENCE_BUDGET`].
    budget: u32,
}

impl Below {
    /// The child of a node with this many noisy moves. `None` if there are no such moves, or more than the budget.
    fn divided_by(self, moves: usize) -> Option<Self> {
        let budget = self.budget.checked_div(moves as u32)?;
        (budget > 0).then_some(Self { plies: self.plies + 1, budget })
    }
}
