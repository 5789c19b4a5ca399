//! The limits of a search, and its counters.

use crate::Instant;
use crate::limits::{Interrupted, Limits, Searched, Stop, StoppedBy};
use crate::position::Side;
use crate::solver::SolverContext;
use crate::table::Table;

/// Nodes of a game's endgame solver that take the time of one node of the search.
const SOLVER_NODES_PER_NODE: u64 = 8;

/// Counts nodes, and ends the search at its limits.
pub(crate) struct Meter<'a> {
    pub(crate) stats: Stats,
    /// The side that statistics call Max.
    pub(crate) max_side: Side,
    /// The limit that has interrupted the search, or a part of it.
    stopped_by: StoppedBy,
    /// The smallest ply at which the exact search has solved a node since the current null-window test of a proof
    /// began.
    pub(crate) solved_at_ply: u32,
    limits: Limits,
    stop: &'a Stop,
    /// The count of nodes at which the present part of the search ends.
    part_end: u64,
    /// Nodes that the game's endgame solver has spent.
    pub(crate) solver_nodes: u64,
    /// Nodes between two looks at the clock.
    poll_interval: u64,
    /// Results that the solver has stored in the table.
    pub(crate) stored_by_solver: u64,
    /// Nodes of the exact search that store no result: cheap leaves and their parents.
    pub(crate) unstored_nodes: u64,
    /// The count of nodes at which to check the limits next.
    next_check: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a Stop, max_side: Side) -> Self {
        Self {
            stats: Stats::default(),
            max_side,
            stopped_by: StoppedBy::Depth,
            solved_at_ply: u32::MAX,
            limits,
            stop,
            part_end: limits.nodes,
            solver_nodes: 0,
            poll_interval: Limits::POLL_INTERVAL,
            stored_by_solver: 0,
            unstored_nodes: 0,
            next_check: limits.nodes.min(Limits::POLL_INTERVAL),
        }
    }

    /// Looks at the clock more often, because nodes take long.
    pub(crate) fn poll_often(&mut self) {
        self.poll_interval = Limits::POLL_INTERVAL / 128;
        self.next_check = self.next_check.min(self.poll_interval);
    }

    /// Whether the soft deadline has passed, so that no iteration should start.
    pub(crate) fn is_late(&self) -> bool {
        self.limits.soft_deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts a node at distance `ply` from the root.
    #[inline]
    pub(crate) fn visit(&mut self, ply: u32) -> Searched<()> {
        self.count(ply, |stats| &mut stats.nodes)
    }

    /// Counts a position that quiescence or the search for threats visits. The prover counts separately, see
    /// [`Self::visit_by_prover`].
    #[inline]
    pub(crate) fn visit_quiescence(&mut self, ply: u32) -> Searched<()> {
        self.count(ply, |stats| &mut stats.quiescence_nodes)
    }

    /// Counts one unit of the prover's work, which takes about as long as a node of the search. The prover is working
    /// on a node at distance `ply` from the root.
    #[inline]
    pub(crate) fn visit_by_prover(&mut self, ply: u32) -> Searched<()> {
        self.count(ply, |stats| &mut stats.prover_nodes)
    }

    /// Counts the node as one whose moves are not tried.
    #[inline]
    pub(crate) fn leaf(&mut self) {
        self.stats.leaves += 1;
    }

    /// Counts the node as one whose moves are tried.
    #[inline]
    pub(crate) fn interior(&mut self, legal_moves: usize) {
        self.stats.interior += 1;
        self.stats.legal_moves += legal_moves as u64;
    }

    /// Counts a cut-off at a node where `side` was to move, if only some of its moves were tried.
    #[inline]
    pub(crate) fn cut_off(&mut self, side: Side, tried: usize, moves: usize) {
        if tried == moves {
            return;
        }
        let Stats { alpha_cutoffs, beta_cutoffs, .. } = &mut self.stats;
        *(if side == self.max_side { beta_cutoffs } else { alpha_cutoffs }) += 1;
        self.stats.first_move_cutoffs += u64::from(tried == 1);
        self.stats.moves_pruned += (moves - tried) as u64;
    }

    /// Counts a node at distance `ply` from the root, after checking the limits if it is time to do so.
    #[inline]
    fn count(&mut self, ply: u32, counter: impl FnOnce(&mut Stats) -> &mut u64) -> Searched<()> {
        if self.spent() >= self.next_check {
            self.check()?;
        }
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply);
        *counter(&mut self.stats) += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Searched<()> {
        if self.spent() >= self.part_end {
            self.stopped_by = StoppedBy::Nodes;
            return Err(Interrupted);
        }
        self.check_time()?;
        self.next_check = self.part_end.min(self.spent() + self.poll_interval);
        Ok(())
    }

    /// # Errors
    /// The deadline has passed, or the search is to stop.
    pub(crate) fn check_time(&mut self) -> Searched<()> {
        self.stop.check(self.limits.deadline).inspect_err(|limit| self.stopped_by = *limit)?;
        Ok(())
    }

    pub(crate) const fn stopped_by(&self) -> StoppedBy {
        self.stopped_by
    }

    /// All nodes so far, including quiescence, the search for threats, the solver and the prover.
    #[inline]
    pub(crate) const fn spent(&self) -> u64 {
        self.stats.all_nodes()
    }

    /// Nodes that may still be spent.
    pub(crate) const fn left(&self) -> u64 {
        self.part_end - self.spent()
    }

    /// Ends the first iteration, which may have had more nodes than the search.
    pub(crate) fn end_first_iteration(&mut self, nodes: u64) {
        self.limits.nodes = nodes.max(self.spent());
        self.part_end = self.limits.nodes;
        self.next_check = self.next_check.min(self.part_end);
    }

    /// Begins a part of the search that may spend at most this many nodes.
    pub(crate) fn begin_part(&mut self, nodes: u64) {
        self.part_end = self.limits.nodes.min(self.spent().saturating_add(nodes));
        self.next_check = self.next_check.min(self.part_end);
    }

    /// Ends the part. Returns `None` if the part ran out of nodes before it had a result.
    pub(crate) fn end_part<T>(&mut self, result: Searched<T>) -> Searched<Option<T>> {
        self.part_end = self.limits.nodes;
        // The next node checks the limits again.
        self.next_check = self.spent();
        match result {
            Err(Interrupted) if self.stopped_by == StoppedBy::Nodes && self.spent() < self.limits.nodes => Ok(None),
            other => other.map(Some),
        }
    }

    /// Runs the game's endgame solver on a node at distance `ply` from the root. Returns `None` if the solver ran out
    /// of nodes. Solver nodes are cheap, so the current part of the search is charged for only one in
    /// [`SOLVER_NODES_PER_NODE`].
    pub(crate) fn visit_by_solver<T>(
        &mut self,
        table: &mut Table,
        ply: u32,
        solve: impl FnOnce(&mut SolverContext<'_>) -> Option<T>,
    ) -> Searched<Option<T>> {
        let most = self.left().saturating_mul(SOLVER_NODES_PER_NODE).min(self.limits.nodes - self.spent());
        let mut context = SolverContext::new(table, most).until(self.stop, self.limits.deadline);
        let result = solve(&mut context);
        let SolverContext { nodes, deepest, stored, .. } = context;
        self.stored_by_solver += stored;
        self.solver_nodes += nodes;
        self.part_end = self.limits.nodes.min(self.part_end.saturating_add(nodes - nodes / SOLVER_NODES_PER_NODE));
        self.stats.nodes += nodes;
        self.stats.leaves += nodes;
        self.stats.deepest_ply = self.stats.deepest_ply.max(ply + deepest);
        if result.is_none() {
            self.check_time()?;
        }
        Ok(result)
    }

    /// The nodes of the search so far, with the cheaper nodes of the game's endgame solver converted.
    pub(crate) const fn weighted_nodes(&self) -> u64 {
        self.stats.nodes - self.solver_nodes + self.solver_nodes / SOLVER_NODES_PER_NODE
    }
}

/// Counters of a search, over all its iterations, the root included.
///
/// Always `nodes = leaves + interior + table_cutoffs`. A node is counted each time it is visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions that the search visited, including those of a game's own solver. Quiescence, the search for threats
    /// and the prover have their own counters.
    pub nodes: u64,
    /// Nodes where the search stopped: a finished game, a closed form, the book, static bounds, pruning, or the depth
    /// limit. Also all nodes of a game's [own solver](crate::hooks::Solver::solve).
    pub leaves: u64,
    /// Nodes where moves were tried.
    pub interior: u64,
    /// Positions that quiescence or a game's own [search for threats](crate::hooks::Forced::threat_search) visited.
    /// They are not part of `nodes`.
    pub quiescence_nodes: u64,
    /// The work of a game's own [prover](crate::hooks::Forced::prover), as the number of nodes that the search would
    /// visit in the same time. It is not part of `nodes`.
    pub prover_nodes: u64,
    /// Nodes whose [list of moves was cut](crate::position::Position::list_moves), and whose moves were tried.
    pub cut_lists: u64,
    /// Cut-offs at nodes of Min: the value fell to alpha or below, and at least one move was left untried.
    /// [`Position::MAX_SIDE`](crate::position::Position::MAX_SIDE) says which side is Max.
    pub alpha_cutoffs: u64,
    /// Cut-offs at nodes of Max, likewise.
    pub beta_cutoffs: u64,
    /// Cut-offs of both kinds by the first move that was tried. Their share measures how good the order of moves is.
    pub first_move_cutoffs: u64,
    /// Legal moves never tried because of a cut-off.
    pub moves_pruned: u64,
    /// Lookups of a node in the transposition table. Lookups by quiescence, and of a node's children, are not counted.
    pub table_probes: u64,
    /// Lookups that found the position.
    pub table_hits: u64,
    /// Nodes that a table entry answered: their own, or that of a child.
    pub table_cutoffs: u64,
    /// The largest distance from the root at which a position was visited, in plies, by any part of the search.
    pub deepest_ply: u32,
    /// Legal moves of all interior nodes, tried or not.
    pub legal_moves: u64,
}

impl Stats {
    /// All nodes that count toward a [limit of nodes](crate::Limits::nodes).
    #[inline]
    pub const fn all_nodes(&self) -> u64 {
        self.nodes + self.quiescence_nodes + self.prover_nodes
    }

    /// Legal moves per interior node; 0 if there are no interior nodes.
    pub fn mean_branching(&self) -> f64 {
        if self.interior == 0 { 0.0 } else { self.legal_moves as f64 / self.interior as f64 }
    }

    /// Adds the counters of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.interior += other.interior;
        self.quiescence_nodes += other.quiescence_nodes;
        self.prover_nodes += other.prover_nodes;
        self.cut_lists += other.cut_lists;
        self.alpha_cutoffs += other.alpha_cutoffs;
        self.beta_cutoffs += other.beta_cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.moves_pruned += other.moves_pruned;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.deepest_ply = self.deepest_ply.max(other.deepest_ply);
        self.legal_moves += other.legal_moves;
    }
}
