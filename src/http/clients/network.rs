//! Networks of addresses, as options name them.

use std::net::IpAddr;

/// Addresses that begin with the same bits.
pub use ipnet::IpNet as Network;

/// Reads an address, or an address and a number of bits: `10.0.0.0/8`.
///
/// # Errors
/// A sentence that says what was expected.
pub fn network(text: &str) -> Result<Network, String> {
    let address = text.parse().map(|address: IpAddr| address.to_canonical().into());
    let Ok(network) = address.or_else(|_| text.parse::<Network>()) else {
        return Err("expected an address or a network, such as 10.1.2.3, 10.0.0.0/8 or fd00::/8".to_owned());
    };
    if network != network.trunc() {
        let bits = network.prefix_len();
        return Err(format!("{text} has bits set beyond the first {bits}; did you mean {}?", network.trunc()));
    }
    Ok(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_not_networks_are_refused() {
        for text in ["10.0.0.0/8", "10.1.2.3", "::/0", "2001:db8::/32"] {
            assert!(network(text).is_ok(), "{text}");
        }
        assert_eq!(network("::ffff:10.1.2.3"), network("10.1.2.3"));
        for text in ["", "plyd", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1"] {
            assert!(network(text).unwrap_err().starts_with("expected an address"), "{text}");
        }
        assert!(network("10.1.0.0/8").unwrap_err().contains("did you mean 10.0.0.0/8?"));
    }
}
