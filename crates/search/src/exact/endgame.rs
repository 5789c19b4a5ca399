//! The game's own endgame solver, called from alpha-beta.

use super::negamax::Node;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// The score of a node by the solver: in null windows only, where the depth reaches the end of the game. On the
    /// principal variation moves are wanted, not only a value.
    #[inline]
    pub(super) fn endgame_score(&mut self, node: &Node<'_, P>) -> Result<Option<Score>, StoppedBy> {
        let Node { position, depth, ply, tt_window, .. } = *node;
        let may_ask = self.techniques.has(Technique::Proof) && P::REPETITION.is_none() && tt_window.is_null();
        let Some(endgame) = P::ENDGAME.filter(|_| may_ask && position.sees_end(depth)) else { return Ok(None) };
        let score = self.visit_by_solver(ply, |solving| (endgame.solve)(position, tt_window, solving))?;
        self.stats.leaves += u64::from(score.is_some());
        Ok(score)
    }
}
