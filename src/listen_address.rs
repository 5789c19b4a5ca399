//! Addresses to listen on, by number or by name.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

/// Checks an address: a host and a port, such as `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`.
///
/// # Errors
/// A sentence that says what was expected.
pub(crate) fn listen_address(text: &str) -> Result<String, String> {
    let is_named = text.rsplit_once(':').is_some_and(|(host, port)| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        !host.is_empty() && host.bytes().all(plain) && port.parse::<u16>().is_ok()
    });
    if is_named || text.parse::<SocketAddr>().is_ok() {
        return Ok(text.to_owned());
    }
    Err("expected a host and a port, such as 127.0.0.1:8080, [::1]:8080 or localhost:8080".to_owned())
}

/// The addresses that the name resolves to, IPv4 first. plyd listens on only one of them. Clients find it, because they
/// try all addresses of the name.
///
/// # Errors
/// A sentence, if the name has no address.
pub(crate) fn resolve(address: &str) -> Result<Vec<SocketAddr>, String> {
    let none = |error: io::Error| format!("cannot resolve {address}: {error}");
    let mut addresses: Vec<SocketAddr> = address.to_socket_addrs().map_err(none)?.collect();
    addresses.sort_by_key(SocketAddr::is_ipv6);
    if addresses.is_empty() { Err(format!("cannot resolve {address}: it has no address")) } else { Ok(addresses) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_with_a_port_are_accepted() {
        for address in ["127.0.0.1:0", "[::1]:8080", "[::]:80", "localhost:8080", "my-host.example.org:65535"] {
            assert!(listen_address(address).is_ok(), "{address}");
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
            let error = listen_address(wrong).unwrap_err();
            assert!(error.contains("such as 127.0.0.1:8080"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_name_is_resolved_to_ipv4_first() {
        let addresses = resolve("localhost:8080").unwrap();
        assert!(addresses[0].ip().is_loopback() && addresses[0].port() == 8080, "{addresses:?}");
        assert!(addresses.is_sorted_by_key(SocketAddr::is_ipv6), "{addresses:?}");
        let error = resolve("no-such-host.invalid:80").unwrap_err();
        assert!(error.starts_with("cannot resolve no-such-host.invalid:80: "), "{error}");
    }
}
