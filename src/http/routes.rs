//! The table of routes, and the routers that are made from it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get, post};
use plyd_wire::shortened;
use tower_http::limit::RequestBodyLimitLayer;

use super::error::{Code, Problem};
use super::near_path::near_path;
use super::negotiation::JSON;
use super::paths::{BATCH, BATCH_STREAM, RECORD, RECORD_WRITE, REVIEW, REVIEW_STREAM, is_probe};
use super::service::{Service, SharedService};
use super::tree::Form;
use super::{batch, games, hint, layers, page, probes, record, review, search, stream, tree};

/// A path of the contract.
pub struct Route {
    /// The path as in openapi.yaml, with parameters in braces.
    pub path: &'static str,
    /// The methods of this path.
    pub methods: &'static [&'static str],
    handlers: fn() -> MethodRouter<SharedService>,
}

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
        handlers: || post(search::search).get(search::search),
    },
    Route {
        path: "/v1/games/{game}/search/stream",
        methods: &["GET", "POST"],
        handlers: || post(stream::search).get(stream::search),
    },
    Route { path: "/v1/games/{game}/tree", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Json) },
    Route { path: "/v1/games/{game}/tree.svg", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Svg) },
    Route { path: "/v1/games/{game}/tree.dot", methods: &["GET", "POST"], handlers: || tree::handlers(Form::Dot) },
    Route { path: "/v1/games/{game}/hint", methods: &["POST"], handlers: || post(hint::hint) },
    Route { path: RECORD, methods: &["POST"], handlers: || post(record::read) },
    Route { path: RECORD_WRITE, methods: &["POST"], handlers: || post(record::write) },
    Route { path: REVIEW, methods: &["POST"], handlers: || post(review::review) },
    Route { path: REVIEW_STREAM, methods: &["POST"], handlers: || post(review::review_stream) },
    Route { path: BATCH, methods: &["POST"], handlers: || batch::handlers(JSON) },
    Route { path: BATCH_STREAM, methods: &["POST"], handlers: || batch::handlers(batch::NDJSON) },
    Route { path: "/openapi.yaml", methods: &["GET"], handlers: || get(games::contract_yaml) },
    Route { path: "/openapi.json", methods: &["GET"], handlers: || get(games::contract_json) },
    Route { path: "/livez", methods: &["GET"], handlers: || get(probes::live) },
    Route { path: "/readyz", methods: &["GET"], handlers: || get(probes::ready) },
    Route { path: "/metrics", methods: &["GET"], handlers: || get(probes::metrics) },
];

/// The router of the service: all routes and layers.
pub fn router(service: &Arc<Service>) -> Router {
    let routes = ROUTES.iter().fold(Router::new(), |router, route| {
        let limit = RequestBodyLimitLayer::new(service.max_body_of(route.path));
        router.route(route.path, (route.handlers)().layer(limit))
    });
    let routes = if service.playground { routes.merge(page::routes()) } else { routes };
    let routes = routes.fallback(not_found).with_state(Arc::clone(service));
    layers::wrap(routes, methods, service, service.keys.clone())
}

/// The methods of a path of the contract, including HEAD. Empty if the contract does not have this path.
fn methods(path: &str) -> Vec<&'static str> {
    let route = ROUTES.iter().find(|route| route.path == path);
    let mut methods: Vec<&str> = route.map_or(&[][..], |route| route.methods).to_vec();
    if methods.first() == Some(&"GET") {
        methods.insert(1, "HEAD");
    }
    methods
}

/// The router for the probes' listener. Its metrics need no key.
pub fn probe_router(service: &Arc<Service>) -> Router {
    let probes = ROUTES.iter().filter(|route| is_probe(route.path));
    let probes = probes.fold(Router::new(), |router, route| router.route(route.path, (route.handlers)()));
    layers::wrap(probes.fallback(not_found).with_state(Arc::clone(service)), methods, service, None)
}

async fn not_found(State(service): State<SharedService>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if service.playground
        && let Some(page) = page::not_found(&method, uri.path(), &headers)
    {
        return page;
    }
    let near = near_path(uri.path(), ROUTES.iter().map(|route| route.path), service.catalogue);
    let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    let path = shortened(uri.path(), 80);
    Problem::new(Code::NotFound, format!("there is nothing at {path}{near}")).into_response()
}
