//! The worker threads, and the state that they share with callers.

use std::mem::{forget, take};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::error::PoolError;
use super::job::JobSpec;
use super::metrics::Metrics;
use super::queue::{Queue, Ticket};
use crate::search::helpers::{HelperJob, Helpers};
use crate::search::{Engine, Stop, Trail};

/// The pause of a worker that could not make an engine, for example because there is no memory for its table.
const PAUSE_WITHOUT_ENGINE: Duration = Duration::from_millis(100);

/// How many positions the pool remembers, each with the worker that searched it. Positions that share a slot replace
/// each other.
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
    /// A task that the worker was given and has not begun.
    pub(super) given: Option<Task>,
    pub(super) doing: Doing,
}

/// What a worker does, or was given to do.
#[derive(Default)]
pub(super) enum Doing {
    #[default]
    Nothing,
    Job(Stop, Instant),
    /// Help with another worker's search.
    Help(Stop),
}

/// An admitted job.
pub(super) struct Job {
    pub(super) stop: Stop,
    pub(super) task: Task,
}

/// Work for a worker. The task of a job gets an engine and a turn, or the error that says why the job was not run. The
/// task answers its caller when the turn is over. Tasks are called and dropped without the lock, because they may own
/// anything, for example the handle of another job.
pub(super) type Task = Box<dyn FnOnce(Result<(&mut Engine, Turn<'_>), PoolError>) + Send>;

/// A worker's turn. When it is dropped, the worker is free, and takes the next job.
pub(super) struct Turn<'a> {
    pub(super) shared: &'a Shared,
    worker: usize,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.shared.over(self.worker, Instant::now());
    }
}

impl Worker {
    pub(super) const fn is_free(&self) -> bool {
        matches!(self.doing, Doing::Nothing)
    }

    /// # Panics
    /// If the worker already has something to do, because that task would be lost.
    fn give(&mut self, given: Task, doing: Doing) {
        assert!(self.is_free() && self.given.is_none(), "a worker does one thing at a time");
        *self = Self { given: Some(given), doing };
    }
}

impl State {
    /// Gives the next job to a free worker and returns that worker, which the caller has to wake. Called after a job
    /// was queued. If no worker is free, stops one that is only helping with another worker's search.
    fn place(&mut self, trail: Trail, now: Instant, late: &mut Vec<(Job, PoolError)>) -> Option<usize> {
        let worker = self.free_worker(trail);
        if let Some(worker) = worker {
            self.give(worker, now, late);
            return Some(worker);
        }
        let helping = |worker: &Worker| match &worker.doing {
            Doing::Help(stop) if !stop.is_raised() => Some(stop.clone()),
            _ => None,
        };
        self.workers.iter().find_map(helping).as_ref().map(Stop::raise);
        None
    }

    /// A free worker, preferably one that searched a position of this trail. `trail[2]` comes first: two plies ago, the
    /// same player was to move.
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

    /// Gives the next job of the queue to this free worker, if there is one.
    fn give(&mut self, worker: usize, now: Instant, late: &mut Vec<(Job, PoolError)>) {
        let Some(next) = self.queue.take(worker, now, late) else { return };
        let key = next.spec.trail[0];
        self.searched[key as usize % REMEMBERED] = (key, worker);
        self.workers[worker].give(next.job.task, Doing::Job(next.job.stop, now));
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

    /// Admits a job, and gives the next one to a worker if one is free.
    ///
    /// # Errors
    /// If the job is not admitted.
    pub(super) fn admit(&self, spec: JobSpec, job: Job, now: Instant) -> Result<Ticket, PoolError> {
        let mut late = Vec::new();
        let mut state = self.lock();
        if !state.open {
            return Err(PoolError::Closed);
        }
        let admitted = state.queue.admit(spec, job, now);
        let worker = if admitted.is_ok() { state.place(spec.trail, now, &mut late) } else { None };
        drop(state);
        if let Some(worker) = worker {
            self.wake[worker].notify_one();
        }
        self.refuse(late);
        admitted.map_err(|(error, _job)| self.counted(error))
    }

    /// Tells the callers of these jobs why their jobs were not run. Called without the lock.
    pub(super) fn refuse(&self, jobs: impl IntoIterator<Item = (Job, PoolError)>) {
        for (job, error) in jobs {
            // A panic while a task is dropped must not keep the other callers waiting.
            if caught(|| (job.task)(Err(self.counted(error)))).is_none() {
                self.metrics.panics.inc();
            }
        }
    }

    pub(super) fn counted(&self, error: PoolError) -> PoolError {
        if let PoolError::Shed { reason, .. } = error {
            self.metrics.shed(reason, 1);
        }
        error
    }

    /// Runs the worker with this number on the current thread, until the pool is closed and the queue is empty. A panic
    /// does not end the worker, but its engine is dropped, because it may be in any state.
    pub(super) fn work(self: &Arc<Self>, number: usize, engine: Engine) {
        let mut engine = Some(engine);
        while let Some(given) = self.next(number) {
            let ran = caught(|| {
                let turn = Turn { shared: self, worker: number };
                given(Ok((engine.get_or_insert_with(|| self.engine()), turn)));
            });
            if ran.is_none() {
                self.metrics.panics.inc();
                if engine.take().is_none() {
                    sleep(PAUSE_WITHOUT_ENGINE);
                }
            }
        }
    }

    /// Waits for something to do; `None` if the pool is closed and the queue is empty.
    fn next(&self, number: usize) -> Option<Task> {
        let mut state = self.lock();
        loop {
            let given = state.workers[number].given.take();
            if given.is_some() || !state.open {
                return given;
            }
            state = self.wake[number].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Records that the worker's turn is over, and gives it the next job: a waiting job comes before helping another
    /// worker's search.
    pub(super) fn over(&self, number: usize, now: Instant) {
        let mut late = Vec::new();
        let mut state = self.lock();
        match take(&mut state.workers[number].doing) {
            Doing::Nothing | Doing::Help(_) => {}
            Doing::Job(stop, since) => {
                self.metrics.ran.observe((now - since).as_secs_f64());
                state.queue.done(number, stop.is_raised(), now);
            }
        }
        state.give(number, now, &mut late);
        drop(state);
        self.refuse(late);
    }
}

/// Calls a function, and returns `None` if it panicked. Unwind safe only if the caller discards what the function
/// touched. The panic's payload is leaked, because it may panic while it is dropped.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(forget).ok()
}

/// The free workers of a pool, which help with its searches.
pub(super) struct FreeWorkers(pub(super) Arc<Shared>);

impl Helpers for FreeWorkers {
    fn start(&self, job: HelperJob) -> bool {
        let mut state = self.0.lock();
        let free = if state.open { state.free_worker([0; 3]) } else { None };
        let Some(worker) = free else { return false };
        // From now on, a job that finds no free worker stops this helper.
        let doing = Doing::Help(job.stop.clone());
        let help: Task = Box::new(|given| {
            if let Ok((engine, _turn)) = given {
                engine.help(job);
            }
        });
        state.workers[worker].give(help, doing);
        drop(state);
        self.0.wake[worker].notify_one();
        true
    }
}
