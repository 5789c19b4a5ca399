//! The HTTP service: routes, layers, and the state that handlers share. Only this module knows status codes.

mod batch;
mod caching;
mod caller;
mod compression;
mod connections;
mod contract;
mod cors;
mod date;
mod dispatcher;
mod error;
mod exhaustion;
mod extract;
mod games;
mod head_validation;
mod health;
mod held;
mod keys;
mod layers;
mod listener;
mod metrics;
mod near_path;
mod negotiation;
mod network;
mod overflow;
mod page;
mod parsing;
mod places;
#[cfg(target_os = "linux")]
mod process;
mod record;
mod respond;
mod result_cache;
mod review;
mod reviews;
mod routes;
mod sampler;
mod search;
mod send_buffer;
mod service;
mod shares;
mod stream;
mod tls;
mod trace;
mod traceparent;
mod tree;

pub use cors::Origin;
pub use error::Code;
#[cfg(feature = "mcp")]
pub(crate) use error::{problem, unknown_game};
pub use keys::{Keyring, NewKey};
pub use listener::{Listener, Sockets};
pub use network::Network;
pub use reviews::Reviews;
pub use routes::{ROUTES, Route, router};
pub use service::Service;
pub use tls::Tls;
