//! Alpha-beta: the one recursive function.

use super::Evaluate;
use super::limits::StoppedBy;
use super::node::Searcher;
use super::score::{Score, Window};

impl<P: Evaluate> Searcher<'_, P> {
    /// Searches `depth` plies below a node at distance `ply` from the root. With `value` its depth-limited minimax
    /// value for the side to move, the result `v` is (fail-soft, Fishburn 1983):
    ///
    /// - `alpha < v < beta`: `v == value`, and the table of variations holds the line that proves it;
    /// - `v <= alpha`: `value <= v`;
    /// - `v >= beta`: `value >= v`.
    ///
    /// # Errors
    /// The limit that was reached. The arena and the table are then left as they fell.
    pub(super) fn negamax(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> Result<Score, StoppedBy> {
        self.visit(ply)?;
        self.pv.clear(ply);
        if let Some(score) = self.exact(position, ply) {
            self.stats.leaves += 1;
            return Ok(score);
        }
        if depth == 0 {
            self.stats.leaves += 1;
            return self.quiesce(position, ply, 0, window);
        }
        let first = self.moves.len();
        position.legal_moves(&mut self.moves);
        position.order(&mut self.moves[first..]);
        let legal = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += legal as u64;
        let mut best = Score::MIN;
        for index in 0..legal {
            let mv = self.moves[first + index];
            let value = self.negamax_child(position, mv, depth, ply, window)?;
            if value > best {
                best = value;
                if value > window.alpha {
                    window.alpha = value;
                    self.pv.extend(ply, mv);
                }
                if value >= window.beta {
                    self.stats.cut_off(position.side_to_move(), self.max_side, index + 1, legal);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// The value of a move for the side that plays it. Only a change of sides turns the score around, so that a side
    /// may move twice in a row.
    pub(super) fn negamax_child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let next = position.after(mv);
        if next.side_to_move() == position.side_to_move() {
            self.negamax(&next, depth - 1, ply + 1, window)
        } else {
            Ok(-self.negamax(&next, depth - 1, ply + 1, window.flipped())?)
        }
    }
}
