//! Admission of work that takes many turns of a pool, such as a review, by its whole cost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use super::error::{PoolError, ShedReason};
use super::worker::Shared;
use super::{Client, SearchPool};

/// Long jobs under way for each worker. More of them wait, so their memory is bounded, and a short one need not wait for
/// all that came before.
const PLACES_PER_WORKER: usize = 2;

/// The long jobs of a pool. Each runs as one batch job after another, so it never holds a worker for long.
pub struct LongJobs {
    places: Arc<Semaphore>,
    backlog: Arc<Mutex<Duration>>,
    shared: Arc<Shared>,
}

/// An admitted long job. Dropping it ends it.
pub struct LongJob {
    /// The cost of what it has not done yet.
    left: Duration,
    backlog: Arc<Mutex<Duration>>,
    places: Arc<Semaphore>,
    shared: Arc<Shared>,
}

/// A place among the long jobs under way.
pub type Place = OwnedSemaphorePermit;

impl SearchPool {
    /// The long jobs of this pool.
    #[must_use]
    pub fn long_jobs(&self) -> LongJobs {
        let places = Arc::new(Semaphore::new(LongJobs::places(self.workers())));
        LongJobs { places, backlog: Arc::default(), shared: Arc::clone(&self.shared) }
    }
}

impl LongJobs {
    /// The most long jobs that are under way at a time.
    #[must_use]
    pub const fn places(workers: usize) -> usize {
        workers * PLACES_PER_WORKER
    }

    /// Admits a job that takes this time of one worker and has to be done within `budget`.
    ///
    /// # Errors
    /// [`ShedReason::TooLate`] if the workers have too much to do for those admitted before.
    pub fn admit(&self, cost: Duration, budget: Duration) -> Result<LongJob, PoolError> {
        let mut backlog = lock(&self.backlog);
        let ends = ((*backlog + cost) / self.shared.workers as u32).max(cost);
        if ends > budget {
            drop(backlog);
            let error = PoolError::Shed { reason: ShedReason::TooLate, retry_after: ends - budget };
            self.shared.count(&error);
            return Err(error);
        }
        *backlog += cost;
        drop(backlog);
        let (places, shared) = (Arc::clone(&self.places), Arc::clone(&self.shared));
        Ok(LongJob { left: cost, backlog: Arc::clone(&self.backlog), places, shared })
    }
}

impl LongJob {
    /// Waits for a place among the jobs under way.
    ///
    /// # Errors
    /// [`ShedReason::Expired`] at the deadline.
    pub async fn place(&self, client: Client, deadline: Instant) -> Result<Place, PoolError> {
        let place = timeout_at(deadline.into(), Arc::clone(&self.places).acquire_owned()).await;
        // The semaphore is never closed.
        place.ok().and_then(Result::ok).ok_or_else(|| self.shared.expired(client))
    }

    /// Notes that a part of this cost is done.
    pub fn done(&mut self, cost: Duration) {
        let cost = cost.min(self.left);
        self.left -= cost;
        let mut backlog = lock(&self.backlog);
        *backlog = backlog.saturating_sub(cost);
    }
}

impl Drop for LongJob {
    fn drop(&mut self) {
        self.done(self.left);
    }
}

/// Ignores poison: nothing panics while the lock is held.
fn lock(backlog: &Mutex<Duration>) -> std::sync::MutexGuard<'_, Duration> {
    backlog.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn a_long_job_is_admitted_if_it_can_be_done_beside_those_before_it() {
        let jobs = SearchPool::without_threads("pool", 2, 8, 0).long_jobs();
        let first = jobs.admit(S(100), S(240)).unwrap();
        let second = jobs.admit(S(100), S(240)).unwrap();
        let mut third = jobs.admit(S(100), S(240)).unwrap();
        let fourth = jobs.admit(S(100), S(240)).unwrap();
        let refused = |cost| jobs.admit(S(cost), S(240)).err();
        // 400 s are admitted, and the two workers can do 480 s in time.
        assert_eq!(refused(100), Some(PoolError::Shed { reason: ShedReason::TooLate, retry_after: S(10) }));
        assert_eq!(refused(80), None);
        third.done(S(30));
        drop(first);
        assert_eq!(refused(100), None);
        // A job runs on one worker at a time, however many are free.
        drop([second, third, fourth]);
        assert_eq!(refused(241), Some(PoolError::Shed { reason: ShedReason::TooLate, retry_after: S(1) }));
    }

    #[tokio::test(start_paused = true)]
    async fn two_for_each_worker_are_under_way() {
        let jobs = SearchPool::without_threads("pool", 1, 8, 0).long_jobs();
        let job = jobs.admit(S(1), S(100)).unwrap();
        let soon = || Instant::now() + S(1);
        let first = job.place(Client::NOBODY, soon()).await.unwrap();
        let _second = job.place(Client::NOBODY, soon()).await.unwrap();
        let late = job.place(Client::NOBODY, soon()).await.err();
        assert!(matches!(late, Some(PoolError::Shed { reason: ShedReason::Expired, .. })), "{late:?}");
        drop(first);
        assert!(job.place(Client::NOBODY, soon()).await.is_ok());
    }
}
