//! Which reviews are admitted, and how many of them are under way.
//!
//! A review is judged one ply at a time, by batch jobs that take their client's turns with all other jobs, so a short
//! review passes long ones of other clients. Each has an engine of its own, which takes memory while it is under way: the
//! reviews of one client come one after the other for each worker, and all clients together have a fixed number.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::limits::Limit;
use crate::pool::Client;

/// The reviews of a service.
pub struct Reviews {
    /// Those that are under way.
    pub(super) under_way: Limit,
    /// The cost of what the admitted reviews of each client have not done yet.
    backlog: Mutex<HashMap<Client, Duration>>,
    workers: usize,
}

/// An admitted review. Dropping it ends it.
pub(super) struct Admitted {
    reviews: Arc<Reviews>,
    client: Client,
    /// The cost of what it has not done yet.
    left: Duration,
}

impl Reviews {
    /// The most reviews that are under way at a time. With fewer, a few clients that review long games would keep
    /// another client's short review waiting.
    #[must_use]
    pub const fn most(workers: usize) -> usize {
        8 + 4 * workers
    }

    pub(super) fn new(workers: usize) -> Arc<Self> {
        let under_way = Limit::new(Self::most(workers), workers);
        Arc::new(Self { under_way, backlog: Mutex::default(), workers })
    }

    /// Admits a review that takes this time of one worker and has to be done within `budget`. If the workers have too much
    /// to do for those admitted before, the error is the time after which it could be admitted.
    pub(super) fn admit(
        self: &Arc<Self>,
        client: Client,
        cost: Duration,
        budget: Duration,
    ) -> Result<Admitted, Duration> {
        let mut backlog = self.lock();
        let own = backlog.get(&client).map_or(cost, |left| *left + cost);
        // Clients take turns by their weights: until this one is done, another one gets no more than its part.
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

    /// Ignores poison: nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, HashMap<Client, Duration>> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted {
    /// Notes that a part of this cost is done.
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
}
