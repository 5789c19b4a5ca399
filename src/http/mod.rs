//! The HTTP service: routes, layers, and the state that handlers share.

mod answer;
mod batch;
mod body;
mod caching;
mod caller;
mod connection;
mod contract;
mod cors;
mod error;
mod extract;
mod games;
mod host;
mod keys;
mod layers;
mod limits;
mod listener;
mod metrics;
mod near_path;
mod negotiation;
mod network;
mod page;
mod paths;
mod probes;
mod request_id;
mod request_log;
mod respond;
mod result_cache;
mod reviews;
mod routes;
mod running;
mod sampler;
mod service;
mod stream;
#[cfg(feature = "tls")]
mod tls;
mod trace;

pub use cors::Origin;
pub use keys::{Keyring, NewKey};
pub use listener::Listener;
pub use network::{Network, network};
pub use plyd_wire::Code;
pub use probes::serve as serve_probes;
pub use reviews::Reviews;
pub use routes::{ROUTES, Route, probe_router, router};
pub use service::Service;
#[cfg(feature = "tls")]
pub use tls::Tls;
