//! The table of routes, and the routers that are made from it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{MethodRouter, get};
use plyd_operations::{Form, Operation};
use plyd_wire::{MAX_CHARS, shortened};
use tower_http::limit::RequestBodyLimitLayer;

use crate::http::answers::error::{Code, Problem, ProblemResponse};
use crate::http::answers::negotiation::JSON;
use crate::http::handlers::{answer, batch, games, probes, stream};
use crate::http::layers::request as layers;
use crate::http::near_path::near_path;
use crate::http::page;
use crate::http::paths::{BATCH_STREAM, RECORD, RULES_CHECK, is_probe, max_body_of};
use crate::http::state::service::{Service, SharedService};

/// A path of the contract.
pub struct Route {
    /// The path as in openapi.yaml, with parameters in braces.
    pub path: &'static str,
    /// The methods of this path.
    pub methods: &'static [&'static str],
    asks: Asks,
}

/// What a path asks for.
enum Asks {
    /// An operation.
    For(Operation),
    /// An operation, as a stream of events.
    Stream(Operation),
    /// A batch, whose answer has this media type.
    Batch(&'static str),
    /// Anything else.
    Other(fn() -> MethodRouter<SharedService>),
}

const GET: &[&str] = &["GET"];
const POST: &[&str] = &["POST"];
const BOTH: &[&str] = &["GET", "POST"];

/// Every route of the contract.
pub const ROUTES: &[Route] = &[
    Route { path: "/v1", methods: GET, asks: Asks::Other(|| get(games::index)) },
    Route { path: "/v1/games", methods: GET, asks: Asks::Other(|| get(games::list)) },
    Route { path: "/v1/games/{game}", methods: GET, asks: Asks::Other(|| get(games::describe)) },
    Route { path: "/v1/games/{game}/position", methods: BOTH, asks: Asks::For(Operation::Position) },
    Route { path: "/v1/games/{game}/search", methods: BOTH, asks: Asks::For(Operation::Search) },
    Route { path: "/v1/games/{game}/search/stream", methods: BOTH, asks: Asks::Stream(Operation::Search) },
    Route { path: "/v1/games/{game}/tree", methods: BOTH, asks: Asks::For(Operation::Tree(Form::Json)) },
    Route { path: "/v1/games/{game}/tree.svg", methods: BOTH, asks: Asks::For(Operation::Tree(Form::Svg)) },
    Route { path: "/v1/games/{game}/tree.dot", methods: BOTH, asks: Asks::For(Operation::Tree(Form::Dot)) },
    Route { path: "/v1/games/{game}/hint", methods: POST, asks: Asks::For(Operation::Hint) },
    Route { path: "/v1/games/{game}/grade", methods: POST, asks: Asks::For(Operation::Grade) },
    Route { path: RECORD, methods: POST, asks: Asks::For(Operation::ReadRecord) },
    Route { path: "/v1/games/{game}/record/write", methods: POST, asks: Asks::For(Operation::WriteRecord) },
    Route { path: "/v1/games/{game}/review", methods: POST, asks: Asks::For(Operation::Review) },
    Route { path: "/v1/games/{game}/review/stream", methods: POST, asks: Asks::Stream(Operation::Review) },
    Route { path: RULES_CHECK, methods: POST, asks: Asks::For(Operation::CheckRules) },
    Route { path: "/v1/batch", methods: POST, asks: Asks::Batch(JSON) },
    Route { path: BATCH_STREAM, methods: POST, asks: Asks::Batch(batch::NDJSON) },
    Route { path: "/openapi.yaml", methods: GET, asks: Asks::Other(|| get(games::contract_yaml)) },
    Route { path: "/openapi.json", methods: GET, asks: Asks::Other(|| get(games::contract_json)) },
    Route { path: "/livez", methods: GET, asks: Asks::Other(|| get(probes::live)) },
    Route { path: "/readyz", methods: GET, asks: Asks::Other(|| get(probes::ready)) },
    Route { path: "/metrics", methods: GET, asks: Asks::Other(|| get(probes::metrics)) },
];

impl Route {
    fn handlers(&self) -> MethodRouter<SharedService> {
        match self.asks {
            Asks::For(operation) => answer::handlers(operation, self.methods),
            Asks::Stream(operation) => stream::handlers(operation, self.methods),
            Asks::Batch(media_type) => batch::handlers(media_type),
            Asks::Other(handlers) => handlers(),
        }
    }
}

/// The router of the service: all routes and layers.
pub fn router(service: &Arc<Service>) -> Router {
    let routes = ROUTES.iter().fold(Router::new(), |router, route| {
        let limit = RequestBodyLimitLayer::new(max_body_of(route.path, service.max_body_bytes));
        router.route(route.path, route.handlers().layer(limit))
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
    let probes = probes.fold(Router::new(), |router, route| router.route(route.path, route.handlers()));
    layers::wrap(probes.fallback(not_found).with_state(Arc::clone(service)), methods, service, None)
}

async fn not_found(State(service): State<SharedService>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(target) = without_slash(&uri).filter(|target| target.len() <= MAX_CHARS) {
        return Redirect::permanent(&target).into_response();
    }
    if service.playground
        && let Some(page) = page::not_found(&method, uri.path(), &headers)
    {
        return page;
    }
    let near = near_path(uri.path(), ROUTES.iter().map(|route| route.path), service.catalogue);
    let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    let path = shortened(uri.path(), 80);
    ProblemResponse::from(Problem::new(Code::NotFound, format!("there is nothing at {path}{near}"))).into_response()
}

/// The same target without the slashes at the end of its path. `None` if there are none, or if the contract does not
/// have the path that is left.
fn without_slash(uri: &Uri) -> Option<String> {
    let path = uri.path().strip_suffix('/')?.trim_end_matches('/');
    let has = |route: &Route| {
        let (parts, given) = (route.path.split('/'), path.split('/'));
        parts.clone().count() == given.clone().count()
            && parts.zip(given).all(|(part, given)| part == given || part == "{game}" && !given.is_empty())
    };
    let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
    ROUTES.iter().any(has).then(|| format!("{path}{query}"))
}
