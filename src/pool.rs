//! The search pool: the only place where CPU work runs.
//!
//! A fixed number of dedicated threads take jobs from two bounded queues: urgent ones, for which somebody waits, and
//! patient ones, which are parts of something larger and get every fourth turn while there is urgent work. What cannot
//! be done in time is refused, at once if that can be told. A job whose caller has gone away is stopped, or leaves the
//! queue; one that panics costs its caller an error and nobody else anything.

mod codel;
mod cost;
mod error;
mod meters;
mod queue;
mod ticket;
mod worker;

pub use error::{PoolError, Shed};
pub use meters::Meters;
pub use ticket::Ticket;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep_until, timeout_at};

use crate::search::{Engine, Stop, Table};
use queue::{Priority, Queue};
use worker::{Job, Shared, State, Work};

/// Bytes of a worker's stack.
const STACK: usize = 8 << 20;

/// Dedicated worker threads behind a bounded queue. Dropping it ends the threads once the queue is empty.
pub struct SearchPool {
    shared: Arc<Shared>,
}

/// What a job tells of itself.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// When its result is due. Past this, it is not worth starting.
    pub deadline: Instant,
    /// The same number for all jobs that can be expected to take equally long.
    pub cost_class: u64,
}

impl From<Instant> for Terms {
    fn from(deadline: Instant) -> Self {
        Self { deadline, cost_class: 0 }
    }
}

impl SearchPool {
    /// [Starts](Self::start) a pool.
    ///
    /// # Panics
    /// If the system gives no thread.
    #[must_use]
    pub fn new(workers: usize, capacity: usize, table_bytes: usize) -> Self {
        Self::start(workers, capacity, table_bytes).expect("the system has a thread for every worker")
    }

    /// What the system has to have for so many workers, at most, in bytes: their tables and stacks.
    #[must_use]
    pub const fn memory(workers: usize, table_bytes: usize) -> usize {
        // A table has a sixteenth beside it, for its tags.
        workers.saturating_mul(table_bytes.saturating_add(table_bytes / 16).saturating_add(STACK))
    }

    /// Starts `workers` threads over a queue of at most `capacity` waiting jobs. Each has a transposition table of at
    /// most `table_bytes`.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(workers: usize, capacity: usize, table_bytes: usize) -> io::Result<Self> {
        Self::named("pool", workers, capacity, table_bytes)
    }

    /// One thread beside a pool's, behind a queue as long, for what is read and described: short work that is not to
    /// wait for searches.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn desk(&self) -> io::Result<Self> {
        Self::named("desk", 1, self.shared.capacity, 0)
    }

    fn named(name: &str, workers: usize, capacity: usize, table_bytes: usize) -> io::Result<Self> {
        let pool = Self::without_threads(name, workers, capacity, table_bytes);
        for number in 0..workers {
            let shared = Arc::clone(&pool.shared);
            let thread = thread::Builder::new().name(format!("{name}-{number}")).stack_size(STACK);
            // Here, so that whoever serves has what it needs.
            let engine = Engine::new(table_bytes);
            thread.spawn(move || shared.work(number, engine))?;
        }
        Ok(pool)
    }

    /// A pool whose workers are still to come.
    fn without_threads(name: &str, workers: usize, capacity: usize, table_bytes: usize) -> Self {
        let state = State { queue: Queue::new(workers, capacity), running: vec![None; workers], open: true };
        let room = Arc::new(Semaphore::new(capacity + workers));
        let meters = Meters::new(name, workers);
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Self { shared: Arc::new(Shared { state, changed, workers, capacity, table_bytes, room, meters }) }
    }

    /// Ends everything soon: what runs is stopped and has its best so far, what waits is dropped, nothing more is
    /// admitted.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.open = false;
        let waiting = state.queue.clear();
        state.running.iter().flatten().for_each(Stop::raise);
        drop(state);
        self.shared.changed.notify_all();
        // Outside of the lock, as always: a job may hold anything, the ticket of another one for example.
        drop(waiting);
    }

    /// Its metrics.
    #[must_use]
    pub fn meters(&self) -> &Meters {
        &self.shared.meters
    }

    /// Brings those metrics up to date that are not kept so all the time: how many jobs wait.
    pub fn take_stock(&self) {
        let state = self.shared.lock();
        let depths = [Priority::Urgent, Priority::Patient].map(|priority| state.queue.depth(priority));
        drop(state);
        self.shared.meters.depths(depths);
    }

    /// How many threads there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.shared.workers
    }

    /// How many results each worker's table has room for: what answers may depend on beside the question.
    #[must_use]
    pub fn table_results(&self) -> usize {
        Table::capacity(self.shared.table_bytes)
    }

    /// Runs `work` behind what is urgent. A full queue is waited for, up to the deadline.
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it; never [`Shed::QueueFull`] or [`Shed::TooLate`].
    pub async fn run_patiently<T: Send + 'static>(
        &self,
        terms: impl Into<Terms>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let terms = terms.into();
        let room = timeout_at(terms.deadline.into(), Arc::clone(&self.shared.room).acquire_owned()).await;
        let Ok(room) = room else { return Err(self.shared.expired()) };
        let work = move |engine: &mut Engine, stop: &Stop, queued: Duration| {
            let _room = room;
            work(engine, stop, queued)
        };
        self.place(Priority::Patient, terms, work)?.await
    }

    /// Runs `work` on a worker and waits for its result, see [`SearchPool::submit`].
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it.
    pub async fn run<T: Send + 'static>(
        &self,
        terms: impl Into<Terms>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(terms, work)?.await
    }

    /// Admits `work`, to be run on a worker. It gets the worker's engine, the flag to stop by, and the time it was
    /// queued.
    ///
    /// # Errors
    /// [`PoolError::Shed`] or [`PoolError::Closed`], when it is not admitted.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn submit<T: Send + 'static>(
        &self,
        terms: impl Into<Terms>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        self.place(Priority::Urgent, terms.into(), work)
    }

    fn place<T: Send + 'static>(
        &self,
        priority: Priority,
        terms: Terms,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        let stop = Stop::default();
        let (sender, receiver) = oneshot::channel();
        let flag = stop.clone();
        let panics = self.shared.meters.panics.clone();
        let work: Work = Box::new(move |turn, over| {
            // The engine outlives the job, and begins anew with the next one: no broken state is seen.
            let result = turn.and_then(|(engine, queued)| {
                catch_unwind(AssertUnwindSafe(|| work(engine, &flag, queued))).map_err(|_| {
                    panics.inc();
                    PoolError::Panicked
                })
            });
            over();
            // The caller may have gone; then nobody wants the result.
            let _ = sender.send(result);
        });
        let mut state = self.shared.lock();
        if !state.open {
            return Err(PoolError::Closed);
        }
        let admitted = state.queue.admit(priority, terms, Job { stop: stop.clone(), work }, Instant::now());
        drop(state);
        let id = admitted.map_err(|(error, _job)| {
            self.shared.note(&error);
            error
        })?;
        self.shared.changed.notify_one();
        // A free worker is no promise: another job's turn may come first.
        let expiry = Some(Box::pin(sleep_until(terms.deadline.into())));
        Ok(Ticket { receiver, stop, expiry, id, settled: false, shared: Arc::clone(&self.shared) })
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.lock().open = false;
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
