//! Counters of a search.

/// Counters of a search, over all its iterations, the root included.
///
/// Always `nodes = leaves + interior + table_cutoffs`. A node is counted each time it is visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions visited, quiescence apart.
    pub nodes: u64,
    /// Nodes where the search stopped: a finished game, a closed form, the book, static bounds, pruning, or the depth
    /// limit. Also all nodes of a game's [own solver](crate::Evaluate::solve).
    pub leaves: u64,
    /// Nodes where moves were tried.
    pub interior: u64,
    /// Positions visited by quiescence, and by a search for threats. In no other counter.
    pub quiescence_nodes: u64,
    /// Cut-offs at nodes of Min: its value fell to alpha or below, and at least one move was left untried. Max is
    /// given by [`Position::MAX_SIDE`](crate::position::Position::MAX_SIDE).
    pub alpha_cutoffs: u64,
    /// Cut-offs at nodes of Max, likewise.
    pub beta_cutoffs: u64,
    /// Those of both kinds that came with the first move tried: the measure of move ordering.
    pub first_move_cutoffs: u64,
    /// Legal moves never tried because of a cut-off.
    pub moves_pruned: u64,
    /// Lookups in the transposition table.
    pub table_probes: u64,
    /// Lookups that found the position.
    pub table_hits: u64,
    /// Nodes answered by the table alone.
    pub table_cutoffs: u64,
    /// The largest distance from the root at which a position was visited, in plies, quiescence included.
    pub deepest_ply: u32,
    /// Legal moves of all interior nodes, tried or not.
    pub legal_moves: u64,
}

impl Stats {
    /// Legal moves per interior node; 0 where there is none.
    pub fn mean_branching(&self) -> f64 {
        if self.interior == 0 { 0.0 } else { self.legal_moves as f64 / self.interior as f64 }
    }

    /// Adds the counters of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.interior += other.interior;
        self.quiescence_nodes += other.quiescence_nodes;
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
