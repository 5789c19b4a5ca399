//! Admission of reviews, and the number of reviews that run.
//!
//! A review is judged one ply at a time, by batch jobs that take their client's turns with all other jobs, so a short
//! review can overtake long ones of other clients. Each running review has its own engine, which takes memory. So a
//! client may run as many reviews as there are workers, and the number of all running reviews is limited too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::limits::Limit;
use crate::pool::Client;

/// Admitted reviews.
pub struct Reviews {
    /// Permits for running reviews.
    pub(super) under_way: Limit,
    /// The remaining cost of each client's admitted reviews.
    backlog: Mutex<HashMap<Client, Duration>>,
    workers: usize,
}

/// An admitted review. Dropping it ends the review.
pub(super) struct Admitted {
    reviews: Arc<Reviews>,
    client: Client,
    /// The remaining cost.
    left: Duration,
}

impl Reviews {
    /// How many reviews may run at a time. With fewer, a few clients that review long games would make another client's
    /// short review wait.
    #[must_use]
    pub const fn most(workers: usize) -> usize {
        8 + 4 * workers
    }

    pub(super) fn new(workers: usize) -> Arc<Self> {
        let under_way = Limit::new(Self::most(workers), workers);
        Arc::new(Self { under_way, backlog: Mutex::default(), workers })
    }

    /// Admits a review that takes `cost` on one worker and has to be done within `budget`. If the reviews admitted
    /// before leave too little time, the error is the time after which this one could be admitted.
    pub(super) fn admit(
        self: &Arc<Self>,
        client: Client,
        cost: Duration,
        budget: Duration,
    ) -> Result<Admitted, Duration> {
        let mut backlog = self.lock();
        let own = backlog.get(&client).map_or(cost, |left| *left + cost);
        // Clients take turns by their weights, so until this client is done, another client gets at most its share.
        let others = backlog.iter().filter(|(other, _)| **other != client);
        let work = |(other, left): (&Client, &Duration)| {
            (*left).min(own * u32::from(other.weight()) / u32::from(client.weight()))
        };
        let ends = ((own + others.map(work).sum::<Duration>()) / self.workers as u32).max(cost);
        if ends > budget {
            return Err(ends - budget);
        }
        backlog.insert(client, own);
        Ok(Admitted { reviews: Arc::clone(self), client, left: cost })
    }

    /// Ignores poisoning, because nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, Duration>> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted {
    /// Subtracts a finished part of the cost.
    pub(super) fn done(&mut self, cost: Duration) {
        let cost = cost.min(self.left);
        self.left -= cost;
        let mut backlog = self.reviews.lock();
        if let Some(left) = backlog.get_mut(&self.client) {
            *left = left.saturating_sub(cost);
            if left.is_zero() {
                backlog.remove(&self.client);
            }
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.done(self.left);
    }
}

#[cfg(test)]
mod tests {
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
        // A review uses one worker at a time, even if more are free.
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
        // The other client is done when both have had 240 s of the two workers.
        let its = [120; 2].map(|cost| admit(other, cost).ok().unwrap());
        assert_eq!(admit(other, 1).err(), Some(S(1)));
        drop(its);
        // The heavier client gets two of three turns.
        let heavy = Client::new(3).weighing(2);
        let its: Vec<Admitted> = (0..2).map(|_| admit(heavy, 160).ok().unwrap()).collect();
        assert!(admit(heavy, 2).is_err());
        drop((many, its));
        assert!(reviews.lock().is_empty());
    }
}
