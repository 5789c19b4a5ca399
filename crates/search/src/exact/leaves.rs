//! The last ply, where leaves are cheap.

use crate::Evaluate;
use crate::limits::StoppedBy;
use crate::move_loop::MoveLoop;
use crate::ordering::Picking;
use crate::score::Score;
use crate::searcher::Searcher;

use super::negamax::Node;

impl<P: Evaluate> Searcher<'_, P> {
    /// Tries the moves of a node at depth 1, listed from `first` on, until one cuts off. Each leaf is evaluated once,
    /// without a scout, and no result is stored: the table would cost more than it saves.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub(super) fn evaluate_leaves(
        &mut self,
        node: &Node<'_, P>,
        first: usize,
        legal: usize,
        mut picking: Picking,
    ) -> Result<Score, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let listed = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += legal as u64;
        self.table.unstored_nodes += 1;
        let value_of = position.leaf_values();
        let mut tried = MoveLoop::new(depth, ply, listed, window);
        for index in 0..listed {
            let mv = self.ordering.pick(position, &mut self.moves, first, index, &mut picking);
            let leaf = position.after(mv);
            self.visit(ply + 1)?;
            self.pv.clear(ply + 1);
            self.stats.leaves += 1;
            self.table.unstored_nodes += 1;
            let value = self.exact(&leaf, ply + 1).unwrap_or_else(|| {
                self.heuristic_used = true;
                value_of(&leaf)
            });
            let value = if leaf.side_to_move() == position.side_to_move() { value } else { -value };
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        Ok(tried.best)
    }
}
