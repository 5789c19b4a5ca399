//! Which reviews are admitted, and how many of them are under way.
//!
//! A review is judged one ply at a time, by batch jobs that take their client's turns with all other jobs, so a short
//! review passes long ones of other clients. Each has an engine of its own, which takes memory while it is under way: the
//! reviews of one client come one after the other for each worker, and all clients together have a fixed number.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use crate::pool::Client;

/// The reviews of a service.
pub struct Reviews {
    accounts: Mutex<HashMap<Client, Account>>,
    under_way: Arc<Semaphore>,
    workers: usize,
}

/// The admitted reviews of a client. A client without one takes no memory.
struct Account {
    reviews: usize,
    /// The cost of what they have not done yet.
    backlog: Duration,
    under_way: Arc<Semaphore>,
}

/// An admitted review. Dropping it ends it.
pub(super) struct Admitted {
    reviews: Arc<Reviews>,
    client: Client,
    /// The cost of what it has not done yet.
    left: Duration,
}

/// A review may be under way until this is dropped.
pub(super) struct UnderWay {
    _of_client: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Reviews {
    /// The most reviews that are under way at a time. With fewer, a few clients that review long games would keep
    /// another client's short review waiting.
    #[must_use]
    pub const fn most(workers: usize) -> usize {
        8 + 4 * workers
    }

    pub(super) fn new(workers: usize) -> Arc<Self> {
        let under_way = Arc::new(Semaphore::new(Self::most(workers)));
        Arc::new(Self { accounts: Mutex::default(), under_way, workers })
    }

    /// Admits a review that takes this time of one worker and has to be done within `budget`.
    ///
    /// # Errors
    /// The time after which it could be admitted, if the workers have too much to do for those admitted before.
    pub(super) fn admit(
        self: &Arc<Self>,
        client: Client,
        cost: Duration,
        budget: Duration,
    ) -> Result<Admitted, Duration> {
        let mut accounts = self.lock();
        let ends = (work_until_done(&accounts, client, cost) / self.workers as u32).max(cost);
        if ends > budget {
            return Err(ends - budget);
        }
        let account = accounts.entry(client).or_insert_with(|| Account {
            reviews: 0,
            backlog: Duration::ZERO,
            under_way: Arc::new(Semaphore::new(self.workers)),
        });
        account.reviews += 1;
        account.backlog += cost;
        Ok(Admitted { reviews: Arc::clone(self), client, left: cost })
    }

    /// Ignores poison: nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The workers' time until the last review of this client is done, if it gets one more of this cost. Clients take turns, so
/// another one that has more to do gets no more than this one until then, by their weights.
fn work_until_done(accounts: &HashMap<Client, Account>, client: Client, cost: Duration) -> Duration {
    let own = accounts.get(&client).map_or(Duration::ZERO, |account| account.backlog) + cost;
    let others = accounts.iter().filter(|(other, _)| **other != client);
    let work = |(other, account): (&Client, &Account)| {
        account.backlog.min(own * u32::from(other.weight()) / u32::from(client.weight()))
    };
    own + others.map(work).sum::<Duration>()
}

impl Admitted {
    /// Waits until it may begin: first among the reviews of its client, then among all. `None` at the deadline.
    pub(super) async fn begin(&self, deadline: Instant) -> Option<UnderWay> {
        let of_client = self.reviews.lock().get(&self.client).map(|account| Arc::clone(&account.under_way))?;
        let of_all = Arc::clone(&self.reviews.under_way);
        let begun = async {
            let of_client = of_client.acquire_owned().await.ok()?;
            let of_all = of_all.acquire_owned().await.ok()?;
            Some(UnderWay { _of_client: of_client, _of_all: of_all })
        };
        timeout_at(deadline.into(), begun).await.ok().flatten()
    }

    /// Notes that a part of this cost is done.
    pub(super) fn done(&mut self, cost: Duration) {
        let cost = cost.min(self.left);
        self.left -= cost;
        if let Some(account) = self.reviews.lock().get_mut(&self.client) {
            account.backlog = account.backlog.saturating_sub(cost);
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.done(self.left);
        let mut accounts = self.reviews.lock();
        if let Some(account) = accounts.get_mut(&self.client) {
            account.reviews -= 1;
            if account.reviews == 0 {
                accounts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn a_review_is_admitted_if_it_can_be_done_beside_those_before_it() {
        let reviews = Reviews::new(2);
        let admit = |cost| reviews.admit(Client::NOBODY, S(cost), S(240));
        let [first, second, mut third, fourth] = [100; 4].map(|cost| admit(cost).ok().unwrap());
        // 400 s are admitted, and the two workers can do 480 s in time.
        assert_eq!(admit(100).err(), Some(S(10)));
        assert!(admit(80).is_ok());
        third.done(S(30));
        drop(first);
        assert!(admit(100).is_ok());
        // A review runs on one worker at a time, however many are free.
        drop([second, third, fourth]);
        assert_eq!(admit(241).err(), Some(S(1)));
    }

    #[test]
    fn what_one_client_has_left_to_do_delays_another_by_its_turns_alone() {
        let reviews = Reviews::new(2);
        let admit = |client, cost| reviews.admit(client, S(cost), S(240));
        let [one, other] = [1, 2].map(Client::new);
        let many: Vec<Admitted> = (0..4).map(|_| admit(one, 120).ok().unwrap()).collect();
        assert!(admit(one, 1).is_err());
        // The other is done when both have had 240 s of the two workers.
        let its = [120; 2].map(|cost| admit(other, cost).ok().unwrap());
        assert_eq!(admit(other, 1).err(), Some(S(1)));
        drop(its);
        // Of three turns, the heavier one gets two.
        let heavy = Client::new(3).weighing(2);
        let its: Vec<Admitted> = (0..2).map(|_| admit(heavy, 160).ok().unwrap()).collect();
        assert!(admit(heavy, 2).is_err());
        drop((many, its));
        assert!(reviews.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn reviews_of_one_client_come_one_after_the_other_and_leave_room_for_others() {
        let reviews = Reviews::new(1);
        let soon = || tokio::time::Instant::now().into_std() + S(1);
        let admit = |client| reviews.admit(Client::new(client), S(1), S(100)).ok().unwrap();
        let [first, second] = [1; 2].map(admit);
        let under_way = first.begin(soon()).await.unwrap();
        assert!(second.begin(soon()).await.is_none(), "its deadline passes");
        let mut waiting = Box::pin(second.begin(soon()));
        assert!((&mut waiting).now_or_never().is_none());
        let mut others = Vec::new();
        for client in 2..=Reviews::most(1) {
            let other = admit(client as u128);
            others.push((other.begin(soon()).await.expect("it has its own"), other));
        }
        drop(under_way);
        assert!(waiting.await.is_some());
        let last = admit(100);
        assert!(last.begin(soon()).await.is_some());
        drop(others);
    }
}
