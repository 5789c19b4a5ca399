//! What the search offers to a game's own endgame solver.

use crate::Instant;
use crate::limits::Stop;
use crate::score::{Bound, Score};
use crate::table::{Table, TableEntry};

/// Nodes between two polls of the clock: some hundred microseconds.
const SOLVER_POLL_INTERVAL: u64 = 4_096;

/// What the search offers to a game's [endgame solver](crate::hooks::Solver::solve): node counters, limits, and its
/// table.
pub struct SolverContext<'a> {
    /// Nodes visited, without the one to be solved.
    pub nodes: u64,
    /// The largest distance of a visited node from the one to be solved, in plies.
    pub deepest: u32,
    /// Results that were stored, apart from recent ones.
    pub(crate) stored: u64,
    max_nodes: u64,
    /// The node count at which to poll the clock next; at most `max_nodes`.
    next_poll: u64,
    clock: Option<(&'a Stop, Option<Instant>)>,
    table: &'a mut Table,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverEntry {
    /// A bound on its value for the side to move, in points.
    pub points: i32,
    /// Whether it is a lower bound; else it is an upper one.
    pub at_least: bool,
    /// The best move's number, as the solver numbers them.
    pub best: Option<u16>,
}

impl SolverEntry {
    /// The stored bound, if it answers whether the value exceeds alpha.
    #[inline]
    pub fn cutoff(&self, alpha: i32) -> Option<i32> {
        (self.at_least == (self.points > alpha)).then_some(self.points)
    }
}

/// A key that confines a result to a part of the table with `1 << bits` entries, where `bits` is at most 24. It is for
/// results of which there are so many that each soon replaces another. In a small part they do not crowd out other
/// results, and the part stays in the processor's cache.
#[inline]
pub const fn recent_key(key: u64, bits: u32) -> u64 {
    // The bits between the index in the part and bit 24 are zero, so the table's index stays within the part.
    key & ((1 << bits) - 1) | key >> bits << 24
}

impl<'a> SolverContext<'a> {
    /// A context for at most `max_nodes`, without a time limit.
    pub fn new(table: &'a mut Table, max_nodes: u64) -> Self {
        Self { nodes: 0, deepest: 0, stored: 0, max_nodes, next_poll: max_nodes, clock: None, table }
    }

    /// The same with a deadline and a stop flag.
    pub(crate) fn until(self, stop: &'a Stop, deadline: Option<Instant>) -> Self {
        Self { next_poll: self.max_nodes.min(SOLVER_POLL_INTERVAL), clock: Some((stop, deadline)), ..self }
    }

    /// Counts a node at this distance from the one to be solved.
    #[inline]
    pub fn visit(&mut self, ply: u32) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
    }

    /// Whether this many more nodes may be visited. Called before every few nodes.
    #[inline]
    pub fn allows(&mut self, visits: u64) -> bool {
        self.nodes + visits <= self.next_poll || self.poll(visits)
    }

    #[cold]
    fn poll(&mut self, visits: u64) -> bool {
        let in_time = self.clock.is_none_or(|(stop, deadline)| stop.check(deadline).is_ok());
        if in_time {
            self.next_poll = self.max_nodes.min(self.nodes + visits + SOLVER_POLL_INTERVAL);
        }
        in_time && self.nodes + visits <= self.next_poll
    }

    /// The result [stored](Self::store) under this key, which no position of another value may share.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<SolverEntry> {
        let TableEntry { score, bound, best, .. } = self.table.probe(key)?;
        Some(SolverEntry { points: score.value(), at_least: bound == Bound::Lower, best })
    }

    /// Prefetches the memory of a key's entry.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    /// Stores a result.
    #[inline]
    pub fn store(&mut self, key: u64, entry: SolverEntry) {
        self.stored += 1;
        self.write(key, entry);
    }

    fn write(&mut self, key: u64, SolverEntry { points, at_least, best }: SolverEntry) {
        let bound = if at_least { Bound::Lower } else { Bound::Upper };
        self.table.store(key, TableEntry { score: Score::points(points), bound, depth: 0, proven: true, best });
    }

    /// Stores a result under a [`recent_key`].
    #[inline]
    pub fn store_recent(&mut self, key: u64, entry: SolverEntry) {
        self.write(key, entry);
    }
}
