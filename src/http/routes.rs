//! The table of routes, and the routers made from it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::routing::{MethodRouter, get, post};
use tower_http::limit::RequestBodyLimitLayer;

use super::error::{Code, Problem};
use super::keys::Gate;
use super::near_path::near_path;
use super::service::{Service, SharedService};
use super::tree::Form;
use super::{batch, contract, games, layers, page, probes, record, review, search, stream, tree};
use crate::wire::{Caps, shortened};

/// A path of the contract.
pub struct Route {
    /// The path, parameters in braces, as in openapi.yaml.
    pub path: &'static str,
    /// The methods of this path.
    pub methods: &'static [&'static str],
    handlers: fn() -> MethodRouter<SharedService>,
}

const BATCH: &str = "/v1/batch";
pub(super) const BATCH_STREAM: &str = "/v1/batch/stream";
pub(super) const RECORD: &str = "/v1/games/{game}/record";
const RECORD_WRITE: &str = "/v1/games/{game}/record/write";
const REVIEW: &str = "/v1/games/{game}/review";
const REVIEW_STREAM: &str = "/v1/games/{game}/review/stream";

/// Every route of the contract.
pub const ROUTES: &[Route] = &[
    Route { path: "/v1", methods: &["GET"], handlers: || get(games::index) },
    Route { path: "/v1/games", methods: &["GET"], handlers: || get(games::list) },
    Route { path: "/v1/games/{game}", methods: &["GET"], handlers: || get(games::describe) },
    Route {
        path: "/v1/games/{game}/position",
        methods: &["GET", "POST"],
        handlers: || get(search::position).post(search::position),
    },
    Route {
        path: "/v1/games/{game}/search",
        methods: &["GET", "POST"],
        handlers: || get(search::search).post(search::search),
    },
    Route {
        path: "/v1/games/{game}/search/stream",
        methods: &["GET", "POST"],
        handlers: || get(stream::search).post(stream::search),
    },
    Route { path: "/v1/games/{game}/tree", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Json) },
    Route { path: "/v1/games/{game}/tree.svg", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Svg) },
    Route { path: "/v1/games/{game}/tree.dot", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Dot) },
    Route { path: RECORD, methods: &["POST"], handlers: || post(record::read) },
    Route { path: RECORD_WRITE, methods: &["POST"], handlers: || post(record::write) },
    Route { path: REVIEW, methods: &["POST"], handlers: || post(review::review) },
    Route { path: REVIEW_STREAM, methods: &["POST"], handlers: || post(review::review_stream) },
    Route { path: BATCH, methods: &["POST"], handlers: || post(batch::batch) },
    Route { path: BATCH_STREAM, methods: &["POST"], handlers: || post(batch::batch_ndjson) },
    Route { path: "/openapi.yaml", methods: &["GET"], handlers: || get(contract::yaml) },
    Route { path: "/openapi.json", methods: &["GET"], handlers: || get(contract::json) },
    Route { path: "/livez", methods: &["GET"], handlers: || get(probes::live) },
    Route { path: "/readyz", methods: &["GET"], handlers: || get(probes::ready) },
    Route { path: "/metrics", methods: &["GET"], handlers: || get(probes::metrics) },
];

/// The router of the service: all routes and layers.
pub fn router(service: &Arc<Service>) -> Router {
    let routes = ROUTES.iter().fold(Router::new(), |router, route| {
        let limit = RequestBodyLimitLayer::new(max_body_bytes(service, route.path));
        router.route(route.path, (route.handlers)().layer(limit))
    });
    let routes = if service.playground { routes.merge(page::routes()) } else { routes };
    let routes = routes.fallback(not_found).with_state(Arc::clone(service));
    layers::wrap(routes, service, Gate::new(service.keys.clone()))
}

/// The largest body in bytes that a route reads.
pub(super) fn max_body_bytes(service: &Service, route: &str) -> usize {
    match route {
        BATCH | BATCH_STREAM => Caps::MAX_BATCH_BYTES,
        RECORD | RECORD_WRITE | REVIEW | REVIEW_STREAM => Caps::MAX_RECORD_BYTES,
        _ => service.max_body_bytes,
    }
}

/// The methods of a path of the contract, HEAD included; none if it is no such path.
pub(super) fn methods(path: &str) -> Vec<&'static str> {
    let route = ROUTES.iter().find(|route| route.path == path);
    let mut methods: Vec<&str> = route.map_or(&[][..], |route| route.methods).to_vec();
    if methods.first() == Some(&"GET") {
        methods.insert(1, "HEAD");
    }
    methods
}

/// The paths of the listener for probes. The log has their requests at debug level only.
pub(super) fn is_probe(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz" | "/metrics")
}

/// Whether all clients share the answers of a route, so that no client holds memory for its own.
pub(super) fn is_shared(route: &str) -> bool {
    route.starts_with("/openapi") || page::is_page(route)
}

/// The router of the listener for probes, whose metrics need no key.
pub(super) fn probes(service: &Arc<Service>) -> Router {
    let probes = ROUTES.iter().filter(|route| is_probe(route.path));
    let probes = probes.fold(Router::new(), |router, route| router.route(route.path, (route.handlers)()));
    layers::wrap(probes.fallback(not_found).with_state(Arc::clone(service)), service, Gate::default())
}

async fn not_found(State(service): State<SharedService>, uri: Uri) -> Problem {
    let near = near_path(uri.path(), service.catalogue);
    let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    let path = shortened(uri.path(), 80);
    Problem::new(Code::NotFound, format!("there is nothing at {path}{near}"))
}
