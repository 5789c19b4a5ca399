//! Networks of addresses, as options name them.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// The addresses that share these first bits. An address of IPv4 within IPv6 counts as the former.
    #[must_use]
    pub fn of(address: IpAddr, bits: u32) -> Self {
        let address = match address.to_canonical() {
            IpAddr::V4(address) => Ipv4Addr::from_bits(kept(address.to_bits().into(), 32, bits) as u32).into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(kept(address.to_bits(), 128, bits)).into(),
        };
        Self { address, bits }
    }

    /// The bits that its addresses share, as a number: an address of IPv4 as one within IPv6, with as many bits.
    pub(super) fn number(&self) -> u128 {
        match self.address {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            // No address is 0, which stands for no client; ::1 has other bits beyond the first 64.
            IpAddr::V6(address) => address.to_bits() | 1,
        }
    }

    /// Whether an address is one of them.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        Self::of(address, self.bits) == *self
    }
}

/// The first bits of a number.
const fn kept(number: u128, length: u32, bits: u32) -> u128 {
    match number.checked_shr(length.saturating_sub(bits)) {
        Some(first) => first << length.saturating_sub(bits),
        None => 0,
    }
}

impl FromStr for Network {
    type Err = String;

    /// An address, or an address and the number of bits: `10.0.0.0/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let expected = "expected an address or a network, such as 10.1.2.3, 10.0.0.0/8 or fd00::/8";
        let address: IpAddr = address.parse().map_err(|_| expected.to_owned())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            None => most,
            Some(bits) => match bits.parse() {
                Ok(bits) if bits <= most => bits,
                _ => return Err(format!("a network of this kind has 0 to {most} bits, found {bits:?}; {expected}")),
            },
        };
        let network = Self::of(address, bits);
        if network.address != address.to_canonical() {
            return Err(format!(
                "{text} has bits set beyond the first {bits}; did you mean {}/{bits}?",
                network.address
            ));
        }
        Ok(network)
    }
}

impl Display for Network {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.address, self.bits)
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
