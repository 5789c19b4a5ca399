//! The worker threads and the state that they share with callers.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::admission::{Dequeued, Queue};
use super::error::{PoolError, ShedReason};
use super::metrics::Metrics;
use crate::search::{Engine, Stop};

/// Shared by the pool, its threads and its job handles.
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    /// Signals that a job was queued, or that the pool was closed.
    pub(super) changed: Condvar,
    pub(super) workers: usize,
    pub(super) capacity: usize,
    pub(super) table_bytes: usize,
    /// Bounds the batch jobs that are queued or running. Those without a permit wait outside of the queue.
    pub(super) batch_permits: Arc<Semaphore>,
    pub(super) metrics: Metrics,
}

/// Guarded by the lock.
pub(super) struct State {
    pub(super) queue: Queue<Job>,
    /// The stop flag of each worker's job.
    pub(super) running: Vec<Option<Stop>>,
    pub(super) open: bool,
}

/// A job is run, or called with an error, or dropped if it was cancelled.
pub(super) struct Job {
    pub(super) stop: Stop,
    pub(super) work: Work,
}

/// Called with the worker's engine and the time in the queue, or with the error that refused the job; and with a
/// function to call when it is done.
///
/// The job calls that function before it sends its result. A caller that asks again at once must not find the worker
/// still busy with the previous job.
pub(super) type Work = Box<dyn FnOnce(Result<(&mut Engine, Duration), PoolError>, &dyn Fn()) + Send>;

impl Shared {
    /// Ignores poison: no code that can panic runs while the lock is held.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a job whose deadline passed in the queue, and returns its error.
    pub(super) fn expired(&self) -> PoolError {
        let retry_after = self.lock().queue.wait(Instant::now());
        let error = PoolError::Shed { reason: ShedReason::Expired, retry_after };
        self.count(&error);
        error
    }

    pub(super) fn count(&self, error: &PoolError) {
        if let PoolError::Shed { reason, .. } = error {
            self.metrics.shed(*reason, 1);
        }
    }

    /// The loop of the worker of this number. Ends when the pool is closed and the queue is empty.
    pub(super) fn work(&self, number: usize, mut engine: Engine) {
        let mut state = self.lock();
        loop {
            match state.queue.take(number, Instant::now()) {
                Some(Dequeued::Run(next)) => {
                    let Job { stop, work } = next.job;
                    state.running[number] = Some(stop.clone());
                    drop(state);
                    let started = Instant::now();
                    let queued = started - next.since;
                    self.metrics.busy.inc();
                    self.metrics.waited.observe(queued.as_secs_f64());
                    engine.new_game();
                    work(Ok((&mut engine, queued)), &|| {
                        let ended = Instant::now();
                        self.metrics.busy.dec();
                        self.metrics.ran.observe((ended - started).as_secs_f64());
                        let mut state = self.lock();
                        state.running[number] = None;
                        state.queue.done(number, stop.is_raised(), ended);
                    });
                    state = self.lock();
                }
                Some(Dequeued::Refuse(next, error)) => {
                    drop(state);
                    self.count(&error);
                    (next.job.work)(Err(error), &|| ());
                    state = self.lock();
                }
                None if state.open => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                None => return,
            }
        }
    }
}
