//! Places for connections: a limit for all, and one for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::caller::{IPV6_BITS, is_trusted};
use super::network::Network;

/// Counts the connections that are open, at most as many addresses.
pub(super) struct Places {
    max: usize,
    max_per_address: usize,
    trusted: Arc<[Network]>,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_address: HashMap<Network, usize>,
}

/// A place, until it is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    /// `None` for a trusted proxy.
    address: Option<Network>,
}

impl Places {
    pub(super) fn new(max: usize, max_per_address: usize, trusted: Arc<[Network]>) -> Arc<Self> {
        Arc::new(Self { max, max_per_address, trusted, taken: Mutex::default() })
    }

    /// A place for a client of this address, if there is one.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let address = (!is_trusted(&self.trusted, address)).then(|| Network::of(address, IPV6_BITS));
        let mut taken = self.lock();
        if taken.total >= self.max {
            return None;
        }
        if let Some(address) = address {
            let own = taken.by_address.get(&address).copied().unwrap_or_default();
            if own >= self.max_per_address {
                return None;
            }
            taken.by_address.insert(address, own + 1);
        }
        taken.total += 1;
        drop(taken);
        Some(Place { places: Arc::clone(self), address })
    }

    /// Whether all are taken.
    pub(super) fn are_exhausted(&self) -> bool {
        self.lock().total >= self.max
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.total -= 1;
        let Some(address) = self.address else { return };
        match taken.by_address.get_mut(&address) {
            Some(own @ 2..) => *own -= 1,
            _ => drop(taken.by_address.remove(&address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(places: &Arc<Places>, address: &str, times: usize) -> Vec<Place> {
        (0..times).map_while(|_| places.take(address.parse().unwrap())).collect()
    }

    #[test]
    fn no_address_takes_more_than_its_share_and_all_no_more_than_there_are() {
        let places = Places::new(10, 4, [].into());
        let first = taken(&places, "192.0.2.1", 9);
        let second = taken(&places, "192.0.2.2", 9);
        assert_eq!((first.len(), second.len(), places.are_exhausted()), (4, 4, false));
        let third = taken(&places, "192.0.2.3", 9);
        assert_eq!((third.len(), places.are_exhausted()), (2, true));
        drop(first);
        assert_eq!(taken(&places, "192.0.2.3", 9).len(), 2, "its own share");
        drop((second, third));
        assert!(places.lock().by_address.is_empty(), "no address is kept without a connection");
    }

    #[test]
    fn a_subscriber_of_ipv6_is_one_address() {
        let places = Places::new(10, 1, [].into());
        let held =
            [taken(&places, "2001:db8::1", 1), taken(&places, "2001:db8:0:1::1", 1), taken(&places, "10.0.0.1", 1)];
        assert!(held.iter().all(|held| held.len() == 1));
        for same in ["2001:db8::ffff:ffff:ffff:ffff", "2001:db8:0:1::2", "::ffff:10.0.0.1"] {
            assert!(taken(&places, same, 1).is_empty(), "{same}");
        }
    }

    #[test]
    fn a_trusted_proxy_may_take_all() {
        let places = Places::new(10, 1, ["10.0.0.0/8".parse().unwrap()].into());
        let proxy = taken(&places, "10.1.2.3", 20);
        assert_eq!((proxy.len(), places.lock().by_address.len()), (10, 0));
    }
}
