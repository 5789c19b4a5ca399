//! Whether one move is far better than all others (singular extension; Anantharaman, Campbell and Hsu 1988).

use super::NodeContext;
use crate::limits::StoppedBy;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::selective::search::Node;
use crate::table::{Bound, TableEntry};
use crate::{Evaluate, Technique};

/// From this depth on.
const FROM: u32 = 7;
/// A move that the table knows from a search so much less deep at most is asked about.
const LESS: u32 = 3;
/// So far below what the table says, in 1/8 of the unit of static values, for each ply of depth.
const BELOW: i32 = 13;
/// So much further below, it is looked at two plies more deeply.
const FAR_BELOW: i32 = 20;

impl<P: Evaluate> Searcher<'_, P> {
    /// Whether all moves but the best one fall far short of what the table says of that: by how many plies its depth is
    /// changed then. If others reach beta without it, a value of the node.
    pub(super) fn singular(
        &mut self,
        node: &Node<'_, P>,
        known: TableEntry,
        best: P::Move,
        context: NodeContext<P::Move>,
    ) -> Result<Result<i32, Score>, StoppedBy> {
        let Node { position, depth, ply, window, .. } = *node;
        let score = known.score;
        if !self.techniques.has(Technique::Singular)
            || depth < FROM
            || context.excluded.is_some()
            || known.depth + LESS < depth
            || known.bound == Bound::Upper
            || score.is_proven()
            // Two plies more, at most.
            || !self.may_extend(depth + 1, ply)
        {
            return Ok(Ok(0));
        }
        let goal = score.minus(BELOW * depth as i32 / 8);
        let scout = Window { alpha: goal.just_below(), beta: goal };
        let others = NodeContext { excluded: Some(best), allow_null: false, ..context };
        let value = self.search(position, (depth - 1) / 2, ply, scout, others)?;
        self.pv.clear(ply);
        Ok(if value < goal {
            Ok(if window.is_null() && value < goal.minus(FAR_BELOW) { 2 } else { 1 })
        } else if goal >= window.beta {
            Err(goal)
        } else if score >= window.beta {
            Ok(-1)
        } else {
            Ok(0)
        })
    }
}
