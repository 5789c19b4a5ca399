//! Admission of reviews, by their number and by the time that they take.
//!
//! A review judges one ply at a time. Each ply is a batch job, for which clients take turns as for all other jobs. So a
//! short review can overtake other clients' long reviews. From its first ply on, each review has its own table, so the
//! number of reviews is limited, for each client and in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::http::clients::permits::{Limit, Permit};
use crate::pool::{Client, ShedReason};

/// The reviews that are admitted.
pub struct Reviews {
    permits: Limit,
    backlog: Mutex<Backlog>,
    workers: usize,
}

/// What is left to do of the admitted reviews.
#[derive(Default)]
struct Backlog {
    /// Each review's client and remaining cost, by its number.
    reviews: HashMap<u64, (Client, Duration)>,
    /// The number of the next review.
    next: u64,
}

/// An admitted review. Dropping it ends the review.
pub(crate) struct Admission {
    reviews: Arc<Reviews>,
    number: u64,
    _permit: Permit,
}

/// Why a review is refused, and the time after which it could be admitted.
pub(crate) type Refused = (ShedReason, Duration);

impl Reviews {
    /// How many reviews may be admitted at a time.
    pub const MOST: usize = 64;

    /// How many of them one client may have.
    const MOST_OF_CLIENT: usize = 4;

    pub(crate) fn new(workers: usize) -> Arc<Self> {
        let permits = Limit::new(Self::MOST, Self::MOST_OF_CLIENT);
        Arc::new(Self { permits, backlog: Mutex::default(), workers })
    }

    /// Admits a review that takes `cost` on one worker and has to be done within `budget`, unless there are too many
    /// reviews, or the earlier ones leave too little time.
    pub(crate) fn admit(
        self: &Arc<Self>,
        client: Client,
        cost: Duration,
        budget: Duration,
    ) -> Result<Admission, Refused> {
        let too_many = || (ShedReason::TooManyReviews, self.lock().until_next_end(client, self.workers));
        let permit = self.permits.try_acquire(client).ok_or_else(too_many)?;
        self.admit_with(permit, client, cost, budget)
    }

    /// As [`Reviews::admit`], but if there are too many reviews, waits until one of them ends. For items of a batch, of
    /// which only few are in flight.
    pub(crate) async fn admit_in_turn(
        self: &Arc<Self>,
        client: Client,
        cost: Duration,
        deadline: Instant,
    ) -> Result<Admission, Refused> {
        let permit = self.permits.acquire_by(client, deadline.into()).await;
        let permit = permit.ok_or((ShedReason::Expired, cost))?;
        self.admit_with(permit, client, cost, deadline.saturating_duration_since(Instant::now()))
    }

    fn admit_with(
        self: &Arc<Self>,
        permit: Permit,
        client: Client,
        cost: Duration,
        budget: Duration,
    ) -> Result<Admission, Refused> {
        let mut backlog = self.lock();
        let own = backlog.of(client).sum::<Duration>() + cost;
        let ends = backlog.until_had(client, own, self.workers).max(cost);
        if ends > budget {
            return Err((ShedReason::TooLate, ends - budget));
        }
        let number = backlog.next;
        backlog.next += 1;
        backlog.reviews.insert(number, (client, cost));
        Ok(Admission { reviews: Arc::clone(self), number, _permit: permit })
    }

    /// Ignores poisoning, because nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backlog {
    /// The remaining costs of this client's reviews.
    fn of(&self, client: Client) -> impl Iterator<Item = Duration> {
        self.reviews.values().filter(move |(other, _)| *other == client).map(|(_, left)| *left)
    }

    /// The time until the workers have spent `own` on the client. Clients take turns by their weights, so each other
    /// client gets at most its share in the meantime.
    fn until_had(&self, client: Client, own: Duration, workers: usize) -> Duration {
        let mut others: HashMap<Client, Duration> = HashMap::new();
        for (other, left) in self.reviews.values().filter(|(other, _)| *other != client) {
            *others.entry(*other).or_default() += *left;
        }
        let share = |other: Client| own * u32::from(other.weight()) / u32::from(client.weight());
        let others = others.into_iter().map(|(other, left)| left.min(share(other)));
        (own + others.sum::<Duration>()) / workers as u32
    }

    /// The time until this client may have another review. If the client has its maximum of reviews, one of its own has
    /// to end first, otherwise any review. The plies of a client's reviews take turns.
    fn until_next_end(&self, client: Client, workers: usize) -> Duration {
        let is_full = client != Client::NOBODY && self.of(client).count() >= Reviews::MOST_OF_CLIENT;
        let clients = self.reviews.values().map(|(of, _)| *of).filter(|of| !is_full || *of == client);
        let next_end = |client| {
            let least = self.of(client).min().unwrap_or_default();
            self.until_had(client, least * self.of(client).count() as u32, workers)
        };
        clients.map(next_end).min().unwrap_or_default()
    }
}

impl Admission {
    /// Sets the cost that is left.
    pub(crate) fn left(&self, cost: Duration) {
        if let Some((_, left)) = self.reviews.lock().reviews.get_mut(&self.number) {
            *left = cost;
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.reviews.lock().reviews.remove(&self.number);
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
        let [first, second, third, fourth] = [100; 4].map(|cost| admit(cost).ok().unwrap());
        // 400 s are admitted, and the two workers can do 480 s in time.
        assert_eq!(admit(100).err(), Some((ShedReason::TooLate, S(10))));
        assert!(admit(80).is_ok());
        third.left(S(70));
        drop(first);
        assert!(admit(100).is_ok());
        // A review uses one worker at a time, even if more are free.
        drop([second, third, fourth]);
        assert_eq!(admit(241).err(), Some((ShedReason::TooLate, S(1))));
    }

    #[test]
    fn what_one_client_has_left_to_do_delays_another_by_its_turns_alone() {
        let reviews = Reviews::new(2);
        let admit = |client, cost| reviews.admit(client, S(cost), S(240));
        let [one, other] = [1, 2].map(Client::new);
        let many: Vec<Admission> = (0..3).map(|_| admit(one, 160).ok().unwrap()).collect();
        assert!(admit(one, 1).is_err());
        // The other client is done when both have had 240 s of the two workers.
        let its = [120; 2].map(|cost| admit(other, cost).ok().unwrap());
        assert_eq!(admit(other, 1).err(), Some((ShedReason::TooLate, S(1))));
        drop(its);
        // The heavier client gets two of three turns.
        let heavy = Client::new(3).weighing(2);
        let its: Vec<Admission> = (0..2).map(|_| admit(heavy, 160).ok().unwrap()).collect();
        assert!(admit(heavy, 2).is_err());
        drop((many, its));
        assert!(reviews.lock().reviews.is_empty());
    }

    #[test]
    fn a_client_has_four_reviews_at_a_time_and_all_have_sixty_four() {
        let reviews = Reviews::new(1);
        let admit = |client, cost| reviews.admit(Client::new(client), S(cost), S(100_000));
        let mut one: Vec<Admission> = [40, 10, 20, 30].map(|cost| admit(1, cost).ok().unwrap()).into();
        // The second is done when each of the four has had 10 s.
        assert_eq!(admit(1, 1).err(), Some((ShedReason::TooManyReviews, S(40))));
        one[1].left(S(5));
        assert_eq!(admit(1, 1).err(), Some((ShedReason::TooManyReviews, S(20))));
        let mut others: Vec<Admission> = (2..17)
            .flat_map(|client| (0..4).map(move |_| client))
            .map(|client| admit(client, 30).ok().unwrap())
            .collect();
        // Client 1 needs 20 s until its next review ends. Each of the other fifteen clients gets as much in the
        // meantime.
        assert_eq!(admit(1, 1).err(), Some((ShedReason::TooManyReviews, S(20 * 16))));
        assert_eq!(admit(99, 1).err(), Some((ShedReason::TooManyReviews, S(20 * 16))));
        others.pop();
        assert!(admit(99, 1).is_ok());
        assert!(admit(1, 1).is_err());
        one.pop();
        assert!(admit(1, 1).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn an_item_of_a_batch_waits_for_its_clients_reviews() {
        let (reviews, client) = (Reviews::new(1), Client::new(1));
        let mut four = [1; 4].map(|cost| reviews.admit(client, S(cost), S(240)).ok().unwrap()).into_iter();
        let item = |patience| reviews.admit_in_turn(client, S(1), Instant::now() + S(patience));
        assert_eq!(item(1).await.err(), Some((ShedReason::Expired, S(1))));
        let (admitted, ()) = tokio::join!(item(60), async { drop(four.next()) });
        assert!(admitted.is_ok());
    }
}
