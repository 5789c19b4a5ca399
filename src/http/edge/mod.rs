//! Where connections arrive: listeners, TLS, and the time that each client has.

mod connection;
pub(crate) mod listener;
pub(crate) mod probes;
#[cfg(feature = "tls")]
pub(crate) mod tls;
