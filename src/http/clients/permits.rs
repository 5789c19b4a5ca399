//! Limits on what clients use at a time: connections, large bodies, large answers, streams, reviews. Each client may
//! use at most its share of a limit. Most shares are a quarter, unless an option says otherwise.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::pool::Client;

/// Bodies and answers up to this many bytes need no permit. If every connection has a head and such a body or answer at
/// the same time, all of them have to fit into memory: 10,000 × (12 + 4) KiB by default.
pub(crate) const FREE: usize = 4 << 10;

/// How long an answer, a batch or a TLS handshake waits for its permit.
pub(crate) const WAIT: Duration = Duration::from_secs(2);

/// A number of permits.
pub(crate) struct Limit {
    all: Arc<Semaphore>,
    share: usize,
    /// Limits how many requests may wait for their client's share, because each waiting request takes up the memory of
    /// a connection. There are twice as many places as permits.
    places: Semaphore,
    /// The shares of clients that have permits or wait for one.
    shares: Mutex<HashMap<Client, Weak<Semaphore>>>,
}

/// A permit, which is returned when it is dropped.
pub(crate) struct Permit {
    _all: OwnedSemaphorePermit,
    _share: Option<OwnedSemaphorePermit>,
}

impl Limit {
    /// `count` permits for all clients together, and at most `share` for each client.
    pub(crate) fn new(count: usize, share: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(count)),
            share,
            places: Semaphore::new(2 * count),
            shares: Mutex::default(),
        }
    }

    /// As [`Limit::new`], with a share of a quarter.
    pub(crate) fn quarter(count: usize) -> Self {
        Self::new(count, count.div_ceil(4))
    }

    /// A permit, if one is free for this client now. [`Client::NOBODY`] may have all permits.
    pub(crate) fn try_acquire(&self, client: Client) -> Option<Permit> {
        let share = self.share(client).map(Semaphore::try_acquire_owned).transpose().ok()?;
        let all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(Permit { _all: all, _share: share })
    }

    /// As [`Limit::try_acquire`], but waits for at most this time. A client that has used up its share also needs a place
    /// to wait.
    pub(crate) async fn acquire(&self, client: Client, wait: Duration) -> Option<Permit> {
        let has_none_left = self.share(client).is_some_and(|share| share.available_permits() == 0);
        let _place = if has_none_left { Some(self.places.try_acquire().ok()?) } else { None };
        self.acquire_by(client, Instant::now() + wait).await
    }

    /// As [`Limit::acquire`], but waits until `deadline`.
    pub(crate) async fn acquire_by(&self, client: Client, deadline: Instant) -> Option<Permit> {
        let acquired = async {
            // The share is acquired first. Otherwise, a client that has used up its share would hold one of the common
            // permits while it waits.
            let share = match self.share(client) {
                Some(share) => Some(share.acquire_owned().await.ok()?),
                None => None,
            };
            Some(Permit { _all: Arc::clone(&self.all).acquire_owned().await.ok()?, _share: share })
        };
        timeout_at(deadline, acquired).await.ok().flatten()
    }

    fn share(&self, client: Client) -> Option<Arc<Semaphore>> {
        if client == Client::NOBODY {
            return None;
        }
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get(&client).and_then(Weak::upgrade) {
            return Some(share);
        }
        if shares.len() == shares.capacity() {
            shares.retain(|_, share| share.strong_count() > 0);
        }
        let share = Arc::new(Semaphore::new(self.share));
        shares.insert(client, Arc::downgrade(&share));
        Some(share)
    }
}

/// The size of a body or an answer that needs a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    Medium,
    Large,
}

/// Permits for bodies or answers, by size.
pub(crate) struct BySize {
    medium: Limit,
    large_from: usize,
    large: Limit,
}

impl BySize {
    /// Bodies: 256 of up to 64 KiB, and 32 larger ones, such as batches and records.
    pub(crate) fn of_bodies() -> Self {
        Self { medium: Limit::quarter(256), large_from: 64 << 10, large: Limit::quarter(32) }
    }

    /// Answers: 256 of up to 256 KiB, and 16 larger ones, such as trees.
    pub(crate) fn of_answers() -> Self {
        Self { medium: Limit::quarter(256), large_from: 256 << 10, large: Limit::quarter(16) }
    }

    /// The size class of this many bytes; `None` if they need no permit.
    pub(crate) const fn size(&self, bytes: usize) -> Option<Size> {
        if bytes <= FREE {
            None
        } else if bytes <= self.large_from {
            Some(Size::Medium)
        } else {
            Some(Size::Large)
        }
    }

    pub(crate) const fn limit(&self, size: Size) -> &Limit {
        match size {
            Size::Medium => &self.medium,
            Size::Large => &self.large,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Client = Client::new(1);
    const OTHER: Client = Client::new(2);

    fn acquired(limit: &Limit, client: Client) -> Vec<Permit> {
        std::iter::from_fn(|| limit.try_acquire(client)).collect()
    }

    #[test]
    fn no_client_has_more_than_its_share_and_all_no_more_than_there_are() {
        let limit = Limit::new(10, 4);
        let (first, second) = (acquired(&limit, ONE), acquired(&limit, OTHER));
        let third = acquired(&limit, Client::new(3));
        assert_eq!([first.len(), second.len(), third.len()], [4, 4, 2]);
        drop(first);
        assert_eq!(acquired(&limit, OTHER).len(), 0, "its share stays the same");
        assert_eq!(acquired(&limit, Client::NOBODY).len(), 4, "nobody has no share");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_waits_for_its_own_permits_without_delaying_others() {
        let limit = Arc::new(Limit::quarter(8));
        let mut held = acquired(&limit, ONE);
        let waiting = tokio::spawn({
            let limit = Arc::clone(&limit);
            async move { limit.acquire(ONE, WAIT).await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(limit.acquire(OTHER, WAIT).await.is_some());
        held.pop();
        assert!(waiting.await.unwrap());
        let _again = acquired(&limit, ONE);
        assert!(limit.acquire(ONE, WAIT).await.is_none(), "given up after a while");
    }

    #[test]
    fn idle_clients_are_forgotten() {
        let limit = Limit::quarter(8);
        (1..10_000).for_each(|id| drop(limit.try_acquire(Client::new(id))));
        assert!(limit.shares.lock().unwrap().capacity() < 100);
    }

    #[test]
    fn the_size_decides_about_the_permit() {
        let sizes = [FREE, FREE + 1, 64 << 10, (64 << 10) + 1].map(|bytes| BySize::of_bodies().size(bytes));
        assert_eq!(sizes, [None, Some(Size::Medium), Some(Size::Medium), Some(Size::Large)]);
    }
}
