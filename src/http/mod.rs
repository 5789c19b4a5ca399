//! The HTTP service: routes, layers, and the state that handlers share. Only this module knows status codes.

mod batch;
mod caching;
mod connection_guard;
mod connections;
mod contract;
mod cors;
mod error;
mod extract;
mod games;
mod h2_activity;
mod head_validation;
mod health;
mod held;
mod http1_framing;
mod layers;
mod listener;
mod metrics;
mod near_path;
mod negotiation;
mod overflow;
mod page;
mod parsing;
#[cfg(target_os = "linux")]
mod process;
mod respond;
mod routes;
mod sampler;
mod search;
mod send_buffer;
mod service;
mod stream;
mod timeout;
mod tree;

pub use cors::Origin;
pub use error::Code;
#[cfg(feature = "mcp")]
pub(crate) use error::problem;
pub use listener::Listener;
pub use routes::{ROUTES, Route, router};
pub use service::Service;
