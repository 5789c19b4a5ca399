//! What the threads of a pool share, and what each of them does.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::error::{PoolError, Shed};
use super::meters::Meters;
use super::queue::{Next, Queue};
use crate::search::{Engine, Stop};

/// What the pool, its threads and its tickets share.
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    /// Signals that a job was queued, or that no more will be.
    pub(super) changed: Condvar,
    pub(super) workers: usize,
    pub(super) capacity: usize,
    pub(super) table_bytes: usize,
    /// Room for patient jobs, queued or running. They wait for it without taking a place.
    pub(super) room: Arc<Semaphore>,
    pub(super) meters: Meters,
}

/// What the lock guards.
pub(super) struct State {
    pub(super) queue: Queue<Job>,
    /// What stops the job that each worker has.
    pub(super) running: Vec<Option<Stop>>,
    pub(super) open: bool,
}

/// A job is run, or told that it will not be, or dropped when nobody waits for it.
pub(super) struct Job {
    pub(super) stop: Stop,
    pub(super) work: Work,
}

/// Takes its turn, or the reason why it has none, and a function to call when it is done. That is called before the
/// result is sent: a caller that asks again at once must not find the worker still busy with the question that was
/// answered.
pub(super) type Work = Box<dyn FnOnce(Result<(&mut Engine, Duration), PoolError>, &dyn Fn()) + Send>;

impl Shared {
    /// A panic never happens while the lock is held, and would leave the queue whole if it did.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a job has waited all its time.
    pub(super) fn expired(&self) -> PoolError {
        let error = PoolError::Shed { reason: Shed::Expired, retry_after: self.lock().queue.wait(Instant::now()) };
        self.note(&error);
        error
    }

    pub(super) fn note(&self, error: &PoolError) {
        if let PoolError::Shed { reason, .. } = error {
            self.meters.shed(*reason, 1);
        }
    }

    /// What the thread of this number does until the pool is closed and its queue empty.
    pub(super) fn work(&self, number: usize, mut engine: Engine) {
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
                    engine.new_game();
                    work(Ok((&mut engine, queued)), &|| {
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
