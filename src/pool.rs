//! The search pool: the only place where CPU work runs.
//!
//! A fixed number of dedicated threads take jobs from two bounded queues: urgent ones, for which somebody waits, and
//! patient ones, which are parts of something larger and get every fourth turn while there is urgent work. What cannot
//! be done in time is refused, at once if that can be told. A job whose caller has gone away is stopped, or leaves the
//! queue; one that panics costs its caller an error and nobody else anything.

mod codel;
mod cost;
mod meters;
mod queue;

pub use meters::Meters;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Sleep, sleep_until, timeout_at};

use crate::search::{Stop, Table};
use meters::Stage;
use queue::{Next, Priority, Queue};

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

/// Why a job gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// There was more to do than could be done; nothing was run.
    Shed {
        /// What gave the reason.
        reason: Shed,
        /// When a new try may have better luck: the estimated wait, and the job's own cost.
        retry_after: Duration,
    },
    /// The pool is closed; nothing was run.
    Closed,
    /// The job panicked. The panic has been logged; the worker goes on.
    Panicked,
}

/// Why a job was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shed {
    /// As many jobs wait as may; told at once.
    QueueFull,
    /// The wait was estimated to be too long for the job's deadline; told at once.
    TooLate,
    /// The deadline passed while it waited.
    Expired,
    /// Jobs had been waiting too long for too long when its turn came; see `pool/codel.rs`.
    Overdue,
}

impl Shed {
    /// Every reason.
    pub const ALL: [Self; 4] = [Self::QueueFull, Self::TooLate, Self::Expired, Self::Overdue];

    /// Its name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueFull => "queue_full",
            Self::TooLate => "too_late",
            Self::Expired => "expired",
            Self::Overdue => "overdue",
        }
    }
}

struct Shared {
    state: Mutex<State>,
    /// Signals that a job was queued, or that no more will be.
    changed: Condvar,
    workers: usize,
    capacity: usize,
    table_bytes: usize,
    /// Room for patient jobs, queued or running. They wait for it without taking a place.
    room: Arc<Semaphore>,
    meters: Meters,
}

struct State {
    queue: Queue<Job>,
    /// What stops the job that each worker has.
    running: Vec<Option<Stop>>,
    open: bool,
}

/// A job is run, or told that it will not be, or dropped when nobody waits for it.
struct Job {
    stop: Stop,
    work: Work,
}

/// Gets its turn, or is told that it will have none, and what to do when it is over: before anybody hears of the
/// result. A caller that asks again at once must not find the worker still busy with what it has the answer to.
type Work = Box<dyn FnOnce(Result<(&mut Table, Duration), PoolError>, &dyn Fn()) + Send>;

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
            let table = Table::new(table_bytes);
            thread.spawn(move || shared.work(number, table))?;
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
        Table::results_in(self.shared.table_bytes)
    }

    /// Runs `work` behind what is urgent. A full queue is waited for, up to the deadline.
    ///
    /// # Errors
    /// [`PoolError`], when nothing was run or nothing came of it; never [`Shed::QueueFull`] or [`Shed::TooLate`].
    pub async fn run_patiently<T: Send + 'static>(
        &self,
        terms: impl Into<Terms>,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let terms = terms.into();
        let room = timeout_at(terms.deadline.into(), Arc::clone(&self.shared.room).acquire_owned()).await;
        let Ok(room) = room else { return Err(self.shared.expired()) };
        let work = move |table: &mut Table, stop: &Stop, queued: Duration| {
            let _room = room;
            work(table, stop, queued)
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
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(terms, work)?.await
    }

    /// Admits `work`, to be run on a worker. It gets the worker's table, the flag to stop by, and the time it was
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
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        self.place(Priority::Urgent, terms.into(), work)
    }

    fn place<T: Send + 'static>(
        &self,
        priority: Priority,
        terms: Terms,
        work: impl FnOnce(&mut Table, &Stop, Duration) -> T + Send + 'static,
    ) -> Result<Ticket<T>, PoolError> {
        let stop = Stop::default();
        let (sender, receiver) = oneshot::channel();
        let flag = stop.clone();
        let panics = self.shared.meters.panics.clone();
        let work: Work = Box::new(move |turn, over| {
            // What outlives the job is the table, and the next search makes that fresh: no broken state is seen.
            let result = turn.and_then(|(table, queued)| {
                catch_unwind(AssertUnwindSafe(|| work(table, &flag, queued))).map_err(|_| {
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

/// Work that was admitted: a future of its result.
///
/// Dropping it takes the work out of the queue or stops it: a caller that goes away frees its place or its worker.
#[must_use = "dropped, it stops its work"]
pub struct Ticket<T> {
    receiver: oneshot::Receiver<Result<T, PoolError>>,
    stop: Stop,
    /// Set until the deadline has passed.
    expiry: Option<Pin<Box<Sleep>>>,
    id: u64,
    settled: bool,
    shared: Arc<Shared>,
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, PoolError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(received) = Pin::new(&mut self.receiver).poll(context) {
            self.settled = true;
            // Dropped unrun while somebody waits: only a pool that closes does that.
            return Poll::Ready(received.unwrap_or(Err(PoolError::Closed)));
        }
        if self.expiry.as_mut().is_some_and(|expiry| expiry.as_mut().poll(context).is_ready()) {
            self.expiry = None;
            // Waited all its time, and no longer: the workers may be busy for much longer than that. What runs ends by
            // itself.
            let forgotten = self.shared.lock().queue.forget(self.id);
            if forgotten.is_some() {
                self.settled = true;
                return Poll::Ready(Err(self.shared.expired()));
            }
        }
        Poll::Pending
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        if !self.settled {
            self.stop.raise();
            // Dropped outside of the lock: a job may hold anything.
            let forgotten = self.shared.lock().queue.forget(self.id);
            let stage = if forgotten.is_some() { Stage::Queued } else { Stage::Running };
            self.shared.meters.cancelled(stage, 1);
        }
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.lock().open = false;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    /// A panic never happens while the lock is held, and would leave the queue whole if it did.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expired(&self) -> PoolError {
        let error = PoolError::Shed { reason: Shed::Expired, retry_after: self.lock().queue.wait(Instant::now()) };
        self.note(&error);
        error
    }

    fn note(&self, error: &PoolError) {
        if let PoolError::Shed { reason, .. } = error {
            self.meters.shed(*reason, 1);
        }
    }

    fn work(&self, number: usize, mut table: Table) {
        let mut state = self.lock();
        loop {
            match state.queue.take(number, Instant::now()) {
                Some(Next::Run(next)) => {
                    let Job { stop, work } = next.job;
                    state.running[number] = Some(stop.clone());
                    drop(state);
                    let started = Instant::now();
                    let queued = started - next.since;
                    self.meters.busy.inc();
                    self.meters.waited.observe(queued.as_secs_f64());
                    work(Ok((&mut table, queued)), &|| {
                        let ended = Instant::now();
                        self.meters.busy.dec();
                        self.meters.ran.observe((ended - started).as_secs_f64());
                        let mut state = self.lock();
                        state.running[number] = None;
                        state.queue.done(number, stop.is_raised(), ended);
                    });
                    state = self.lock();
                }
                Some(Next::Refuse(next, error)) => {
                    drop(state);
                    self.note(&error);
                    (next.job.work)(Err(error), &|| ());
                    state = self.lock();
                }
                None if state.open => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests;
