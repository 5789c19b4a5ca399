//! The jobs of one client.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::Priority;
use super::codel::Codel;
use super::queue::Waiting;

/// While both kinds of a client wait, its interactive jobs taken for each batch job.
const INTERACTIVE_PER_BATCH: usize = 3;

/// The waiting jobs of one client, and its account.
pub(super) struct Flow<J> {
    interactive: Lane<J>,
    batch: Lane<J>,
    /// Interactive jobs taken since the last batch job.
    streak: usize,
    /// The estimated cost of all that waits.
    pub(super) backlog: Duration,
    /// Its jobs that run.
    pub(super) running: usize,
    /// The virtual time at which its next job starts, in nanoseconds.
    pub(super) start: u64,
    /// The order in which clients began to wait decides between equal starts.
    pub(super) joined: u64,
    pub(super) codel: Codel,
}

/// Jobs by rank: cheap ones before those that would keep them waiting. An expensive job keeps its rank while it waits,
/// so later ones do not pass it for ever.
type Lane<J> = BTreeMap<Rank, Waiting<J>>;

/// The time at which a job would be done if it began on arrival, and its number.
pub(super) type Rank = (Instant, u64);

impl<J> Flow<J> {
    pub(super) fn new(joined: u64) -> Self {
        let (interactive, batch) = (Lane::new(), Lane::new());
        let (streak, backlog, running, start) = (0, Duration::ZERO, 0, 0);
        Self { interactive, batch, streak, backlog, running, start, joined, codel: Codel::default() }
    }

    /// Jobs of this priority that wait.
    pub(super) fn len(&self, priority: Priority) -> usize {
        match priority {
            Priority::Interactive => self.interactive.len(),
            Priority::Batch => self.batch.len(),
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        !self.interactive.is_empty() || !self.batch.is_empty()
    }

    pub(super) fn push(&mut self, priority: Priority, rank: Rank, waiting: Waiting<J>) {
        self.backlog += waiting.cost;
        self.lane(priority).insert(rank, waiting);
    }

    /// Interactive jobs first, but a batch job after every [`INTERACTIVE_PER_BATCH`] of them.
    pub(super) fn pop(&mut self) -> Option<Waiting<J>> {
        let batch_is_due = self.interactive.is_empty() || self.streak >= INTERACTIVE_PER_BATCH;
        let due = if batch_is_due { self.batch.pop_first() } else { None };
        self.streak = if due.is_some() { 0 } else { (self.streak + 1).min(INTERACTIVE_PER_BATCH) };
        let (_, next) = due.or_else(|| self.interactive.pop_first())?;
        self.backlog = self.backlog.saturating_sub(next.cost);
        Some(next)
    }

    pub(super) fn remove(&mut self, priority: Priority, rank: Rank) -> Option<Waiting<J>> {
        let removed = self.lane(priority).remove(&rank)?;
        self.backlog = self.backlog.saturating_sub(removed.cost);
        Some(removed)
    }

    /// Removes the interactive job that would come last.
    pub(super) fn remove_last(&mut self) -> Option<Waiting<J>> {
        let (rank, _) = self.interactive.last_key_value()?;
        let rank = *rank;
        self.remove(Priority::Interactive, rank)
    }

    /// The estimated cost of its jobs that come before an interactive one of this rank.
    pub(super) fn before(&self, rank: Rank) -> Duration {
        let before: Vec<Duration> = self.interactive.range(..rank).map(|(_, waiting)| waiting.cost).collect();
        let slots = (self.streak..self.streak + before.len())
            .filter(|taken| *taken > 0 && taken.is_multiple_of(INTERACTIVE_PER_BATCH));
        let batch = self.batch.values().take(slots.count()).map(|waiting| waiting.cost);
        before.into_iter().chain(batch).sum()
    }

    /// The estimated cost of the job that comes next.
    pub(super) fn first_cost(&self) -> Duration {
        let first = self.interactive.values().next().or_else(|| self.batch.values().next());
        first.map_or(Duration::ZERO, |waiting| waiting.cost)
    }

    /// All jobs.
    pub(super) fn into_waiting(self) -> impl Iterator<Item = Waiting<J>> {
        self.interactive.into_values().chain(self.batch.into_values())
    }

    fn lane(&mut self, priority: Priority) -> &mut Lane<J> {
        match priority {
            Priority::Interactive => &mut self.interactive,
            Priority::Batch => &mut self.batch,
        }
    }
}
