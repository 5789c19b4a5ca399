//! The worker threads, and the state that they share with callers.

use std::cell::Cell;
use std::mem::{forget, replace};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::client::Client;
use super::error::{PoolError, ShedReason};
use super::metrics::Metrics;
use super::placement::Placement;
use super::queue::{Dequeued, Queue};
use crate::search::{Engine, HelperJob, Helpers, Stop, Trail};

/// The pause after a panic that no job caught. It bounds what a worker costs that panics again and again, for example
/// without memory for its table.
const PANIC_PAUSE: Duration = Duration::from_millis(100);

/// Shared by the pool, its threads and its job handles.
pub(super) struct Shared {
    pub(super) name: &'static str,
    pub(super) state: Mutex<State>,
    /// Each worker's signal that it was given a task, or that the pool was closed.
    pub(super) wake: Vec<Condvar>,
    pub(super) capacity: usize,
    pub(super) table_bytes: usize,
    pub(super) metrics: Metrics,
}

/// Guarded by the lock.
pub(super) struct State {
    pub(super) queue: Queue<Job>,
    pub(super) placement: Placement,
    /// What each worker does, or has been given to do.
    pub(super) doing: Vec<Doing>,
    /// The task that each worker was given and has not begun.
    pub(super) given: Vec<Option<Task>>,
    pub(super) open: bool,
}

pub(super) enum Doing {
    Nothing,
    Job(Stop, Instant),
    /// A part of another worker's search.
    Help(Stop),
}

pub(super) struct Job {
    pub(super) stop: Stop,
    pub(super) work: Work,
}

/// Called with the worker's engine and the time in the queue, or with the error that refused the job; and with a function
/// to call when it is done.
///
/// The job calls that function before it sends its result. A caller that asks again must not find the worker still busy
/// with the previous job.
pub(super) type Work = Box<dyn FnOnce(Result<(&mut Engine, Duration), PoolError>, &dyn Fn()) -> JobEnd + Send>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobEnd {
    Done,
    /// Its engine may be in any state.
    Panicked,
}

/// The next thing for a worker to do.
pub(super) enum Task {
    Job(Dequeued<Job>),
    Help(HelperJob),
}

impl State {
    /// After a job was queued: gives the next one to a free worker, preferably one that searched this game, and returns
    /// that worker, which has to be woken. Without a free one, a worker that helps another is asked to stop that.
    pub(super) fn place(&mut self, trail: Trail) -> Option<usize> {
        let worker = self.placement.choose(trail);
        if let Some(worker) = worker {
            self.give(worker, Instant::now());
            return Some(worker);
        }
        let helping = |doing: &Doing| match doing {
            Doing::Help(stop) if !stop.is_raised() => Some(stop.clone()),
            _ => None,
        };
        self.doing.iter().find_map(helping).as_ref().map(Stop::raise);
        None
    }

    /// Gives the next job of the queue to this worker. Returns whether there was one.
    fn give(&mut self, worker: usize, now: Instant) -> bool {
        let Some(next) = self.queue.take(worker, now) else { return false };
        if let Dequeued::Run(next) = &next {
            self.doing[worker] = Doing::Job(next.job.stop.clone(), now);
            self.placement.searched(worker, next.spec.trail);
        }
        self.given[worker] = Some(Task::Job(next));
        true
    }

    /// Stops all searches, with their best results so far.
    pub(super) fn stop_all(&self) {
        for doing in &self.doing {
            if let Doing::Job(stop, _) | Doing::Help(stop) = doing {
                stop.raise();
            }
        }
    }
}

impl Shared {
    /// Ignores poison: no code that can panic runs while the lock is held.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new engine of a worker, with the free workers as helpers.
    pub(super) fn engine(self: &Arc<Self>) -> Engine {
        Engine::new(self.table_bytes).with_helpers(Box::new(FreeWorkers(Arc::clone(self))))
    }

    /// Counts a job of this client whose deadline passed in the queue, and returns its error.
    pub(super) fn expired(&self, client: Client) -> PoolError {
        let retry_after = self.lock().queue.wait(client, Instant::now());
        self.counted(PoolError::Shed { reason: ShedReason::Expired, retry_after })
    }

    pub(super) fn counted(&self, error: PoolError) -> PoolError {
        if let PoolError::Shed { reason, .. } = error {
            self.metrics.shed(reason, 1);
        }
        error
    }

    /// The thread of the worker of this number. It ends when the pool is closed and the queue is empty, and only then: a
    /// panic costs the worker its engine.
    pub(super) fn work(self: &Arc<Self>, number: usize, engine: Engine) {
        let mut engine = Some(engine);
        while let Some(task) = self.next_task(number) {
            let is_over = Cell::new(false);
            let over = || if !is_over.replace(true) { self.over(number) };
            // A job may panic outside of what it catches itself, in the drop of a result for example.
            let end = caught(|| self.run(task, engine.get_or_insert_with(|| self.engine()), &over));
            over();
            if end != Some(JobEnd::Done) {
                engine = None;
            }
            if end.is_none() {
                self.metrics.panics.inc();
                sleep(PANIC_PAUSE);
            }
        }
    }

    /// Waits for the next task; `None` when the pool is closed and the queue is empty.
    fn next_task(&self, number: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.given[number].is_some() || state.give(number, Instant::now()) {
                state.placement.set_busy(number);
                return state.given[number].take();
            }
            if !state.open {
                return None;
            }
            state.placement.set_free(number);
            state = self.wake[number].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs a task, which calls `over` when it is done or leaves that to the caller.
    fn run(&self, task: Task, engine: &mut Engine, over: &dyn Fn()) -> JobEnd {
        match task {
            Task::Job(Dequeued::Run(next)) => {
                let queued = next.since.elapsed();
                self.metrics.waited(next.priority, queued);
                self.metrics.busy.inc();
                (next.job.work)(Ok((engine, queued)), over)
            }
            Task::Job(Dequeued::Expired(next)) => (next.job.work)(Err(self.expired(next.spec.client)), &|| ()),
            Task::Help(HelperJob { run, .. }) => {
                self.metrics.helping.inc();
                run(engine);
                JobEnd::Done
            }
        }
    }

    /// Notes that the worker's task is over, and gives it the next job: a part of another worker's search must not come
    /// before a job that waits.
    fn over(&self, number: usize) {
        let (mut state, now) = (self.lock(), Instant::now());
        match replace(&mut state.doing[number], Doing::Nothing) {
            Doing::Nothing => {}
            Doing::Help(_) => self.metrics.helping.dec(),
            Doing::Job(stop, since) => {
                self.metrics.busy.dec();
                self.metrics.ran.observe((now - since).as_secs_f64());
                state.queue.done(number, stop.is_raised(), now);
            }
        }
        if !state.give(number, now) {
            state.placement.set_free(number);
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

/// The free workers of a pool, as helpers for its searches.
pub(super) struct FreeWorkers(pub(super) Arc<Shared>);

impl Helpers for FreeWorkers {
    fn start(&self, job: HelperJob) -> bool {
        let mut state = self.0.lock();
        let free = if state.open { state.placement.choose([0; 3]) } else { None };
        let Some(worker) = free else { return false };
        // From now on, a job that finds no free worker stops this one.
        state.doing[worker] = Doing::Help(job.stop.clone());
        state.given[worker] = Some(Task::Help(job));
        drop(state);
        self.0.wake[worker].notify_one();
        true
    }
}
