//! The worker threads and the state that they share with callers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::JobSpec;
use super::admission::{Client, Dequeued, Queue};
use super::error::{PoolError, ShedReason};
use super::metrics::Metrics;
use super::placement::Placement;
use crate::search::{Engine, HelperJob, Helpers, Stop};

/// Shared by the pool, its threads and its job handles.
pub(super) struct Shared {
    pub(super) name: &'static str,
    pub(super) state: Mutex<State>,
    /// Each worker's signal that it was given a task, or that the pool was closed.
    pub(super) wake: Vec<Condvar>,
    pub(super) workers: usize,
    pub(super) capacity: usize,
    pub(super) table_bytes: usize,
    pub(super) metrics: Metrics,
}

/// Guarded by the lock.
pub(super) struct State {
    pub(super) queue: Queue<Job>,
    /// The free workers, and the positions that each worker searched.
    pub(super) placement: Placement,
    /// The task that each free worker was given while it waits.
    pub(super) given: Vec<Option<Task>>,
    /// The stop flag of each worker's job.
    pub(super) running: Vec<Option<Stop>>,
    /// The stop flag of each worker that helps another one, or was asked to.
    pub(super) helping: Vec<Option<Stop>>,
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
pub(super) type Work = Box<dyn FnOnce(Result<(&mut Engine, Duration), PoolError>, &dyn Fn()) -> JobEnd + Send>;

/// The end of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobEnd {
    Done,
    /// Its engine may be in any state.
    Panicked,
}

/// The next thing for a worker to do.
pub(super) enum Task {
    /// A job from the queue.
    Job(Dequeued<Job>),
    /// A part of another worker's search.
    Help(HelperJob),
}

impl State {
    /// Gives the job that was queued last to a free worker, one that searched its game if there is one. Returns that
    /// worker, which is to be woken. Without a free one, a worker that helps another is asked to stop that.
    pub(super) fn place(&mut self, spec: JobSpec) -> Option<usize> {
        let worker = self.placement.choose(spec.trail);
        if let Some(worker) = worker {
            self.given[worker] = self.queue.take(worker, Instant::now()).map(Task::Job);
        } else if let Some(helper) = self.helping.iter().flatten().find(|stop| !stop.is_raised()) {
            helper.raise();
        }
        worker
    }

    /// Stops all searches, with their best results so far.
    pub(super) fn stop_all(&self) {
        let given = self.given.iter().flatten().filter_map(|task| match task {
            Task::Job(Dequeued::Run(next)) => Some(&next.job.stop),
            Task::Job(Dequeued::Refuse(..)) | Task::Help(_) => None,
        });
        self.running.iter().chain(&self.helping).flatten().chain(given).for_each(Stop::raise);
    }
}

impl Shared {
    /// Ignores poison: no code that can panic runs while the lock is held.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a job of this client whose deadline passed in the queue, and returns its error.
    pub(super) fn expired(&self, client: Client) -> PoolError {
        let retry_after = self.lock().queue.wait_of(client, Instant::now());
        let error = PoolError::Shed { reason: ShedReason::Expired, retry_after };
        self.count(&error);
        error
    }

    pub(super) fn count(&self, error: &PoolError) {
        if let PoolError::Shed { reason, .. } = error {
            self.metrics.shed(*reason, 1);
        }
    }

    /// Has every waiting worker look whether the pool is closed.
    pub(super) fn wake_all(&self) {
        self.wake.iter().for_each(Condvar::notify_all);
    }

    /// Wakes a worker that was given a task. The state is unlocked by then, so that the worker does not wait for it.
    pub(super) fn wake(&self, worker: usize) {
        self.wake[worker].notify_one();
    }

    /// The loop of the worker of this number. Ends when the pool is closed and the queue is empty.
    pub(super) fn work(&self, number: usize, new_engine: impl Fn() -> Engine, mut engine: Engine) {
        let mut state = self.lock();
        loop {
            state.placement.set_busy(number);
            let task = state.given[number].take();
            let task = task.or_else(|| state.queue.take(number, Instant::now()).map(Task::Job));
            match task {
                Some(Task::Job(Dequeued::Run(next))) => {
                    let Job { stop, work } = next.job;
                    state.running[number] = Some(stop.clone());
                    state.placement.searched(number, next.spec.trail);
                    drop(state);
                    let started = Instant::now();
                    let queued = started - next.since;
                    self.metrics.busy.inc();
                    self.metrics.waited(next.priority, queued);
                    let end = work(Ok((&mut engine, queued)), &|| {
                        let ended = Instant::now();
                        self.metrics.busy.dec();
                        self.metrics.ran.observe((ended - started).as_secs_f64());
                        let mut state = self.lock();
                        state.running[number] = None;
                        state.queue.done(number, stop.is_raised(), ended);
                    });
                    if end == JobEnd::Panicked {
                        engine = new_engine();
                    }
                    state = self.lock();
                }
                Some(Task::Job(Dequeued::Refuse(next, error))) => {
                    drop(state);
                    self.count(&error);
                    (next.job.work)(Err(error), &|| ());
                    state = self.lock();
                }
                Some(Task::Help(HelperJob { run, .. })) => {
                    drop(state);
                    self.metrics.helping.inc();
                    if catch_unwind(AssertUnwindSafe(|| run(&mut engine))).is_err() {
                        self.metrics.panics.inc();
                        engine = new_engine();
                    }
                    self.metrics.helping.dec();
                    state = self.lock();
                    state.helping[number] = None;
                }
                None if state.open => {
                    state.placement.set_free(number);
                    state = self.wake[number].wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                None => return,
            }
        }
    }
}

/// The free workers of a pool, as helpers for its searches.
pub(super) struct FreeWorkers(pub(super) Arc<Shared>);

impl Helpers for FreeWorkers {
    fn start(&self, job: HelperJob) -> Result<(), HelperJob> {
        let mut state = self.0.lock();
        let free = if state.open { state.placement.choose([0; 3]) } else { None };
        let Some(worker) = free else { return Err(job) };
        // From now on, a job that finds no free worker stops this one.
        state.helping[worker] = Some(job.stop.clone());
        state.given[worker] = Some(Task::Help(job));
        drop(state);
        self.0.wake(worker);
        Ok(())
    }
}
