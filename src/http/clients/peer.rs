//! Who sends a request: the owner of its key, the client that a trusted proxy names, or the peer's address.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use super::network::Network;
use crate::pool::Client;

/// The header in which proxies name their clients. Each proxy appends the address that it sees.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// How many addresses of that header are examined, from the end.
const MAX_HOPS: usize = 16;

/// The bits of an IPv6 address that distinguish subscribers.
const IPV6_BITS: u32 = 64;

/// The other end of a connection.
#[derive(Clone)]
pub(crate) struct Peer {
    address: IpAddr,
    /// The trusted proxies, if the peer is one of them. Then its requests name their clients.
    proxies: Option<Arc<[Network]>>,
}

impl Peer {
    pub(crate) fn new(address: IpAddr, trusted: &Arc<[Network]>) -> Self {
        let is_proxy = is_trusted(trusted, address);
        Self { address, proxies: is_proxy.then(|| Arc::clone(trusted)) }
    }

    /// The address of the client that sent these headers. A trusted proxy that names no client is a client itself.
    pub(crate) fn address(&self, headers: &HeaderMap) -> IpAddr {
        let named = self.proxies.as_deref().and_then(|proxies| forwarded_for(headers, proxies));
        named.unwrap_or(self.address)
    }

    /// The client of a request with these headers.
    fn client(&self, headers: &HeaderMap) -> Client {
        client_of(self.address(headers))
    }
}

/// Whether this is the address of a trusted proxy. An IPv4 address that is mapped into IPv6 counts as IPv4.
pub(crate) fn is_trusted(trusted: &[Network], address: IpAddr) -> bool {
    trusted.iter().any(|network| network.contains(&address.to_canonical()))
}

/// The last address that is not a trusted proxy. The client may have made up all addresses before it. If all addresses
/// are trusted proxies, the first one.
fn forwarded_for(headers: &HeaderMap, trusted: &[Network]) -> Option<IpAddr> {
    let values: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().map(|value| value.to_str().unwrap_or_default()).collect();
    let mut first = None;
    for hop in values.into_iter().rev().flat_map(|value| value.rsplit(',')).take(MAX_HOPS) {
        let Some(address) = address(hop.trim()) else { break };
        first = Some(address);
        if !is_trusted(trusted, address) {
            break;
        }
    }
    first
}

/// An address, which some proxies write in brackets or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.parse().ok().or_else(|| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok());
    bare().or_else(|| text.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
}

/// All addresses of one subscriber are the same client.
pub(crate) fn client_of(address: IpAddr) -> Client {
    Client::new(match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        // The last bit is set, because 0 stands for nobody. It is not among the bits that distinguish subscribers.
        IpAddr::V6(address) => address.to_bits() >> (128 - IPV6_BITS) << (128 - IPV6_BITS) | 1,
    })
}

/// The client of a request. A key names the client, whichever address it comes from.
pub(crate) fn client(extensions: &Extensions, headers: &HeaderMap) -> Client {
    match (extensions.get::<Client>(), extensions.get::<Peer>()) {
        (Some(client), _) => *client,
        (None, Some(peer)) => peer.client(headers),
        (None, None) => Client::NOBODY,
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(client(&parts.extensions, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str]) -> Client {
        let trusted: Arc<[Network]> = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap()).into();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        Peer::new(peer.parse().unwrap(), &trusted).client(&headers)
    }

    fn of(address: &str) -> Client {
        client_of(address.parse().unwrap())
    }

    #[test]
    fn a_trusted_proxy_names_its_client_and_nobody_else_does() {
        for (peer, forwarded, expected) in [
            ("192.0.2.1", &["198.51.100.7"][..], "192.0.2.1"),
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            // The client can set the first address itself.
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.9.9.9"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9", "198.51.100.7 ,10.9.9.9"], "198.51.100.7"),
            ("10.0.0.1", &["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
            ("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7"),
            ("fd00::1", &["[2001:db8::1]:443"], "2001:db8::1"),
            ("fd00::1", &["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.1", &["198.51.100.7, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7, , 10.9.9.9"], "10.9.9.9"),
        ] {
            assert_eq!(client(peer, forwarded), of(expected), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn a_subscriber_of_ipv6_is_one_client_and_other_addresses_are_others() {
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:ffff:ffff:ffff"));
        let distinct = ["2001:db8::1", "2001:db8:0:1::1", "192.0.2.1", "192.0.2.2", "0.0.0.0", "::"].map(of);
        for (index, one) in distinct.iter().enumerate() {
            assert!(distinct[index + 1..].iter().all(|other| other != one && *other != Client::NOBODY), "{index}");
        }
    }
}
