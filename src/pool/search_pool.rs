//! A fixed number of threads behind a bounded queue.

use std::io;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::sleep_until;

use super::admission::{Admitted, Client, ClientLimits, Priority, Queue};
use super::error::PoolError;
use super::job_handle::JobHandle;
use super::metrics::Metrics;
use super::placement::Placement;
use super::worker::{FreeWorkers, Job, JobEnd, Shared, State, Work, caught};
use crate::search::{Engine, Stop, Trail};
use crate::spans::Waiting;

/// Bytes of a worker's stack.
const STACK: usize = 8 << 20;

/// Dedicated worker threads behind a bounded queue. Dropping it ends the threads once the queue is empty.
pub struct SearchPool {
    pub(super) shared: Arc<Shared>,
}

/// The deadline and the expected cost of a job.
#[derive(Clone, Copy, Debug)]
pub struct JobSpec {
    /// The pool does not start a job past its deadline.
    pub deadline: Instant,
    /// Jobs of one class are expected to run equally long.
    pub cost_class: u64,
    /// The way of its game. A free worker that searched one of these positions is preferred.
    pub trail: Trail,
    /// The client that it is for. Clients take turns.
    pub client: Client,
}

impl From<Instant> for JobSpec {
    fn from(deadline: Instant) -> Self {
        Self { deadline, cost_class: 0, trail: [0; 3], client: Client::NOBODY }
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

    /// The most memory that `workers` threads take for tables and stacks, in bytes.
    #[must_use]
    pub const fn memory(workers: usize, table_bytes: usize) -> usize {
        // The tags of a table take another sixteenth.
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

    /// A pool of one more thread, with a queue of the same capacity, for work that is too short to wait for searches:
    /// parsing large requests and describing positions.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn short_jobs(&self) -> io::Result<Self> {
        Self::named("short_jobs", 1, self.shared.capacity, 0)
    }

    fn named(name: &'static str, workers: usize, capacity: usize, table_bytes: usize) -> io::Result<Self> {
        let pool = Self::without_threads(name, workers, capacity, table_bytes);
        for number in 0..workers {
            // It may be given a task before it runs.
            pool.shared.lock().placement.set_free(number);
            let shared = Arc::clone(&pool.shared);
            let thread = thread::Builder::new().name(format!("{name}-{number}")).stack_size(STACK);
            let helpers = Arc::clone(&pool.shared);
            let new_engine = move || Engine::new(table_bytes).with_helpers(Box::new(FreeWorkers(Arc::clone(&helpers))));
            // Allocated before the thread starts, so that a server that listens has its memory.
            let engine = new_engine();
            thread.spawn(move || shared.work(number, new_engine, engine))?;
        }
        Ok(pool)
    }

    /// A pool whose threads are not started.
    pub(super) fn without_threads(name: &'static str, workers: usize, capacity: usize, table_bytes: usize) -> Self {
        let state = State {
            queue: Queue::new(workers, capacity),
            placement: Placement::new(),
            given: (0..workers).map(|_| None).collect(),
            running: vec![None; workers],
            helping: vec![None; workers],
            open: true,
        };
        let metrics = Metrics::new(name, workers);
        let (state, wake) = (Mutex::new(state), (0..workers).map(|_| Condvar::new()).collect());
        Self { shared: Arc::new(Shared { name, state, wake, workers, capacity, table_bytes, metrics }) }
    }

    /// Closes the pool: running jobs stop with their best result so far, waiting jobs are dropped, new ones refused.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.open = false;
        let waiting = state.queue.clear();
        state.stop_all();
        drop(state);
        self.shared.wake_all();
        // Dropped outside of the lock: a job may own anything, the handle of another job for example.
        drop(waiting);
    }

    /// Limits each client from now on. Without, any client may have all that there is while no other wants it.
    pub fn limit_clients(&self, limits: ClientLimits) {
        self.shared.lock().queue.limit_clients(limits);
    }

    /// The metrics of this pool.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Updates the gauges of the queues' depths, which are read only when metrics are scraped.
    pub fn update_gauges(&self) {
        let state = self.shared.lock();
        let depths = Priority::ALL.map(|priority| (priority, state.queue.depth(priority)));
        drop(state);
        for (priority, depth) in depths {
            self.shared.metrics.set_depth(priority, depth);
        }
    }

    /// The number of threads.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.shared.workers
    }

    /// The number of results that each worker's engine holds. Answers may depend on it, so it is part of their entity
    /// tag.
    #[must_use]
    pub fn table_results(&self) -> usize {
        Engine::capacity(self.shared.table_bytes)
    }

    /// Runs `work` at batch priority. It is never refused for the length of the queue: the caller bounds how many such jobs
    /// it has at a time.
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it; never [`ShedReason::QueueFull`] or
    /// [`ShedReason::TooLate`].
    ///
    /// [`ShedReason::QueueFull`]: super::ShedReason::QueueFull
    /// [`ShedReason::TooLate`]: super::ShedReason::TooLate
    pub async fn run_batch<T: Send + 'static>(
        &self,
        spec: impl Into<JobSpec>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.enqueue(Priority::Batch, spec.into(), work)?.await
    }

    /// Runs `work` at interactive priority and waits for its result, see [`SearchPool::submit`].
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it.
    pub async fn run<T: Send + 'static>(
        &self,
        spec: impl Into<JobSpec>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(spec, work)?.await
    }

    /// Admits `work` at interactive priority. It is called with the worker's engine, its stop flag, and the time that it
    /// was queued.
    ///
    /// # Errors
    /// [`PoolError::Shed`] or [`PoolError::Closed`], when it is not admitted.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn submit<T: Send + 'static>(
        &self,
        spec: impl Into<JobSpec>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<JobHandle<T>, PoolError> {
        self.enqueue(Priority::Interactive, spec.into(), work)
    }

    fn enqueue<T: Send + 'static>(
        &self,
        priority: Priority,
        spec: JobSpec,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<JobHandle<T>, PoolError> {
        let stop = Stop::default();
        let (sender, receiver) = oneshot::channel();
        let flag = stop.clone();
        let panics = self.shared.metrics.panics.clone();
        let waiting = Waiting::begin(self.shared.name, priority.name());
        let work: Work = Box::new(move |started, finished| {
            let part_of = waiting.end();
            // Unwind safe: only the engine outlives the job, and its worker throws it away.
            let result = started.and_then(|(engine, queued)| {
                part_of.in_scope(|| caught(|| work(engine, &flag, queued))).ok_or_else(|| {
                    panics.inc();
                    PoolError::Panicked
                })
            });
            drop(part_of);
            finished();
            let end = if matches!(result, Err(PoolError::Panicked)) { JobEnd::Panicked } else { JobEnd::Done };
            // Fails if the caller has dropped its handle.
            let _ = sender.send(result);
            end
        });
        let mut state = self.shared.lock();
        if !state.open {
            return Err(PoolError::Closed);
        }
        let admitted = state.queue.admit(priority, spec, Job { stop: stop.clone(), work }, Instant::now());
        let worker = if admitted.is_ok() { state.place(spec) } else { None };
        drop(state);
        if let Some(worker) = worker {
            self.shared.wake(worker);
        }
        let Admitted { ticket, evicted } = admitted.map_err(|(error, _job)| {
            self.shared.count(&error);
            error
        })?;
        if let Some((evicted, error)) = evicted {
            self.shared.count(&error);
            (evicted.job.work)(Err(error), &|| ());
        }
        // Needed even if a worker is free: another job may get it first.
        let expiry = Some(Box::pin(sleep_until(spec.deadline.into())));
        Ok(JobHandle { receiver, stop, expiry, ticket, finished: false, shared: Arc::clone(&self.shared) })
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.lock().open = false;
        self.shared.wake_all();
    }
}
