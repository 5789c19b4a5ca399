//! Who clients are, and what each may use: addresses, networks, keys, permits and origins of pages.

pub(crate) mod cors;
pub(crate) mod keys;
pub(crate) mod network;
pub(crate) mod peer;
pub(crate) mod permits;
