//! Where connections arrive: listeners, TLS, and time limits for clients.

mod connection;
pub(crate) mod listener;
pub(crate) mod probes;
#[cfg(feature = "tls")]
pub(crate) mod tls;
