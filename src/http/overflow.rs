//! The overflow lane: connections without a place.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// Holds connections that nobody counted on, in the order in which they came.
///
/// A new connection evicts the oldest one, which is too slow for a probe. So no number of clients can keep a probe out.
#[derive(Clone, Default)]
pub(super) struct Overflow(Arc<Mutex<Lane>>);

#[derive(Default)]
struct Lane {
    next: u64,
    open: BTreeMap<u64, AbortHandle>,
}

impl Overflow {
    /// A probe's head follows its connection within milliseconds. With 20,000 new connections a second, it has 50.
    const CAPACITY: usize = 1024;

    /// Runs a connection on this runtime until it ends or is evicted.
    pub(super) fn spawn(&self, connection: impl Future<Output = ()> + Send + 'static) {
        let mut lane = self.lock();
        let number = lane.next;
        lane.next += 1;
        let own = self.clone();
        let task = tokio::spawn(async move {
            connection.await;
            own.lock().open.remove(&number);
        });
        lane.open.insert(number, task.abort_handle());
        if lane.open.len() > Self::CAPACITY
            && let Some((_, oldest)) = lane.open.pop_first()
        {
            oldest.abort();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lane> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
