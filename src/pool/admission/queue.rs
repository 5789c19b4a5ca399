//! The queue of a pool: which job is admitted, and which runs next.
//!
//! Clients take [`Turns`]. Jobs are refused at two points. [`Queue::admit`] refuses an interactive job that by estimate
//! would start too late, or that finds the queue full. [`Queue::take`] refuses a job whose deadline has passed, and those
//! that [`Codel`](super::codel::Codel) drops. Each client has its own CoDel, so a standing queue of one drops nothing of
//! another (as in FQ-CoDel, RFC 8290).

use std::time::{Duration, Instant};

use super::client::{Client, ClientLimits};
use super::cost::Costs;
use super::flow::Rank;
use super::turns::Turns;
use crate::pool::{JobSpec, PoolError, ShedReason};

/// The waiting jobs, and the estimates of the running ones.
pub(in crate::pool) struct Queue<J> {
    pub(super) turns: Turns<J>,
    /// The job of each worker.
    running: Vec<Option<Running>>,
    pub(super) costs: Costs,
    /// The most interactive jobs that may wait.
    capacity: usize,
    /// The most interactive jobs of one client that may wait.
    max_waiting: usize,
    next_id: u64,
}

/// Jobs of one client with different urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pool) enum Priority {
    /// A client waits for the result.
    Interactive,
    /// An item of a larger request.
    Batch,
}

impl Priority {
    pub(in crate::pool) const ALL: [Self; 2] = [Self::Interactive, Self::Batch];

    /// The value of the label `priority` in metrics.
    pub(in crate::pool) const fn name(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Batch => "batch",
        }
    }
}

/// A job in the queue.
pub(in crate::pool) struct Waiting<J> {
    pub(in crate::pool) job: J,
    pub(in crate::pool) priority: Priority,
    pub(in crate::pool) since: Instant,
    pub(in crate::pool) spec: JobSpec,
    pub(super) cost: Duration,
}

/// Finds a job that waits.
#[derive(Clone, Copy, Debug)]
pub(in crate::pool) struct Ticket {
    pub(in crate::pool) client: Client,
    priority: Priority,
    rank: Rank,
}

/// A job that was admitted.
pub(in crate::pool) struct Admitted<J> {
    pub(in crate::pool) ticket: Ticket,
    /// The job that made room for it, of the client that had most, and its error.
    pub(in crate::pool) evicted: Option<(Waiting<J>, PoolError)>,
}

struct Running {
    since: Instant,
    spec: JobSpec,
    cost: Duration,
}

/// A job that left the queue.
pub(in crate::pool) enum Dequeued<J> {
    Run(Waiting<J>),
    Refuse(Waiting<J>, PoolError),
}

impl<J> Queue<J> {
    pub(in crate::pool) fn new(workers: usize, capacity: usize) -> Self {
        Self {
            turns: Turns::new(workers),
            running: (0..workers).map(|_| None).collect(),
            costs: Costs::default(),
            capacity,
            max_waiting: usize::MAX,
            next_id: 0,
        }
    }

    /// Limits each client from now on.
    pub(in crate::pool) fn limit_clients(&mut self, limits: ClientLimits) {
        self.max_waiting = limits.waiting;
        self.turns.limit_running(limits.running);
    }

    /// Adds a job. An interactive one is refused if the queue is full or it would start too late.
    ///
    /// Too late means: after the estimated wait, the rest of its budget is less than its estimated cost. Jobs that use
    /// any budget to its end need only half of it. A full queue takes a job of another client than the one that has most
    /// jobs in it, which loses one.
    ///
    /// # Errors
    /// [`PoolError::Shed`], and the job, which the caller drops outside of the lock. `retry_after` is the estimated wait
    /// plus the job's own cost.
    pub(in crate::pool) fn admit(
        &mut self,
        priority: Priority,
        spec: JobSpec,
        job: J,
        now: Instant,
    ) -> Result<Admitted<J>, (PoolError, J)> {
        let (client, budget) = (spec.client, spec.deadline.saturating_duration_since(now));
        let cost = self.costs.estimate(spec.cost_class).min(budget);
        let rank = (now + cost, self.next_id);
        let is_limited = self.turns.is_at_limit(client);
        let starts_at_once = !is_limited && self.free_workers() > self.waiting();
        let (mut expected, mut evicted) = (cost, None);
        if priority == Priority::Interactive && !starts_at_once {
            let wait = self.wait(client, rank, now);
            let shed = |reason| PoolError::Shed { reason, retry_after: wait + cost };
            if self.turns.len_of(client) >= self.max_waiting.min(client.part_of(self.capacity)) {
                return Err((shed(ShedReason::ClientFull), job));
            }
            if wait + cost.min(budget / 2) > budget {
                return Err((shed(ShedReason::TooLate), job));
            }
            // It ends at its deadline at the latest.
            expected = cost.min(budget - wait);
            if self.turns.len(Priority::Interactive) >= self.capacity {
                let Some(last) = self.turns.remove_from_longest(client) else {
                    return Err((shed(ShedReason::QueueFull), job));
                };
                let wait = self.wait(last.spec.client, (now + last.cost, u64::MAX), now);
                let error = PoolError::Shed { reason: ShedReason::QueueFull, retry_after: wait + last.cost };
                evicted = Some((last, error));
            }
        }
        self.next_id += 1;
        self.turns.push(client, priority, rank, Waiting { job, priority, since: now, spec, cost: expected });
        Ok(Admitted { ticket: Ticket { client, priority, rank }, evicted })
    }

    /// Takes the next job for this worker, or one to refuse.
    pub(in crate::pool) fn take(&mut self, worker: usize, now: Instant) -> Option<Dequeued<J>> {
        // The mean time between two finished jobs of one client, if all that wait get the same share.
        let pace = self.costs.mean() * self.turns.clients() as u32 / self.running.len() as u32;
        let popped = self.turns.pop(|flow, next| {
            let waited = now.saturating_duration_since(next.since);
            let is_last = flow.len(Priority::Interactive) == 0;
            if now >= next.spec.deadline {
                Some(ShedReason::Expired)
            } else if next.priority == Priority::Interactive && flow.codel.drops(waited, is_last, pace, now) {
                Some(ShedReason::Overdue)
            } else {
                None
            }
        });
        let (next, reason) = popped?;
        Some(match reason {
            Some(reason) => {
                let retry_after = self.wait(next.spec.client, (now + next.cost, u64::MAX), now) + next.cost;
                Dequeued::Refuse(next, PoolError::Shed { reason, retry_after })
            }
            None => {
                self.running[worker] = Some(Running { since: now, spec: next.spec, cost: next.cost });
                Dequeued::Run(next)
            }
        })
    }

    /// The worker's job has ended. A job that was stopped early does not lower the estimate of its class.
    pub(in crate::pool) fn done(&mut self, worker: usize, was_stopped: bool, now: Instant) {
        if let Some(run) = self.running[worker].take() {
            let took = now.saturating_duration_since(run.since);
            self.turns.done(run.spec.client, run.cost, took);
            if !was_stopped || took > run.cost {
                self.costs.learn(run.spec.cost_class, took);
            }
        }
    }

    /// Removes a job; `None` if it has left the queue already.
    pub(in crate::pool) fn remove(&mut self, ticket: Ticket) -> Option<Waiting<J>> {
        self.turns.remove(ticket.client, ticket.priority, ticket.rank)
    }

    /// Removes all jobs.
    pub(in crate::pool) fn clear(&mut self) -> impl Iterator<Item = Waiting<J>> + use<J> {
        self.turns.clear()
    }

    /// How many jobs of this priority wait.
    pub(in crate::pool) fn depth(&self, priority: Priority) -> usize {
        self.turns.len(priority)
    }

    /// The estimated wait of an interactive job of this client that comes now and costs as much as most.
    pub(in crate::pool) fn wait_of(&self, client: Client, now: Instant) -> Duration {
        self.wait(client, (now + self.costs.mean(), u64::MAX), now)
    }

    /// The estimated wait of an interactive job of this client and rank. The work before it is shared among the workers,
    /// after what they have; that of its client alone among those that it may have.
    fn wait(&self, client: Client, rank: Rank, now: Instant) -> Duration {
        let left = |run: &Option<Running>| run.as_ref().map_or(Duration::ZERO, |run| run.left(now));
        let ahead = self.turns.ahead_of(client, rank);
        let wait = filled(self.running.iter().map(left).collect(), ahead);
        if !self.turns.is_at_limit(client) {
            return wait;
        }
        let own = self.running.iter().filter(|run| run.as_ref().is_some_and(|run| run.spec.client == client));
        wait.max(own.map(left).min().unwrap_or_default())
    }

    fn free_workers(&self) -> usize {
        self.running.iter().filter(|run| run.is_none()).count()
    }

    fn waiting(&self) -> usize {
        Priority::ALL.into_iter().map(|priority| self.turns.len(priority)).sum()
    }
}

/// The time at which `work` will be done by workers that are free after these times: as water fills a vessel with steps.
fn filled(mut free_after: Vec<Duration>, mut work: Duration) -> Duration {
    free_after.sort_unstable();
    let Some(mut level) = free_after.first().copied() else { return work };
    let mut workers = 1;
    for next in free_after.into_iter().skip(1) {
        let room = (next - level) * workers;
        if work <= room {
            break;
        }
        work -= room;
        level = next;
        workers += 1;
    }
    level + work / workers
}

impl Running {
    /// The estimated rest of its running time. A job that exceeds its estimate is expected to run as long again.
    fn left(&self, now: Instant) -> Duration {
        let ran = now.saturating_duration_since(self.since);
        let left = if ran < self.cost { self.cost - ran } else { ran };
        left.min(self.spec.deadline.saturating_duration_since(now))
    }
}
