//! Things that each client may have a number of at a time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use crate::pool::Client;

/// Counts what clients have. A client that has nothing takes no memory.
#[derive(Default)]
pub(super) struct Shares(Mutex<HashMap<Client, usize>>);

/// One of a client's things, until it is dropped.
pub(super) struct Share {
    shares: Arc<Shares>,
    client: Client,
}

impl Shares {
    /// One more for this client, unless it has `most` already.
    pub(super) fn take(self: &Arc<Self>, client: Client, most: usize) -> Option<Share> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&client).copied().unwrap_or_default();
        if count >= most {
            return None;
        }
        counts.insert(client, count + 1);
        Some(Share { shares: Arc::clone(self), client })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = counts.entry(self.client) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_as_many_as_it_may_and_nobody_is_remembered() {
        let (shares, one, other) = (Arc::new(Shares::default()), Client::new(1), Client::new(2));
        let held: Vec<Share> = (0..5).map_while(|_| shares.take(one, 3)).collect();
        assert_eq!(held.len(), 3);
        let others = shares.take(other, 3);
        assert!(others.is_some());
        drop(held);
        assert!(shares.take(one, 1).is_some());
        drop(others);
        assert!(shares.0.lock().unwrap().is_empty());
    }
}
