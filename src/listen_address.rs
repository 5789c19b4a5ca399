//! Addresses to listen on, by number or by name.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use serde::Serialize;

/// A host and a port, such as `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`. Names are resolved when the server
/// starts to listen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListenAddress(String);

impl ListenAddress {
    /// The addresses that the name resolves to, IPv4 first, because other programs try all addresses of the name.
    ///
    /// # Errors
    /// A sentence, if the name has no address.
    pub fn resolve(&self) -> Result<Vec<SocketAddr>, String> {
        let none = |error: io::Error| format!("cannot resolve {self}: {error}");
        let mut addresses: Vec<SocketAddr> = self.0.to_socket_addrs().map_err(none)?.collect();
        addresses.sort_by_key(SocketAddr::is_ipv6);
        if addresses.is_empty() { Err(format!("cannot resolve {self}: it has no address")) } else { Ok(addresses) }
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_named = text.rsplit_once(':').is_some_and(|(host, port)| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
            !host.is_empty() && host.bytes().all(plain) && port.parse::<u16>().is_ok()
        });
        if is_named || text.parse::<SocketAddr>().is_ok() {
            return Ok(Self(text.to_owned()));
        }
        Err("expected a host and a port, such as 127.0.0.1:8080, [::1]:8080 or localhost:8080".to_owned())
    }
}

impl Display for ListenAddress {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_with_a_port_are_accepted() {
        for address in ["127.0.0.1:0", "[::1]:8080", "[::]:80", "localhost:8080", "my-host.example.org:65535"] {
            assert!(address.parse::<ListenAddress>().is_ok(), "{address}");
        }
        for wrong in [
            "",
            "localhost",
            ":8080",
            "8080",
            "localhost:",
            "localhost:65536",
            "::1:80:",
            "http://localhost:80",
            "a b:80",
        ] {
            let error = wrong.parse::<ListenAddress>().unwrap_err();
            assert!(error.contains("such as 127.0.0.1:8080"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_name_is_resolved_to_ipv4_first() {
        let addresses = "localhost:8080".parse::<ListenAddress>().unwrap().resolve().unwrap();
        assert!(addresses[0].ip().is_loopback() && addresses[0].port() == 8080, "{addresses:?}");
        assert!(addresses.is_sorted_by_key(SocketAddr::is_ipv6), "{addresses:?}");
        let error = "no-such-host.invalid:80".parse::<ListenAddress>().unwrap().resolve().unwrap_err();
        assert!(error.starts_with("cannot resolve no-such-host.invalid:80: "), "{error}");
    }
}
