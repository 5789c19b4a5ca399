//! Wins by threats, in games that have a search of their own for them: at the root, for both sides, and in the tree.

use crate::Evaluate;
use crate::hooks::{Effort, Threats};
use crate::limits::StoppedBy;
use crate::position::Side;
use crate::score::Score;
use crate::searcher::Searcher;

/// Positions that the search for threats may visit at a node: [`NODES_BASE`], doubled for each ply of depth, but at most
/// [`DOUBLINGS_MAX`] times. A leaf visits none, unless it answers a threat of the root.
const NODES_BASE: u64 = 32;
const DOUBLINGS_MAX: u32 = 4;

impl<P: Evaluate> Searcher<'_, P> {
    /// Whether wins by threats are looked for.
    pub(crate) fn seeks_threats(&self) -> bool {
        Self::USES.threats.is_some() && self.threats.search.is_some()
    }

    /// The score of a node, seen from the root, if its side to move wins by threats; the table of variations then holds
    /// how.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub(super) fn won_by_threats(&mut self, position: &P, depth: u32, ply: u32) -> Result<Option<Score>, StoppedBy> {
        if !self.seeks_threats() {
            return Ok(None);
        }
        let defends = ply == 1 && self.threats.defence_nodes() > 0;
        let effort = if defends {
            Effort { nodes: self.threats.defence_nodes(), thorough: true }
        } else if depth > 0 {
            Effort { nodes: NODES_BASE << depth.min(DOUBLINGS_MAX), thorough: false }
        } else {
            return Ok(None);
        };
        let before = self.stats.quiescence_nodes;
        let found = self.find_threats(position, position.side_to_move(), effort, ply)?;
        if defends {
            let spent = self.stats.quiescence_nodes - before;
            self.threats.nodes_left = self.threats.nodes_left.saturating_sub(spent);
        }
        let Threats::Win(plies) = found else { return Ok(None) };
        self.pv.set(ply, self.threats.line());
        Ok(Some(Score::win_in(ply + plies)))
    }

    /// Looks for a win of this side by threats, if it were to move.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn find_threats(
        &mut self,
        position: &P,
        side: Side,
        effort: Effort,
        ply: u32,
    ) -> Result<Threats, StoppedBy> {
        let Some(mut search) = self.threats.search.take() else { return Ok(Threats::None) };
        let found = search.find(position, side, effort, &mut |plies| self.visit_quiescence(ply + plies));
        self.threats.search = Some(search);
        found
    }
}
