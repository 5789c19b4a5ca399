//! What a game's own solver is lent while it solves.

use crate::limits::Stop;
use crate::score::Score;
use crate::table::{Bound, Known, Table};
use std::time::Instant;

/// So many visits lie between two looks at the clock: some hundred microseconds.
const LOOK_EVERY: u64 = 4_096;

/// What a game's [own solver](crate::Endgame) is lent: it counts what it visits, asks whether it may go on, and keeps
/// results in the search's table.
pub struct Solving<'a> {
    /// Nodes visited, the one that was to be solved not included.
    pub nodes: u64,
    /// The largest distance from the node that was to be solved at which one was visited, in plies.
    pub deepest: u32,
    /// Results that were kept.
    pub(crate) kept: u64,
    most: u64,
    /// At how many nodes to look at the clock next; no more than the most there may be.
    look_at: u64,
    clock: Option<(&'a Stop, Option<Instant>)>,
    table: &'a mut Table,
}

/// What is known of a position that was solved before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// A bound on its value for the side to move, in points.
    pub points: i32,
    /// Whether the value is at least that; else it is at most that.
    pub at_least: bool,
    /// The best move's number, as the solver numbers them.
    pub best: Option<u16>,
}

impl<'a> Solving<'a> {
    /// For at most so many visits, whatever time they take.
    pub fn new(table: &'a mut Table, most: u64) -> Self {
        Self { nodes: 0, deepest: 0, kept: 0, most, look_at: most, clock: None, table }
    }

    /// The same, until the clock says otherwise.
    pub(crate) fn until(self, stop: &'a Stop, deadline: Option<Instant>) -> Self {
        Self { look_at: self.most.min(LOOK_EVERY), clock: Some((stop, deadline)), ..self }
    }

    /// Counts a node at so many plies from the one that is to be solved.
    #[inline]
    pub fn visit(&mut self, ply: u32) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
    }

    /// Whether so many more nodes may be visited. Asked before every few.
    #[inline]
    pub fn allows(&mut self, visits: u64) -> bool {
        self.nodes + visits <= self.look_at || self.looks(visits)
    }

    #[cold]
    fn looks(&mut self, visits: u64) -> bool {
        let in_time = self.clock.is_none_or(|(stop, deadline)| stop.check(deadline).is_ok());
        if in_time {
            self.look_at = self.most.min(self.nodes + visits + LOOK_EVERY);
        }
        in_time && self.nodes + visits <= self.look_at
    }

    /// What was [kept](Self::keep) by this key, which no position of another value may share.
    #[inline]
    pub fn known(&self, key: u64) -> Option<Solved> {
        let Known { score, bound, best, .. } = self.table.probe(key)?;
        Some(Solved { points: score.value(), at_least: bound == Bound::Lower, best })
    }

    /// Has the memory of a key fetched.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    /// Keeps a result for those who ask later, as long as there is room.
    #[inline]
    pub fn keep(&mut self, key: u64, Solved { points, at_least, best }: Solved) {
        self.kept += 1;
        let bound = if at_least { Bound::Lower } else { Bound::Upper };
        self.table.store(key, Known { score: Score::points(points), bound, depth: 0, complete: true, best });
    }
}
