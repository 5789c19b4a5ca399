//! The worker threads and the state that they share with callers.

use std::cell::Cell;
use std::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::JobSpec;
use super::admission::{Client, Dequeued, Queue};
use super::error::{PoolError, ShedReason};
use super::metrics::Metrics;
use super::placement::Placement;
use crate::search::{Engine, HelperJob, Helpers, Stop};

/// The pause before a worker goes on after a panic that no job caught. It bounds what a worker costs that panics again
/// and again, for example without memory for its table.
const RESTART_PAUSE: Duration = Duration::from_millis(100);

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

    /// The thread of the worker of this number. Ends when the pool is closed and the queue is empty, and only then: a
    /// panic outside of jobs, such as one in the drop of a result, costs the worker its engine and a pause.
    pub(super) fn work(&self, number: usize, new_engine: impl Fn() -> Engine, engine: Engine) {
        let mut engine = Some(engine);
        while caught(|| self.work_on(number, &new_engine, engine.take().unwrap_or_else(&new_engine))).is_none() {
            self.metrics.panics.inc();
            sleep(RESTART_PAUSE);
        }
    }

    /// The loop of the worker of this number.
    fn work_on(&self, number: usize, new_engine: impl Fn() -> Engine, mut engine: Engine) {
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
                    self.metrics.waited(next.priority, queued);
                    let running = Running::new(self, number, stop, started);
                    let end = work(Ok((&mut engine, queued)), &|| running.end());
                    drop(running);
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
                    if caught(|| run(&mut engine)).is_none() {
                        self.metrics.panics.inc();
                        engine = new_engine();
                    }
                    state = self.lock();
                    state.helping[number] = None;
                    // Under the lock, so that a worker that the metric leaves out is free.
                    self.metrics.helping.dec();
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

/// Calls a function, and returns nothing if it panicked. Unwind safe only for callers that throw away what it touched.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run))
        .map_err(|payload| {
            // The payload may panic when it is dropped. Then its own is leaked.
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                forget(again);
            }
        })
        .ok()
}

/// The job that a worker runs. Counted until its end, also if a panic ends it.
struct Running<'a> {
    shared: &'a Shared,
    number: usize,
    stop: Stop,
    started: Instant,
    ended: Cell<bool>,
}

impl<'a> Running<'a> {
    fn new(shared: &'a Shared, number: usize, stop: Stop, started: Instant) -> Self {
        shared.metrics.busy.inc();
        Self { shared, number, stop, started, ended: Cell::new(false) }
    }

    fn end(&self) {
        if self.ended.replace(true) {
            return;
        }
        let (metrics, ended) = (&self.shared.metrics, Instant::now());
        metrics.busy.dec();
        metrics.ran.observe((ended - self.started).as_secs_f64());
        let mut state = self.shared.lock();
        state.running[self.number] = None;
        state.queue.done(self.number, self.stop.is_raised(), ended);
        // A helper's part must not come before a job that waits.
        match state.queue.take(self.number, ended) {
            Some(next) => state.given[self.number] = Some(Task::Job(next)),
            None => state.placement.set_free(self.number),
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// The free workers of a pool, as helpers for its searches.
pub(super) struct FreeWorkers(pub(super) Arc<Shared>);

impl Helpers for FreeWorkers {
    fn start(&self, job: HelperJob) -> bool {
        let mut state = self.0.lock();
        let free = if state.open { state.placement.choose([0; 3]) } else { None };
        let Some(worker) = free else { return false };
        // From now on, a job that finds no free worker stops this one.
        state.helping[worker] = Some(job.stop.clone());
        state.given[worker] = Some(Task::Help(job));
        drop(state);
        self.0.wake(worker);
        true
    }
}
