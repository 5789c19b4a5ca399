//! The queue of a pool: which job runs next, and which jobs are refused. It starts no threads and reads no clock.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::costs::Costs;
use super::error::{PoolError, ShedReason};
use super::job::{JobSpec, Priority};
use crate::client::{Client, ClientLimits};

/// If both kinds of a client's jobs wait, this many interactive jobs run for each batch job.
const INTERACTIVE_PER_BATCH: u32 = 3;

/// The least that a client is charged for a job: about what handing it to a worker costs.
const MIN_CHARGE: Duration = Duration::from_micros(20);

/// When a client begins to wait, its used time becomes at least [`Queue::level`] minus this. So a client that sends one
/// small job after another need not wait for a turn of every other client each time.
const HEAD_START: Duration = Duration::from_millis(100);

/// The queue remembers how much time clients without a job have used, until it knows more clients than this. Then it
/// forgets all that have no job.
const MAX_REMEMBERED: usize = 1024;

/// A line of waiting jobs for each client, and the running jobs.
///
/// A job passes through these states. The methods below are the transitions, in the same order:
///
/// 1. *Waiting*: [`Queue::admit`] puts the job at the end of its client's line. It refuses a job that could not finish
///    in time, according to the moving average of what such jobs cost.
/// 2. *Running*: [`Queue::take`] gives the job to a worker, if it can still be done in time. The next job comes from the
///    client that has used the workers least, relative to its weight. If all jobs cost the same, that is round robin.
/// 3. *Over*: the job ran ([`Queue::done`]), its deadline passed while it waited ([`Queue::take`]), or its caller left
///    ([`Queue::remove`]).
///
/// An admitted job never makes room for another one, and running jobs are not preempted: a waiting job waits until they
/// end, even if they take long. A decision looks at every waiting job, which takes a few tens of microseconds for a
/// thousand jobs.
pub(super) struct Queue<J> {
    lines: HashMap<Client, Line<J>>,
    /// The job of each worker.
    running: Vec<Option<Running>>,
    pub(super) costs: Costs,
    /// How many interactive jobs may wait, see [`Queue::refusal`].
    capacity: usize,
    pub(super) limits: ClientLimits,
    /// The largest used time at which a client was served. A client that begins to wait starts at most [`HEAD_START`]
    /// below this, so that nobody can save up turns.
    level: Duration,
    /// The number of jobs admitted so far.
    admitted: u64,
}

/// The jobs of one client.
struct Line<J> {
    /// The waiting jobs, by priority.
    jobs: [VecDeque<Waiting<J>>; 2],
    /// Interactive jobs since the last batch job.
    since_batch: u32,
    /// The number of running jobs.
    running: usize,
    /// The workers' time that the client has used, divided by its weight.
    used: Duration,
    /// The number of the job with which the client began to wait. Of clients with equal used time, the one with the
    /// smaller number is served first.
    joined: u64,
}

/// A waiting job.
pub(super) struct Waiting<J> {
    pub(super) job: J,
    pub(super) spec: JobSpec,
    cost: Duration,
    number: u64,
}

/// Finds a waiting job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    pub(super) client: Client,
    priority: Priority,
    number: u64,
}

struct Running {
    since: Instant,
    spec: JobSpec,
    cost: Duration,
}

impl<J> Queue<J> {
    pub(super) fn new(workers: usize, capacity: usize) -> Self {
        Self {
            lines: HashMap::new(),
            running: (0..workers).map(|_| None).collect(),
            costs: Costs::new(),
            capacity,
            limits: ClientLimits::NONE,
            level: Duration::ZERO,
            admitted: 0,
        }
    }

    // Waiting

    /// Puts a job at the end of its client's line. Batch jobs are never refused, because their callers bound their
    /// number.
    ///
    /// # Errors
    /// [`PoolError::Shed`], with the estimated wait plus the job's own cost as `retry_after`. Also returns the job,
    /// which the caller has to drop after releasing the lock.
    pub(super) fn admit(&mut self, spec: JobSpec, job: J, now: Instant) -> Result<Ticket, (PoolError, J)> {
        let JobSpec { client, priority, deadline, .. } = spec;
        let budget = deadline.saturating_duration_since(now);
        let mut cost = self.costs.estimate(spec.cost_class).min(budget);
        if priority == Priority::Interactive && !self.starts_at_once(client) {
            let wait = self.wait(client, now);
            let to_begin = spec.begin_by.saturating_duration_since(now);
            if let Some(reason) = self.refusal(client, wait, cost, (to_begin, budget)) {
                return Err((PoolError::Shed { reason, retry_after: wait + cost }, job));
            }
            // The job ends at its deadline at the latest.
            cost = cost.min(budget.saturating_sub(wait));
        }
        self.admitted += 1;
        let (number, least) = (self.admitted, self.level.saturating_sub(HEAD_START));
        let line = self.lines.entry(client).or_insert_with(|| Line::new(least));
        if line.waiting() == 0 {
            line.used = line.used.max(least);
            line.joined = number;
        }
        line.jobs[priority as usize].push_back(Waiting { job, spec, cost, number });
        Ok(Ticket { client, priority, number })
    }

    /// Whether a job of this client would find a free worker. Waiting jobs of clients that have reached their limit of
    /// running jobs do not count.
    fn starts_at_once(&self, client: Client) -> bool {
        let room = |client: Client, line: &Line<J>| self.max_running(client).saturating_sub(line.running);
        let ahead = self.lines.iter().map(|(client, line)| line.waiting().min(room(*client, line)));
        let free = self.running.iter().filter(|run| run.is_none()).count();
        free > ahead.sum() && self.lines.get(&client).is_none_or(|line| room(client, line) > 0)
    }

    /// The reason to refuse an interactive job of this client, if there is one.
    ///
    /// A client may have its own limit of waiting jobs. Up to twice `capacity` jobs may wait. Past `capacity`, a client
    /// may add one only while all waiting jobs plus its own are below `2 × capacity`.
    ///
    /// The wait and the job have to fit into the time until the deadline. A quarter is added to the wait, because it is
    /// an estimate. At most half of the time is reserved for the job, so that a search which always uses its whole time
    /// limit may still wait. If the job's latest start is before its deadline, only the wait has to fit, and it has to
    /// end by then.
    fn refusal(
        &self,
        client: Client,
        wait: Duration,
        cost: Duration,
        (to_begin, budget): (Duration, Duration),
    ) -> Option<ShedReason> {
        let own = self.lines.get(&client).map_or(0, |line| line.jobs[Priority::Interactive as usize].len());
        let all = self.depth(Priority::Interactive);
        if own >= self.limits.waiting.min(client.part_of(self.capacity)) {
            Some(ShedReason::ClientFull)
        } else if all >= self.capacity && all + own >= self.capacity.saturating_mul(2) {
            Some(ShedReason::QueueFull)
        } else {
            let to_keep = if to_begin < budget { Duration::ZERO } else { cost.min(budget / 2) };
            (wait + wait / 4 + to_keep > to_begin).then_some(ShedReason::TooLate)
        }
    }

    /// The estimated wait of one more interactive job of this client: the time until a worker is free, plus the work
    /// ahead of the job. Other clients go first until their used time catches up with this client's.
    pub(super) fn wait(&self, client: Client, now: Instant) -> Duration {
        let (own, most) = (self.lines.get(&client), self.max_running(client));
        let least = self.level.saturating_sub(HEAD_START);
        let ahead = own.map_or(Duration::ZERO, Line::before_interactive);
        let until = own.map_or(least, |line| line.used.max(least)) + ahead / u32::from(client.weight());
        let others = self.lines.iter().filter(|(other, _)| **other != client);
        let others: Duration = others.map(|(other, line)| line.backlog_until(until, other.weight())).sum();
        let is_limited = own.is_some_and(|line| line.running >= most);
        let has_to_end = |run: &&Running| !is_limited || run.spec.client == client;
        let free_after = match self.running.iter().any(Option::is_none) && !is_limited {
            true => None,
            false => self.running.iter().flatten().filter(has_to_end).map(|run| run.left(now)).min(),
        };
        free_after.unwrap_or_default() + ahead / most as u32 + others / self.running.len() as u32
    }

    // Running

    /// Takes the next job for this worker. Jobs whose deadline has passed or is too near are added to `late`, each with
    /// the error to send to its caller once the lock is released.
    pub(super) fn take(&mut self, worker: usize, now: Instant, late: &mut Vec<(J, PoolError)>) -> Option<Waiting<J>> {
        loop {
            let may_begin =
                |client: &Client, line: &Line<J>| line.waiting() > 0 && line.running < self.max_running(*client);
            let next = self.lines.iter().filter(|(client, line)| may_begin(client, line));
            let client = *next.min_by_key(|(_, line)| (line.used, line.joined))?.0;
            let line = self.lines.get_mut(&client)?;
            let next = line.pop()?;
            // With less than half of its expected time, the job would produce nothing.
            if now + next.cost / 2 >= next.spec.deadline || now > next.spec.begin_by {
                self.forget_if_idle(client);
                late.push((next.job, self.expired(client, now)));
                continue;
            }
            self.level = self.level.max(line.used);
            line.used += charge(client, next.cost);
            line.running += 1;
            self.running[worker] = Some(Running { since: now, spec: next.spec, cost: next.cost });
            return Some(next);
        }
    }

    /// The error for a job of this client whose deadline passed in the queue.
    pub(super) fn expired(&self, client: Client, now: Instant) -> PoolError {
        PoolError::Shed { reason: ShedReason::Expired, retry_after: self.wait(client, now) }
    }

    // Over

    /// Records that the worker's job has ended. The client is charged the true cost instead of the estimate. A job that
    /// was stopped early does not lower the average of its kind.
    pub(super) fn done(&mut self, worker: usize, was_stopped: bool, now: Instant) {
        let Some(Running { since, spec, cost }) = self.running[worker].take() else { return };
        let took = now.saturating_duration_since(since);
        if !was_stopped || took > cost {
            self.costs.learn(spec.cost_class, took);
        }
        if let Some(line) = self.lines.get_mut(&spec.client) {
            line.running -= 1;
            line.used = (line.used + charge(spec.client, took)).saturating_sub(charge(spec.client, cost));
        }
        self.forget_if_idle(spec.client);
    }

    /// Removes a waiting job; `None` if it has left the queue already.
    pub(super) fn remove(&mut self, Ticket { client, priority, number }: Ticket) -> Option<Waiting<J>> {
        let line = self.lines.get_mut(&client)?;
        let jobs = &mut line.jobs[priority as usize];
        let removed = jobs.remove(jobs.binary_search_by_key(&number, |waiting| waiting.number).ok()?)?;
        self.forget_if_idle(client);
        Some(removed)
    }

    /// Removes all waiting jobs.
    pub(super) fn clear(&mut self) -> Vec<Waiting<J>> {
        self.lines.values_mut().flat_map(|line| &mut line.jobs).flat_map(|jobs| jobs.drain(..)).collect()
    }

    /// Forgets a client without jobs, unless its used time would still count when it comes back. If no client has a
    /// job, forgets all clients.
    fn forget_if_idle(&mut self, client: Client) {
        let is_idle = |line: &Line<J>| line.waiting() == 0 && line.running == 0;
        let owes_nothing = |line: &Line<J>| is_idle(line) && line.used + HEAD_START <= self.level;
        if self.lines.get(&client).is_some_and(owes_nothing) {
            self.lines.remove(&client);
        }
        let is_empty = self.lines.values().all(is_idle);
        if is_empty || self.lines.len() > MAX_REMEMBERED {
            self.lines.retain(|_, line| !is_idle(line));
        }
    }

    /// The number of waiting jobs of this priority.
    pub(super) fn depth(&self, priority: Priority) -> usize {
        self.lines.values().map(|line| line.jobs[priority as usize].len()).sum()
    }

    /// The number of known clients.
    #[cfg(test)]
    pub(super) fn known(&self) -> usize {
        self.lines.len()
    }

    /// How many jobs of this client may run at a time.
    fn max_running(&self, client: Client) -> usize {
        let workers = self.running.len();
        self.limits.running.min(client.part_of(workers)).clamp(1, workers.max(1))
    }
}

impl<J> Line<J> {
    fn new(used: Duration) -> Self {
        Self { jobs: Default::default(), since_batch: 0, running: 0, used, joined: 0 }
    }

    /// The number of waiting jobs.
    fn waiting(&self) -> usize {
        self.jobs.iter().map(VecDeque::len).sum()
    }

    /// Interactive jobs first, but a batch job after every [`INTERACTIVE_PER_BATCH`] of them.
    fn pop(&mut self) -> Option<Waiting<J>> {
        let [interactive, batch] = &mut self.jobs;
        let batch_is_due = interactive.is_empty() || self.since_batch >= INTERACTIVE_PER_BATCH;
        let due = if batch_is_due { batch.pop_front() } else { None };
        self.since_batch = if due.is_some() { 0 } else { (self.since_batch + 1).min(INTERACTIVE_PER_BATCH) };
        due.or_else(|| interactive.pop_front())
    }

    /// The estimated cost of the waiting jobs, by priority.
    fn backlog(&self) -> [Duration; 2] {
        self.jobs.each_ref().map(|jobs| jobs.iter().map(|waiting| waiting.cost).sum())
    }

    /// The estimated work of this client until its used time reaches `until`. `weight` is the client's weight.
    fn backlog_until(&self, until: Duration, weight: u16) -> Duration {
        self.backlog().iter().sum::<Duration>().min(until.saturating_sub(self.used) * weight.into())
    }

    /// The estimated work of this client that comes before one more interactive job.
    fn before_interactive(&self) -> Duration {
        let [interactive, batch] = self.backlog();
        interactive + batch.min(interactive / INTERACTIVE_PER_BATCH)
    }
}

impl Running {
    /// The estimated remaining running time. A job that exceeds its estimate is expected to run as long again.
    fn left(&self, now: Instant) -> Duration {
        let ran = now.saturating_duration_since(self.since);
        let left = if ran < self.cost { self.cost - ran } else { ran };
        left.min(self.spec.deadline.saturating_duration_since(now))
    }
}

/// What a job adds to its client's used time.
fn charge(client: Client, cost: Duration) -> Duration {
    cost.max(MIN_CHARGE) / u32::from(client.weight())
}
