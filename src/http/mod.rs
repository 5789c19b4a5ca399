//! The HTTP service. A request passes the edge, the layers, and the routes to its handler.

mod answers;
mod clients;
mod edge;
mod handlers;
mod layers;
mod near_path;
mod page;
mod paths;
mod routes;
mod state;

pub use clients::cors::Origin;
pub use clients::network::{Network, network};
pub use edge::listener::Listener;
pub use edge::probes::serve_probes;
#[cfg(feature = "tls")]
pub use edge::tls::Tls;
pub use plyd_keys::{Keyring, NewKey};
pub use plyd_wire::Code;
pub use routes::{ROUTES, Route, probe_router, router};
pub use state::reviews::Reviews;
pub use state::service::Service;
