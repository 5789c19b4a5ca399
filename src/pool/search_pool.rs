//! A fixed number of threads behind a bounded queue.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Condvar};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep_until};

use super::error::{PoolError, ShedReason};
use super::job::{JobSpec, Priority};
use super::metrics::Metrics;
use super::queue::Ticket;
use super::worker::{Doing, Job, Shared, Task, Worker};
use crate::client::ClientLimits;
use crate::search::{Engine, Stop};
use crate::spans::Waiting;

/// Worker threads behind a bounded queue. When the pool is dropped, the threads end once the queue is empty.
pub struct SearchPool {
    pub(super) shared: Arc<Shared>,
}

impl SearchPool {
    /// [Starts](Self::start) a pool.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    #[must_use]
    pub fn new(workers: usize, capacity: usize, table_bytes: usize) -> Self {
        Self::start("pool", workers, capacity, table_bytes).expect("the system has a thread for every worker")
    }

    /// Starts `workers` threads behind a queue. Once `capacity` jobs are waiting, only clients with few waiting jobs
    /// may add another. Each thread has a transposition table of at most `table_bytes`. `name` is part of the names of
    /// the threads and metrics.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(name: &'static str, workers: usize, capacity: usize, table_bytes: usize) -> io::Result<Self> {
        let pool = Self { shared: Arc::new(Shared::new(name, workers, capacity, table_bytes)) };
        for number in 0..workers {
            let shared = Arc::clone(&pool.shared);
            // Allocated before the thread starts, so that a server has all its memory when it begins to listen.
            let engine = shared.engine();
            // The worker may be given a task before its thread runs.
            shared.lock().workers.push(Worker::default());
            let thread = thread::Builder::new().name(format!("{name}-{number}")).stack_size(Engine::STACK);
            thread.spawn(move || shared.work(number, engine))?;
        }
        Ok(pool)
    }

    /// Starts a pool of one more thread, with a queue of the same capacity, for work that is too short to wait for
    /// searches: parsing large requests, describing positions, reading and writing records.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn short_jobs(&self) -> io::Result<Self> {
        Self::start("short_jobs", 1, self.shared.capacity, 0)
    }

    /// Closes the pool. Running jobs stop with their best result so far, waiting jobs are dropped, and new jobs are
    /// refused.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.open = false;
        state.stop_all();
        let waiting = state.queue.clear();
        drop(state);
        self.shared.wake.iter().for_each(Condvar::notify_all);
        self.shared.refuse(waiting.into_iter().map(|waiting| (waiting.job, PoolError::Closed)));
    }

    /// Limits each client from now on. Without limits, a client may use everything that no other client wants.
    pub fn limit_clients(&self, limits: ClientLimits) {
        self.shared.lock().queue.limits = limits;
    }

    /// The error for work that its caller refuses before submitting it. Counted together with the pool's own refusals.
    #[must_use]
    pub fn refused(&self, reason: ShedReason, retry_after: Duration) -> PoolError {
        self.shared.counted(PoolError::Shed { reason, retry_after })
    }

    /// The metrics of this pool.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Updates the gauges, which are only read when metrics are scraped.
    pub fn update_gauges(&self) {
        let (state, metrics) = (self.shared.lock(), &self.shared.metrics);
        for priority in Priority::ALL {
            metrics.set_depth(priority, state.queue.depth(priority));
        }
        let doing = |kind: fn(&Doing) -> bool| state.workers.iter().filter(|worker| kind(&worker.doing)).count() as i64;
        metrics.busy.set(doing(|doing| matches!(doing, Doing::Job(..))));
        metrics.helping.set(doing(|doing| matches!(doing, Doing::Help(_))));
    }

    /// The number of threads.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.shared.wake.len()
    }

    /// The number of results that each worker's engine can hold. Answers may depend on it, so it is part of their
    /// entity tag.
    #[must_use]
    pub fn table_results(&self) -> usize {
        Engine::capacity(self.shared.table_bytes)
    }

    /// Runs `work` and waits for its result, see [`SearchPool::submit`].
    ///
    /// # Errors
    /// [`PoolError`], if the work did not run or has no result.
    pub async fn run<T: Send + 'static>(
        &self,
        spec: impl Into<JobSpec>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(spec, work)?.await
    }

    /// Admits `work`. It will be called with the worker's engine, its stop flag, and the time that it was queued.
    ///
    /// # Errors
    /// [`PoolError::Shed`] or [`PoolError::Closed`], if the work is not admitted.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn submit<T: Send + 'static>(
        &self,
        spec: impl Into<JobSpec>,
        work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<JobHandle<T>, PoolError> {
        let spec = spec.into();
        let (stop, (answer, receiver)) = (Stop::default(), oneshot::channel());
        let waiting = Waiting::begin(self.shared.name, spec.priority.name());
        let (its_stop, since) = (stop.clone(), Instant::now());
        let task: Task = Box::new(move |given| {
            // The turn ends before the caller has the answer, because a caller that asks again has to find the worker free.
            let answered = given.map(|(engine, turn)| {
                let (queued, part_of) = (since.elapsed(), waiting.end());
                turn.shared.metrics.waited(spec.priority, queued);
                part_of.in_scope(|| work(engine, &its_stop, queued))
            });
            // Fails if the caller has dropped its handle.
            let _ = answer.send(answered);
        });
        let ticket = self.shared.admit(spec, Job { stop: stop.clone(), task }, since)?;
        // Needed even if a worker is free, because another job may get that worker first.
        let expiry = Some(Box::pin(sleep_until(spec.deadline.min(spec.begin_by).into())));
        Ok(JobHandle { receiver, stop, expiry, ticket, finished: false, shared: Arc::clone(&self.shared) })
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.lock().open = false;
        self.shared.wake.iter().for_each(Condvar::notify_all);
    }
}

/// An admitted job, as a future of its result.
///
/// Dropping it cancels the job: a waiting job leaves the queue, and a running one has its stop flag raised.
#[must_use = "dropped, it cancels its job"]
pub struct JobHandle<T> {
    receiver: oneshot::Receiver<Result<T, PoolError>>,
    stop: Stop,
    /// `None` once the deadline has passed.
    expiry: Option<Pin<Box<Sleep>>>,
    ticket: Ticket,
    finished: bool,
    shared: Arc<Shared>,
}

impl<T> Future for JobHandle<T> {
    type Output = Result<T, PoolError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(received) = Pin::new(&mut self.receiver).poll(context) {
            self.finished = true;
            // A job that is neither done nor refused has panicked.
            return Poll::Ready(received.unwrap_or(Err(PoolError::Panicked)));
        }
        if self.expiry.as_mut().is_some_and(|expiry| expiry.as_mut().poll(context).is_ready()) {
            self.expiry = None;
            // The caller gets the error at the deadline, not when a worker becomes free. A running job ends by itself.
            let mut state = self.shared.lock();
            let removed = state.queue.remove(self.ticket);
            let error = state.queue.expired(self.ticket.client, Instant::now());
            drop(state);
            if removed.is_some() {
                self.finished = true;
                return Poll::Ready(Err(self.shared.counted(error)));
            }
        }
        Poll::Pending
    }
}

impl<T> Drop for JobHandle<T> {
    fn drop(&mut self) {
        if !self.finished {
            self.stop.raise();
            // Dropped after releasing the lock, as above.
            let removed = self.shared.lock().queue.remove(self.ticket);
            self.shared.metrics.cancelled(if removed.is_some() { "queued" } else { "running" });
        }
    }
}
