//! The worker threads, and the state that they share with callers.

use std::cell::Cell;
use std::mem::{forget, replace};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::error::{PoolError, ShedReason};
use super::metrics::Metrics;
use super::queue::{Dequeued, Queue};
use crate::client::Client;
use crate::search::helpers::{HelperJob, Helpers};
use crate::search::{Engine, Stop, Trail};

/// The pause after a panic that no job caught. It limits the cost of a worker that panics again and again, for example
/// because there is no memory for its table.
const PANIC_PAUSE: Duration = Duration::from_millis(100);

/// How many positions the pool remembers a worker for. Positions that share a slot replace each other.
const REMEMBERED: usize = 1024;

/// The state that the pool, its threads and its job handles share.
pub(super) struct Shared {
    pub(super) name: &'static str,
    pub(super) state: Mutex<State>,
    /// Signals each worker that it has a task, or that the pool was closed.
    pub(super) wake: Vec<Condvar>,
    pub(super) capacity: usize,
    pub(super) table_bytes: usize,
    pub(super) metrics: Metrics,
}

/// The state behind the lock.
pub(super) struct State {
    pub(super) queue: Queue<Job>,
    /// The started workers.
    pub(super) workers: Vec<Worker>,
    /// The worker to try first for the next job, so that games spread over the workers.
    pub(super) first: usize,
    /// Keys of positions, and the worker that last searched each.
    pub(super) searched: Box<[(u64, usize)]>,
    pub(super) open: bool,
}

/// A worker, as seen by the others.
#[derive(Default)]
pub(super) struct Worker {
    /// A task that was assigned to the worker, which has not begun it.
    pub(super) given: Option<Task>,
    pub(super) doing: Doing,
}

/// What a worker does, or was assigned to do.
#[derive(Default)]
pub(super) enum Doing {
    #[default]
    Nothing,
    Job(Stop, Instant),
    /// Help with another worker's search.
    Help(Stop),
}

pub(super) struct Job {
    pub(super) stop: Stop,
    pub(super) work: Work,
}

/// Called with the worker's engine and the time in the queue, or with the error that refused the job. The second
/// argument is a function to call before sending the result: a caller that asks again must not find the worker still
/// busy with its last job.
pub(super) type Work = Box<dyn FnOnce(Result<(&mut Engine, Duration), PoolError>, &dyn Fn()) -> JobEnd + Send>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobEnd {
    Done,
    /// The engine may be in any state.
    Panicked,
}

pub(super) enum Task {
    Job(Dequeued<Job>),
    Help(HelperJob),
}

impl Worker {
    pub(super) const fn is_free(&self) -> bool {
        matches!(self.doing, Doing::Nothing) && self.given.is_none()
    }
}

impl State {
    /// Assigns the next job to a free worker and returns that worker, which the caller has to wake. Called after a job
    /// was queued. If no worker is free, a worker that helps another one is asked to stop.
    pub(super) fn place(&mut self, trail: Trail) -> Option<usize> {
        let worker = self.free_worker(trail);
        if let Some(worker) = worker {
            self.give(worker, Instant::now());
            return Some(worker);
        }
        let helping = |worker: &Worker| match &worker.doing {
            Doing::Help(stop) if !stop.is_raised() => Some(stop.clone()),
            _ => None,
        };
        self.workers.iter().find_map(helping).as_ref().map(Stop::raise);
        None
    }

    /// A free worker, preferably one that searched a position of this trail. The player's own last position is two
    /// plies back.
    fn free_worker(&mut self, trail: Trail) -> Option<usize> {
        let knows =
            |key: u64| Some(self.searched[key as usize % REMEMBERED]).filter(|known| key != 0 && known.0 == key);
        let known = [trail[2], trail[0], trail[1]].into_iter().filter_map(knows).map(|(_, worker)| worker);
        let count = self.workers.len();
        let others = (self.first..self.first + count).map(|number| number % count);
        let chosen = known.chain(others).find(|worker| self.workers[*worker].is_free())?;
        self.first = chosen + 1;
        Some(chosen)
    }

    /// Assigns the next job of the queue to this worker. Returns whether there was a job.
    fn give(&mut self, worker: usize, now: Instant) -> bool {
        let Some(next) = self.queue.take(worker, now) else { return false };
        if let Dequeued::Run(next) = &next {
            self.workers[worker].doing = Doing::Job(next.job.stop.clone(), now);
            let key = next.spec.trail[0];
            self.searched[key as usize % REMEMBERED] = (key, worker);
        }
        self.workers[worker].given = Some(Task::Job(next));
        true
    }

    /// Stops all searches, which answer with their best results so far.
    pub(super) fn stop_all(&self) {
        for worker in &self.workers {
            if let Doing::Job(stop, _) | Doing::Help(stop) = &worker.doing {
                stop.raise();
            }
        }
    }
}

impl Shared {
    pub(super) fn new(name: &'static str, workers: usize, capacity: usize, table_bytes: usize) -> Self {
        let queue = Queue::new(workers, capacity);
        let searched = vec![(0, 0); REMEMBERED].into();
        let state = Mutex::new(State { queue, workers: Vec::new(), first: 0, searched, open: true });
        let wake = (0..workers).map(|_| Condvar::new()).collect();
        Self { name, state, wake, capacity, table_bytes, metrics: Metrics::new(name, workers) }
    }

    /// Ignores poisoning, because no code that can panic runs while the lock is held.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new engine for a worker, with the free workers as helpers.
    pub(super) fn engine(self: &Arc<Self>) -> Engine {
        Engine::new(self.table_bytes).with_helpers(Box::new(FreeWorkers(Arc::clone(self))))
    }

    /// Counts a job of this client whose deadline passed in the queue, and returns the error for its caller.
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

    /// Runs the worker with this number on the current thread, until the pool is closed and the queue is empty. A panic
    /// does not end it, but costs it its engine.
    pub(super) fn work(self: &Arc<Self>, number: usize, engine: Engine) {
        let mut engine = Some(engine);
        while let Some(task) = self.next_task(number) {
            let is_over = Cell::new(false);
            let over = || {
                if !is_over.replace(true) {
                    self.over(number);
                }
            };
            // A job may panic outside of what it catches itself, for example while its result is dropped.
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

    /// Waits for the next task; `None` if the pool is closed and the queue is empty.
    fn next_task(&self, number: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.workers[number].given.is_some() || state.give(number, Instant::now()) {
                return state.workers[number].given.take();
            }
            if !state.open {
                return None;
            }
            state = self.wake[number].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs a task. The task calls `over` when it is done, or leaves that to the caller.
    fn run(&self, task: Task, engine: &mut Engine, over: &dyn Fn()) -> JobEnd {
        match task {
            Task::Job(Dequeued::Run(next)) => {
                let queued = next.since.elapsed();
                self.metrics.waited(next.spec.priority, queued);
                self.metrics.busy.inc();
                (next.job.work)(Ok((engine, queued)), over)
            }
            Task::Job(Dequeued::Expired(next)) => (next.job.work)(Err(self.expired(next.spec.client)), over),
            Task::Help(job) => {
                self.metrics.helping.inc();
                engine.help(job);
                JobEnd::Done
            }
        }
    }

    /// Records that the worker's task is over, and assigns the next job: a waiting job comes before helping another
    /// worker's search.
    fn over(&self, number: usize) {
        let (mut state, now) = (self.lock(), Instant::now());
        match replace(&mut state.workers[number].doing, Doing::Nothing) {
            Doing::Nothing => {}
            Doing::Help(_) => self.metrics.helping.dec(),
            Doing::Job(stop, since) => {
                self.metrics.busy.dec();
                self.metrics.ran.observe((now - since).as_secs_f64());
                state.queue.done(number, stop.is_raised(), now);
            }
        }
        state.give(number, now);
    }
}

/// Calls a function, and returns `None` if it panicked. Unwind safe only if the caller discards what the function
/// touched.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    let payload = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => return Some(result),
        Err(payload) => payload,
    };
    // The payload may panic while it is dropped. Then the payload of that second panic is leaked.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        forget(again);
    }
    None
}

/// The free workers of a pool, which help with its searches.
pub(super) struct FreeWorkers(pub(super) Arc<Shared>);

impl Helpers for FreeWorkers {
    fn start(&self, job: HelperJob) -> bool {
        let mut state = self.0.lock();
        let free = if state.open { state.free_worker([0; 3]) } else { None };
        let Some(worker) = free else { return false };
        // From now on, a job that finds no free worker stops this helper.
        state.workers[worker] = Worker { doing: Doing::Help(job.stop.clone()), given: Some(Task::Help(job)) };
        drop(state);
        self.0.wake[worker].notify_one();
        true
    }
}
