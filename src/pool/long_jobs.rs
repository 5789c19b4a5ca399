//! Admission of work that takes many turns of a pool, such as a review, by its whole cost.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use super::error::{PoolError, ShedReason};
use super::worker::Shared;
use super::{Client, SearchPool};

/// Long jobs of one client under way for each worker. More of them wait, so their memory is bounded, and a short one
/// need not wait for all that came before.
const PLACES_PER_WORKER: usize = 2;

/// Places beyond those of one client, so that a client with many long jobs leaves some to another.
const SPARE_PLACES: usize = 1;

/// The long jobs of a pool. Each runs as one batch job after another, so it never holds a worker for long.
pub struct LongJobs(Arc<Jobs>);

struct Jobs {
    shared: Arc<Shared>,
    places: Arc<Semaphore>,
    clients: Mutex<HashMap<Client, Account>>,
}

/// The admitted jobs of a client. A client without one takes no memory.
struct Account {
    jobs: usize,
    /// The cost of what they have not done yet.
    backlog: Duration,
    /// The places that the client may still take.
    places: Arc<Semaphore>,
}

/// An admitted long job. Dropping it ends it.
pub struct LongJob {
    jobs: Arc<Jobs>,
    client: Client,
    /// The cost of what it has not done yet.
    left: Duration,
    /// Those of its client.
    places: Arc<Semaphore>,
}

/// A place among the long jobs under way, until it is dropped.
pub struct Place {
    _of_client: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl SearchPool {
    /// The long jobs of this pool.
    #[must_use]
    pub fn long_jobs(&self) -> LongJobs {
        let places = Arc::new(Semaphore::new(LongJobs::places(self.workers())));
        LongJobs(Arc::new(Jobs { shared: Arc::clone(&self.shared), places, clients: Mutex::default() }))
    }
}

impl LongJobs {
    /// The most long jobs that are under way at a time.
    #[must_use]
    pub const fn places(workers: usize) -> usize {
        workers * PLACES_PER_WORKER + SPARE_PLACES
    }

    /// Admits a job that takes this time of one worker and has to be done within `budget`.
    ///
    /// # Errors
    /// [`ShedReason::TooLate`] if the workers have too much to do for those admitted before.
    pub fn admit(&self, client: Client, cost: Duration, budget: Duration) -> Result<LongJob, PoolError> {
        let Jobs { shared, .. } = &*self.0;
        let mut clients = self.0.lock();
        let ends = (work_until_done(&clients, client, cost) / shared.workers as u32).max(cost);
        if ends > budget {
            drop(clients);
            let error = PoolError::Shed { reason: ShedReason::TooLate, retry_after: ends - budget };
            shared.count(&error);
            return Err(error);
        }
        let account = clients.entry(client).or_insert_with(|| Account {
            jobs: 0,
            backlog: Duration::ZERO,
            places: Arc::new(Semaphore::new(shared.workers * PLACES_PER_WORKER)),
        });
        account.jobs += 1;
        account.backlog += cost;
        let places = Arc::clone(&account.places);
        Ok(LongJob { jobs: Arc::clone(&self.0), client, left: cost, places })
    }
}

/// The workers' time until the last job of this client is done, if it gets one more of this cost. Clients take turns, so
/// another one that has more to do gets no more than this one until then, by their weights.
fn work_until_done(clients: &HashMap<Client, Account>, client: Client, cost: Duration) -> Duration {
    let own = clients.get(&client).map_or(Duration::ZERO, |account| account.backlog) + cost;
    let others = clients.iter().filter(|(other, _)| **other != client);
    let work = |(other, account): (&Client, &Account)| {
        account.backlog.min(own * u32::from(other.weight()) / u32::from(client.weight()))
    };
    own + others.map(work).sum::<Duration>()
}

impl Jobs {
    /// Ignores poison: nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, Account>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LongJob {
    /// Waits for a place among the jobs under way: first among those of its client, then among all.
    ///
    /// # Errors
    /// [`ShedReason::Expired`] at the deadline.
    pub async fn place(&self, deadline: Instant) -> Result<Place, PoolError> {
        let places = async {
            let of_client = Arc::clone(&self.places).acquire_owned().await?;
            let of_all = Arc::clone(&self.jobs.places).acquire_owned().await?;
            Ok::<_, AcquireError>(Place { _of_client: of_client, _of_all: of_all })
        };
        // The semaphores are never closed.
        let place = timeout_at(deadline.into(), places).await.ok().and_then(Result::ok);
        place.ok_or_else(|| self.jobs.shared.expired(self.client))
    }

    /// Notes that a part of this cost is done.
    pub fn done(&mut self, cost: Duration) {
        let cost = cost.min(self.left);
        self.left -= cost;
        if let Some(account) = self.jobs.lock().get_mut(&self.client) {
            account.backlog = account.backlog.saturating_sub(cost);
        }
    }
}

impl Drop for LongJob {
    fn drop(&mut self) {
        self.done(self.left);
        if let Entry::Occupied(mut account) = self.jobs.lock().entry(self.client) {
            account.get_mut().jobs -= 1;
            if account.get().jobs == 0 {
                account.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn a_long_job_is_admitted_if_it_can_be_done_beside_those_before_it() {
        let jobs = SearchPool::without_threads("pool", 2, 8, 0).long_jobs();
        let first = jobs.admit(Client::NOBODY, S(100), S(240)).unwrap();
        let second = jobs.admit(Client::NOBODY, S(100), S(240)).unwrap();
        let mut third = jobs.admit(Client::NOBODY, S(100), S(240)).unwrap();
        let fourth = jobs.admit(Client::NOBODY, S(100), S(240)).unwrap();
        let refused = |cost| jobs.admit(Client::NOBODY, S(cost), S(240)).err();
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
        let job = jobs.admit(Client::NOBODY, S(1), S(100)).unwrap();
        let soon = || Instant::now() + S(1);
        let first = job.place(soon()).await.unwrap();
        let _second = job.place(soon()).await.unwrap();
        let late = job.place(soon()).await.err();
        assert!(matches!(late, Some(PoolError::Shed { reason: ShedReason::Expired, .. })), "{late:?}");
        drop(first);
        assert!(job.place(soon()).await.is_ok());
    }

    #[test]
    fn what_one_client_has_left_to_do_delays_another_by_its_turns_alone() {
        let jobs = SearchPool::without_threads("pool", 2, 8, 0).long_jobs();
        let [one, other] = [1, 2].map(Client::new);
        let many: Vec<LongJob> = (0..4).map(|_| jobs.admit(one, S(120), S(240)).unwrap()).collect();
        assert!(jobs.admit(one, S(1), S(240)).is_err());
        // The other is done when both have had 240 s of the two workers.
        let its = [jobs.admit(other, S(120), S(240)).unwrap(), jobs.admit(other, S(120), S(240)).unwrap()];
        let late = jobs.admit(other, S(1), S(240)).err();
        assert_eq!(late, Some(PoolError::Shed { reason: ShedReason::TooLate, retry_after: S(1) }));
        drop(its);
        // Of three turns, the heavier one gets two.
        let heavy = Client::new(3).weighing(2);
        let its: Vec<LongJob> = (0..2).map(|_| jobs.admit(heavy, S(160), S(240)).unwrap()).collect();
        assert!(jobs.admit(heavy, S(2), S(240)).is_err());
        drop((many, its));
        assert!(jobs.0.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_has_all_its_places_leaves_one_to_another() {
        let jobs = SearchPool::without_threads("pool", 1, 8, 0).long_jobs();
        let [one, other] = [1, 2].map(|id| jobs.admit(Client::new(id), S(1), S(100)).unwrap());
        let soon = || Instant::now() + S(1);
        let held = [one.place(soon()).await.unwrap(), one.place(soon()).await.unwrap()];
        // It waits among its own, and so in nobody's way.
        let mut waiting = Box::pin(one.place(soon()));
        assert!(poll!(&mut waiting).is_pending());
        let its = other.place(soon()).await.unwrap();
        drop(held);
        assert!(waiting.await.is_ok());
        drop(its);
    }
}
