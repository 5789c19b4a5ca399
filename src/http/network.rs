//! Networks of addresses, as options name them.

use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::{Serialize, Serializer};

/// The addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpNet);

impl Network {
    /// Whether an address is one of them. An address of IPv4 within IPv6 counts as the former.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = String;

    /// An address, or an address and the number of bits: `10.0.0.0/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let expected = "expected an address or a network, such as 10.1.2.3, 10.0.0.0/8 or fd00::/8";
        let address: IpAddr = address.parse().map_err(|_| expected.to_owned())?;
        let address = address.to_canonical();
        let most = IpNet::from(address).max_prefix_len();
        let network =
            match bits {
                None => IpNet::from(address),
                Some(bits) => bits.parse().ok().and_then(|bits| IpNet::new(address, bits).ok()).ok_or_else(|| {
                    format!("a network of this kind has 0 to {most} bits, found {bits:?}; {expected}")
                })?,
            };
        if network != network.trunc() {
            let bits = network.prefix_len();
            return Err(format!("{text} has bits set beyond the first {bits}; did you mean {}?", network.trunc()));
        }
        Ok(Self(network))
    }
}

impl Display for Network {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_network_contains_the_addresses_that_begin_with_its_bits() {
        for (name, inside, outside) in [
            ("10.0.0.0/8", "10.255.1.2", "11.0.0.0"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("10.0.0.0/8", "::ffff:10.1.1.1", "::10.1.1.1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("::/0", "ffff::", "1.2.3.4"),
        ] {
            assert!(network(name).contains(inside.parse().unwrap()), "{name} {inside}");
            assert!(!network(name).contains(outside.parse().unwrap()), "{name} {outside}");
        }
    }

    #[test]
    fn what_names_no_network_is_refused_with_a_sentence() {
        for (text, says) in [
            ("", "expected an address"),
            ("plyd", "expected an address"),
            ("10.0.0.0/33", "0 to 32 bits"),
            ("::/129", "0 to 128 bits"),
            ("10.0.0.0/", "0 to 32 bits"),
            ("10.0.0.0/-1", "0 to 32 bits"),
            ("10.1.0.0/8", "did you mean 10.0.0.0/8?"),
        ] {
            let error = text.parse::<Network>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
