//! The value of a leaf: a static evaluation, once captures and the like have ended.

use super::Evaluate;
use super::limits::StoppedBy;
use super::node::Searcher;
use super::score::{Score, Window};

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf outside any search: quiescence with a full window.
    pub(super) fn leaf_value(&mut self, position: &P, ply: u32) -> Score {
        self.quiesce(position, ply, 0, Window::FULL).unwrap_or_else(|_| self.evaluate(position))
    }

    /// Quiescence: the best of standing pat and of the noisy moves, those alone, to their end. `below` is the distance
    /// from the leaf; the node itself has been counted. The contract is that of `negamax`, with the value of a leaf for
    /// the minimax value: a function of the position alone, so that pruning in here changes no score.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        ply: u32,
        below: u32,
        mut window: Window,
    ) -> Result<Score, StoppedBy> {
        let mut best = Score::MIN;
        if position.may_stand_pat() {
            best = self.evaluate(position);
            if best >= window.beta {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }
        let first = self.moves.len();
        position.noisy_moves(&mut self.moves);
        let end = self.moves.len();
        if first == end {
            return Ok(if best == Score::MIN { self.evaluate(position) } else { best });
        }
        position.order(&mut self.moves[first..end]);
        for index in first..end {
            if best >= window.beta {
                break;
            }
            let next = position.after(self.moves[index]);
            let same_side = next.side_to_move() == position.side_to_move();
            let next_window = if same_side { window } else { window.flipped() };
            self.visit_quiescence(ply + below + 1)?;
            let value = match self.outcome(&next) {
                Some(outcome) => {
                    self.met_static = true;
                    Score::of(outcome, next.side_to_move()).as_opinion(below + 1)
                }
                None => self.quiesce(&next, ply, below + 1, next_window)?,
            };
            best = best.max(if same_side { value } else { -value });
            window.alpha = window.alpha.max(best);
        }
        self.moves.truncate(first);
        Ok(best)
    }
}
