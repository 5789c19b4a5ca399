//! The two queues of a pool.
//!
//! Jobs are refused at two points. [`Queue::admit`] refuses an interactive job that by estimate would start too late.
//! [`Queue::take`] refuses a job whose deadline has passed, and those that [`Codel`] drops.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::{Duration, Instant};

use super::codel::Codel;
use super::cost::Costs;
use crate::pool::{JobSpec, PoolError, ShedReason};

/// While both kinds wait, interactive jobs taken for each batch job.
const INTERACTIVE_PER_BATCH: u32 = 3;

/// The waiting jobs, and the estimates of the running ones.
pub(in crate::pool) struct Queue<J> {
    interactive: VecDeque<Waiting<J>>,
    batch: VecDeque<Waiting<J>>,
    /// Interactive jobs taken since the last batch job.
    interactive_streak: u32,
    /// The job of each worker.
    running: Vec<Option<Running>>,
    pub(super) costs: Costs,
    codel: Codel,
    /// The most interactive jobs that may wait.
    capacity: usize,
    next_id: u64,
}

/// The queue that a job waits in.
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
    id: u64,
    pub(in crate::pool) job: J,
    priority: Priority,
    pub(in crate::pool) since: Instant,
    pub(in crate::pool) spec: JobSpec,
    cost: Duration,
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
            interactive: VecDeque::new(),
            batch: VecDeque::new(),
            interactive_streak: 0,
            running: (0..workers).map(|_| None).collect(),
            costs: Costs::default(),
            codel: Codel::default(),
            capacity,
            next_id: 0,
        }
    }

    /// Adds a job and returns its id. An interactive job is refused if the queue is full or it would start too late.
    ///
    /// Too late means: after the estimated wait, the rest of its budget is less than its estimated cost. Jobs that use
    /// any budget to its end need only half of it.
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
    ) -> Result<u64, (PoolError, J)> {
        let cost = self.costs.estimate(spec.cost_class);
        let starts_at_once = self.free_workers() > self.interactive.len() + self.batch.len();
        if priority == Priority::Interactive && !starts_at_once {
            let (wait, budget) = (self.wait(now), spec.deadline.saturating_duration_since(now));
            let shed = |reason| PoolError::Shed { reason, retry_after: wait + cost };
            if self.interactive.len() >= self.capacity {
                return Err((shed(ShedReason::QueueFull), job));
            }
            if wait + cost.min(budget / 2) > budget {
                return Err((shed(ShedReason::TooLate), job));
            }
        }
        let id = self.next_id;
        self.next_id += 1;
        self.lane(priority).push_back(Waiting { id, job, priority, since: now, spec, cost });
        Ok(id)
    }

    /// Takes the next job for this worker, or one to refuse.
    pub(in crate::pool) fn take(&mut self, worker: usize, now: Instant) -> Option<Dequeued<J>> {
        let next = self.pop()?;
        let waited = now.saturating_duration_since(next.since);
        let is_last = self.interactive.is_empty();
        let pace = self.costs.mean() / self.running.len() as u32;
        let reason = if now >= next.spec.deadline {
            Some(ShedReason::Expired)
        } else if next.priority == Priority::Interactive && self.codel.drops(waited, is_last, pace, now) {
            Some(ShedReason::Overdue)
        } else {
            None
        };
        Some(match reason {
            Some(reason) => {
                let retry_after = self.wait(now) + next.cost;
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
            if !was_stopped || took > run.cost {
                self.costs.learn(run.spec.cost_class, took);
            }
        }
    }

    /// Removes a job; `None` if it has left the queue already.
    pub(in crate::pool) fn remove(&mut self, id: u64) -> Option<Waiting<J>> {
        for lane in [&mut self.interactive, &mut self.batch] {
            if let Some(index) = lane.iter().position(|waiting| waiting.id == id) {
                return lane.remove(index);
            }
        }
        None
    }

    /// Removes all jobs.
    pub(in crate::pool) fn clear(&mut self) -> impl Iterator<Item = Waiting<J>> + use<J> {
        let (interactive, batch) = (std::mem::take(&mut self.interactive), std::mem::take(&mut self.batch));
        interactive.into_iter().chain(batch)
    }

    /// How many jobs of this priority wait.
    pub(in crate::pool) fn depth(&self, priority: Priority) -> usize {
        match priority {
            Priority::Interactive => self.interactive.len(),
            Priority::Batch => self.batch.len(),
        }
    }

    /// The estimated wait of an interactive job that comes now. Simulates the queue: each job goes to the worker that is
    /// free first, and ends at its deadline at the latest.
    pub(in crate::pool) fn wait(&self, now: Instant) -> Duration {
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        let mut free: BinaryHeap<Reverse<Duration>> =
            self.running.iter().map(|run| Reverse(run.as_ref().map_or(Duration::ZERO, |run| run.left(now)))).collect();
        let mut assign = |waiting: &Waiting<J>| {
            if let Some(mut first) = free.peek_mut() {
                let starts = first.0;
                first.0 = (starts + waiting.cost).min(left(waiting.spec.deadline)).max(starts);
            }
        };
        let mut batch = self.batch.iter();
        for (index, interactive) in self.interactive.iter().enumerate() {
            let taken = self.interactive_streak as usize + index;
            if taken > 0 && taken.is_multiple_of(INTERACTIVE_PER_BATCH as usize) {
                batch.next().into_iter().for_each(&mut assign);
            }
            assign(interactive);
        }
        free.peek().map_or(Duration::ZERO, |first| first.0)
    }

    fn free_workers(&self) -> usize {
        self.running.iter().filter(|run| run.is_none()).count()
    }

    fn lane(&mut self, priority: Priority) -> &mut VecDeque<Waiting<J>> {
        match priority {
            Priority::Interactive => &mut self.interactive,
            Priority::Batch => &mut self.batch,
        }
    }

    /// Interactive jobs first, but a batch job after every [`INTERACTIVE_PER_BATCH`] of them.
    fn pop(&mut self) -> Option<Waiting<J>> {
        let batch_is_due = self.interactive.is_empty() || self.interactive_streak >= INTERACTIVE_PER_BATCH;
        if batch_is_due && let Some(job) = self.batch.pop_front() {
            self.interactive_streak = 0;
            return Some(job);
        }
        let job = self.interactive.pop_front()?;
        self.interactive_streak = (self.interactive_streak + 1).min(INTERACTIVE_PER_BATCH);
        Some(job)
    }
}

impl Running {
    /// The estimated rest of its running time. A job that exceeds its estimate is expected to run as long again.
    fn left(&self, now: Instant) -> Duration {
        let ran = now.saturating_duration_since(self.since);
        let left = if ran < self.cost { self.cost - ran } else { ran };
        left.min(self.spec.deadline.saturating_duration_since(now))
    }
}
