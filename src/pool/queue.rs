//! Which job runs next, and which never will: the pool's decisions, apart from threads and clocks.
//!
//! An urgent job is admitted if, by estimate, its turn comes early enough; see [`Queue::admit`]. On its turn it is
//! refused after all if its deadline has passed, or if jobs have been waiting too long for too long; see [`Codel`].

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::{Duration, Instant};

use super::codel::Codel;
use super::cost::Costs;
use super::{PoolError, Shed, Terms};

/// While there are both kinds, so many urgent jobs are taken for each patient one.
const URGENT_PER_PATIENT: u32 = 3;

/// Jobs that wait, and what is known of those that run.
pub(super) struct Queue<J> {
    urgent: VecDeque<Waiting<J>>,
    patient: VecDeque<Waiting<J>>,
    /// Urgent jobs taken since a patient one was.
    passed: u32,
    /// What each worker has.
    running: Vec<Option<Running>>,
    costs: Costs,
    codel: Codel,
    /// Most urgent jobs that may wait.
    capacity: usize,
    next_id: u64,
}

/// Which queue a job waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    Urgent,
    Patient,
}

/// A job in the queue.
pub(super) struct Waiting<J> {
    pub(super) id: u64,
    pub(super) job: J,
    pub(super) priority: Priority,
    pub(super) since: Instant,
    terms: Terms,
    cost: Duration,
}

struct Running {
    since: Instant,
    terms: Terms,
    cost: Duration,
}

/// A job whose turn has come.
pub(super) enum Next<J> {
    Run(Waiting<J>),
    Refuse(Waiting<J>, PoolError),
}

impl<J> Queue<J> {
    pub(super) fn new(workers: usize, capacity: usize) -> Self {
        Self {
            urgent: VecDeque::new(),
            patient: VecDeque::new(),
            passed: 0,
            running: (0..workers).map(|_| None).collect(),
            costs: Costs::default(),
            codel: Codel::default(),
            capacity,
            next_id: 0,
        }
    }

    /// Takes a job in and names it, unless it is urgent and the queue is full or its turn is expected to come too late.
    ///
    /// That is when what would be left of its time, once the work before it is done, is less than what such jobs
    /// usually take; or less than half of its time, for jobs that take all the time that they are given.
    ///
    /// # Errors
    /// [`PoolError::Shed`], and the job, for its owner to drop where it may. The estimate is the wait and the job's own
    /// cost together.
    pub(super) fn admit(
        &mut self,
        priority: Priority,
        terms: Terms,
        job: J,
        now: Instant,
    ) -> Result<u64, (PoolError, J)> {
        let cost = self.costs.estimate(terms.cost_class);
        let at_once = self.free_workers() > self.urgent.len() + self.patient.len();
        if priority == Priority::Urgent && !at_once {
            let (wait, budget) = (self.wait(now), terms.deadline.saturating_duration_since(now));
            let shed = |reason| PoolError::Shed { reason, retry_after: wait + cost };
            if self.urgent.len() >= self.capacity {
                return Err((shed(Shed::QueueFull), job));
            }
            if wait + cost.min(budget / 2) > budget {
                return Err((shed(Shed::TooLate), job));
            }
        }
        let id = self.next_id;
        self.next_id += 1;
        self.line(priority).push_back(Waiting { id, job, priority, since: now, terms, cost });
        Ok(id)
    }

    /// The next job for this worker.
    pub(super) fn take(&mut self, worker: usize, now: Instant) -> Option<Next<J>> {
        let next = self.pop()?;
        let waited = now.saturating_duration_since(next.since);
        let alone = self.urgent.is_empty();
        let pace = self.costs.typical() / self.running.len() as u32;
        let reason = if now >= next.terms.deadline {
            Some(Shed::Expired)
        } else if next.priority == Priority::Urgent && self.codel.drops(waited, alone, pace, now) {
            Some(Shed::Overdue)
        } else {
            None
        };
        Some(match reason {
            Some(reason) => {
                let retry_after = self.wait(now) + next.cost;
                Next::Refuse(next, PoolError::Shed { reason, retry_after })
            }
            None => {
                self.running[worker] = Some(Running { since: now, terms: next.terms, cost: next.cost });
                Next::Run(next)
            }
        })
    }

    /// The worker's job is over. One that was stopped from outside says little of what such jobs take.
    pub(super) fn done(&mut self, worker: usize, was_stopped: bool, now: Instant) {
        if let Some(run) = self.running[worker].take() {
            let took = now.saturating_duration_since(run.since);
            if !was_stopped || took > run.cost {
                self.costs.learn(run.terms.cost_class, took);
            }
        }
    }

    /// Takes a job out that nobody waits for any more; `None` if its turn has come already.
    pub(super) fn forget(&mut self, id: u64) -> Option<Waiting<J>> {
        for line in [&mut self.urgent, &mut self.patient] {
            if let Some(index) = line.iter().position(|waiting| waiting.id == id) {
                return line.remove(index);
            }
        }
        None
    }

    /// Takes out everything that waits.
    pub(super) fn clear(&mut self) -> impl Iterator<Item = Waiting<J>> + use<J> {
        let (urgent, patient) = (std::mem::take(&mut self.urgent), std::mem::take(&mut self.patient));
        urgent.into_iter().chain(patient)
    }

    /// How many jobs of this priority wait.
    pub(super) fn depth(&self, priority: Priority) -> usize {
        match priority {
            Priority::Urgent => self.urgent.len(),
            Priority::Patient => self.patient.len(),
        }
    }

    /// How long an urgent job that comes now is expected to wait: the work before it is handed out in order, each job
    /// to the worker that is free first. A job stops at its deadline, or was not begun by then.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        let mut free: BinaryHeap<Reverse<Duration>> =
            self.running.iter().map(|run| Reverse(run.as_ref().map_or(Duration::ZERO, |run| run.left(now)))).collect();
        let mut hand_out = |waiting: &Waiting<J>| {
            if let Some(mut first) = free.peek_mut() {
                let starts = first.0;
                first.0 = (starts + waiting.cost).min(left(waiting.terms.deadline)).max(starts);
            }
        };
        let mut patient = self.patient.iter();
        for (index, urgent) in self.urgent.iter().enumerate() {
            let taken = self.passed as usize + index;
            if taken > 0 && taken.is_multiple_of(URGENT_PER_PATIENT as usize) {
                patient.next().into_iter().for_each(&mut hand_out);
            }
            hand_out(urgent);
        }
        free.peek().map_or(Duration::ZERO, |first| first.0)
    }

    fn free_workers(&self) -> usize {
        self.running.iter().filter(|run| run.is_none()).count()
    }

    fn line(&mut self, priority: Priority) -> &mut VecDeque<Waiting<J>> {
        match priority {
            Priority::Urgent => &mut self.urgent,
            Priority::Patient => &mut self.patient,
        }
    }

    /// Urgent jobs first, but never only those.
    fn pop(&mut self) -> Option<Waiting<J>> {
        let patient_turn = self.urgent.is_empty() || self.passed >= URGENT_PER_PATIENT;
        if patient_turn && let Some(job) = self.patient.pop_front() {
            self.passed = 0;
            return Some(job);
        }
        let job = self.urgent.pop_front()?;
        self.passed = (self.passed + 1).min(URGENT_PER_PATIENT);
        Some(job)
    }
}

impl Running {
    /// How long it is expected to go on: the rest of its estimate, or, once that is over, as long again as it has
    /// taken.
    fn left(&self, now: Instant) -> Duration {
        let ran = now.saturating_duration_since(self.since);
        let left = if ran < self.cost { self.cost - ran } else { ran };
        left.min(self.terms.deadline.saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests;
