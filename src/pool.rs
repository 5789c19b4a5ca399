//! The search pool: the only place where CPU work runs.
//!
//! A fixed number of dedicated threads take jobs from two bounded queues: urgent ones, for which somebody waits, and patient ones,
//! which are parts of something larger and get every fourth turn while there is urgent work. A job whose caller has gone away is stopped or
//! skipped, one whose deadline has passed is refused, one that panics costs its caller an error and nobody else anything.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout_at;

use crate::search::{Stop, Table};

/// Dedicated worker threads behind a bounded queue. Dropping it ends the threads once the queue is empty.
pub struct SearchPool {
    shared: Arc<Shared>,
}

/// Why a job gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// The queue is full; room is expected after about so long.
    Full {
        /// The estimate.
        retry_after: Duration,
    },
    /// The deadline passed before a worker was free; nothing was run.
    Expired {
        /// When a new try may have better luck.
        retry_after: Duration,
    },
    /// The pool is closed; nothing was run.
    Closed,
    /// The job panicked. The panic has been logged; the worker goes on.
    Panicked,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Signals that a job was queued, or that no more will be.
    changed: Condvar,
    capacity: usize,
    workers: usize,
    /// Room for patient jobs, queued or running. They wait for it without taking a place.
    room: Arc<Semaphore>,
}

struct Queue {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    /// Urgent jobs taken since a patient one was.
    passed: u32,
    /// What stops the job that each worker has.
    running: Vec<Option<Stop>>,
    open: bool,
    /// Moving average of how long jobs run, for the estimate that refusals carry.
    typical: Duration,
}

/// While there are both kinds, so many urgent jobs are taken for each patient one.
const URGENT_PER_PATIENT: u32 = 3;

/// Which queue a job waits in.
#[derive(Clone, Copy)]
enum Priority {
    Urgent,
    Patient,
}

/// A job runs, finds that it must not any more, or is dropped unrun when nobody waits for it.
struct Job {
    stop: Stop,
    run: Work,
}

type Work = Box<dyn FnOnce(&mut Table, Waited) + Send>;

/// How long callers would have to wait, as of now.
struct Waited {
    retry_after: Duration,
}

impl SearchPool {
    /// Starts `workers` threads over a queue of at most `capacity` waiting jobs. Each has a transposition table of at most
    /// `table_bytes`.
    ///
    /// # Panics
    /// If the system gives no thread.
    #[must_use]
    pub fn new(workers: usize, capacity: usize, table_bytes: usize) -> Self {
        let queue = Queue {
            urgent: VecDeque::with_capacity(capacity),
            patient: VecDeque::new(),
            passed: 0,
            running: vec![None; workers],
            open: true,
            typical: Duration::ZERO,
        };
        let room = Arc::new(Semaphore::new(capacity + workers));
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new(), capacity, workers, room });
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("search-{number}")).stack_size(8 << 20);
            thread.spawn(move || shared.work(number, table_bytes)).expect("the system has a thread for every worker");
        }
        Self { shared }
    }

    /// Ends everything soon: what runs is stopped and has its best so far, what waits is dropped, nothing more is admitted.
    pub fn close(&self) {
        let mut queue = self.shared.lock();
        queue.open = false;
        queue.urgent.clear();
        queue.patient.clear();
        queue.running.iter().flatten().for_each(Stop::raise);
        drop(queue);
        self.shared.changed.notify_all();
    }

    /// How many threads there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.shared.workers
    }

    /// Runs `work` behind what is urgent. A full queue is waited for, up to the deadline.
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it; never [`PoolError::Full`].
    pub async fn run_patiently<T: Send + 'static>(
        &self,
        deadline: Instant,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let room = timeout_at(deadline.into(), Arc::clone(&self.shared.room).acquire_owned()).await;
        let Ok(room) = room else {
            return Err(PoolError::Expired { retry_after: self.shared.wait(&self.shared.lock()) });
        };
        let work = move |table: &mut Table, stop: &Stop, queued: Duration| {
            let _room = room;
            work(table, stop, queued)
        };
        self.place(Priority::Patient, deadline, work)?.await
    }

    /// Runs `work` on a worker and waits for its result, see [`SearchPool::submit`].
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it.
    pub async fn run<T: Send + 'static>(
        &self,
        deadline: Instant,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(deadline, work)?.await
    }

    /// Admits `work`, to be run on a worker. It gets the worker's table, the flag to stop by, and the time it was queued.
    ///
    /// # Errors
    /// [`PoolError::Full`] or [`PoolError::Closed`], when it is not admitted.
    pub fn submit<T: Send + 'static>(
        &self,
        deadline: Instant,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        self.place(Priority::Urgent, deadline, work)
    }

    fn place<T: Send + 'static>(
        &self,
        priority: Priority,
        deadline: Instant,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        let stop = Stop::default();
        let (sender, receiver) = oneshot::channel();
        let ticket = Ticket { receiver, stop: stop.clone() };
        let queued = Instant::now();
        let flag = stop.clone();
        let run = Box::new(move |table: &mut Table, waited: Waited| {
            if stop.is_raised() {
                return;
            }
            let started = Instant::now();
            let result = if started >= deadline {
                Err(PoolError::Expired { retry_after: waited.retry_after })
            } else {
                // What outlives the job is the table, and the next search makes that fresh: no broken state is seen.
                let outcome = catch_unwind(AssertUnwindSafe(|| work(table, &stop, started - queued)));
                outcome.map_err(|_| PoolError::Panicked)
            };
            // The caller may have gone; then nobody wants the result.
            let _ = sender.send(result);
        });
        self.shared.push(priority, Job { stop: flag, run })?;
        Ok(ticket)
    }
}

/// Work that was admitted: a future of its result.
///
/// Dropping it raises the work's flag: a caller that goes away frees its worker.
#[must_use = "dropped, it stops its work"]
pub struct Ticket<T> {
    receiver: oneshot::Receiver<Result<T, PoolError>>,
    stop: Stop,
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, PoolError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let received = ready!(Pin::new(&mut self.receiver).poll(context));
        // Dropped unrun while somebody waits: only a pool that closes does that.
        Poll::Ready(received.unwrap_or(Err(PoolError::Closed)))
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.lock().open = false;
        self.shared.changed.notify_all();
    }
}

impl Queue {
    /// Urgent jobs first, but never only those.
    fn next(&mut self) -> Option<Job> {
        let patient_turn = self.urgent.is_empty() || self.passed >= URGENT_PER_PATIENT;
        if patient_turn && let Some(job) = self.patient.pop_front() {
            self.passed = 0;
            return Some(job);
        }
        self.passed = (self.passed + 1).min(URGENT_PER_PATIENT);
        self.urgent.pop_front()
    }
}

impl Shared {
    /// A panic never happens while the lock is held, and would leave the queue whole if it did.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, priority: Priority, job: Job) -> Result<(), PoolError> {
        let mut queue = self.lock();
        match priority {
            _ if !queue.open => return Err(PoolError::Closed),
            Priority::Urgent if queue.urgent.len() >= self.capacity => {
                return Err(PoolError::Full { retry_after: self.wait(&queue) });
            }
            Priority::Urgent => queue.urgent.push_back(job),
            Priority::Patient => queue.patient.push_back(job),
        }
        drop(queue);
        self.changed.notify_one();
        Ok(())
    }

    /// How long a job queued now would wait.
    fn wait(&self, queue: &Queue) -> Duration {
        queue.typical * (queue.urgent.len() as u32 + 1) / self.workers as u32
    }

    fn work(&self, number: usize, table_bytes: usize) {
        let mut table = Table::new(table_bytes);
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.next() {
                let waited = Waited { retry_after: self.wait(&queue) };
                queue.running[number] = Some(job.stop);
                drop(queue);
                let started = Instant::now();
                (job.run)(&mut table, waited);
                queue = self.lock();
                queue.running[number] = None;
                queue.typical = (queue.typical * 7 + started.elapsed()) / 8;
            } else if queue.open {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            } else {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests;
