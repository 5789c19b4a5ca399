//! The limits of a search, and the nodes it has spent.

use crate::limits::{Limits, Stop, StoppedBy};
use crate::solver::SolverContext;
use crate::table::Table;

/// Nodes of a game's endgame solver that take the time of one node of the search.
const SOLVER_NODES_PER_NODE: u64 = 8;

/// Counts nodes, and ends the search at its limits.
pub(crate) struct Budget<'a> {
    limits: Limits,
    stop: &'a Stop,
    /// Nodes that the whole search may spend.
    max_nodes: u64,
    /// The count of nodes at which the present part of the search ends.
    part_end: u64,
    /// Nodes, quiescence nodes and solver nodes spent so far.
    spent: u64,
    /// Those of them that the game's endgame solver has spent.
    pub(crate) solver_nodes: u64,
    /// The count of nodes at which to check the limits next.
    next_check: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a Stop) -> Self {
        let max_nodes = limits.nodes;
        let next_check = max_nodes.min(Limits::POLL_INTERVAL);
        Self { limits, stop, max_nodes, part_end: max_nodes, spent: 0, solver_nodes: 0, next_check }
    }

    /// Spends a node.
    ///
    /// # Errors
    /// The limit that was reached before it.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), StoppedBy> {
        if self.spent >= self.next_check {
            self.check()?;
        }
        self.spent += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), StoppedBy> {
        if self.spent >= self.part_end {
            return Err(StoppedBy::Nodes);
        }
        self.stop.check(self.limits.deadline)?;
        self.next_check = self.part_end.min(self.spent + Limits::POLL_INTERVAL);
        Ok(())
    }

    /// Nodes that may still be spent.
    pub(crate) const fn left(&self) -> u64 {
        self.part_end - self.spent
    }

    /// Begins a part of the search that may spend at most this many nodes.
    pub(crate) fn begin_part(&mut self, nodes: u64) {
        self.part_end = self.max_nodes.min(self.spent.saturating_add(nodes));
        self.next_check = self.next_check.min(self.part_end);
    }

    /// Ends the part. Its result is `None` if the part spent its nodes before it had one.
    ///
    /// # Errors
    /// The limit of the whole search that was reached.
    pub(crate) fn end_part<T>(&mut self, result: Result<T, StoppedBy>) -> Result<Option<T>, StoppedBy> {
        self.part_end = self.max_nodes;
        self.next_check = self.spent;
        match result {
            Err(StoppedBy::Nodes) if self.spent < self.max_nodes => Ok(None),
            other => other.map(Some),
        }
    }

    /// The limits and the table for the game's endgame solver.
    pub(crate) fn lend<'s>(&self, table: &'s mut Table) -> SolverContext<'s>
    where
        'a: 's,
    {
        let nodes = self.left().saturating_mul(SOLVER_NODES_PER_NODE).min(self.max_nodes - self.spent);
        SolverContext::new(table, nodes).until(self.stop, self.limits.deadline)
    }

    /// Spends the nodes of the game's endgame solver. The present part of the search pays less for them: they are
    /// cheap.
    pub(crate) fn spend_by_solver(&mut self, nodes: u64) {
        self.spent += nodes;
        self.solver_nodes += nodes;
        self.part_end = self.max_nodes.min(self.part_end.saturating_add(nodes - nodes / SOLVER_NODES_PER_NODE));
    }

    /// # Errors
    /// [`StoppedBy::Time`].
    pub(crate) fn check_time(&self) -> Result<(), StoppedBy> {
        self.stop.check(self.limits.deadline)
    }

    /// These nodes of the whole search, with those of the endgame solver at their lower cost.
    pub(crate) const fn weighted(&self, nodes: u64) -> u64 {
        nodes - self.solver_nodes + self.solver_nodes / SOLVER_NODES_PER_NODE
    }
}
