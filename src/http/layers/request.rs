//! The layers around all routes.
//!
//! The outermost layer gives each request an id and a log line, checks its head before routing, and makes a problem
//! document of every error. The layer inside it catches panics. (Limits on the size of bodies are set for each route.)

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONNECTION, VARY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use plyd_keys::{KeyOwner, Keyring};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;

use super::host;
use super::request_log::Subject;
use super::sampler::Sampler;
use super::trace::{self, TRACEPARENT};
use crate::http::answers::error::{ProblemResponse, internal, method_not_allowed, origin_not_allowed};
use crate::http::answers::request_id::{Id, REQUEST_ID};
use crate::http::clients::{cors, keys, peer};
use crate::http::handlers::body::{declared_length, hold_answer};
use crate::http::paths::max_body_of;
use crate::http::state::service::Service;

/// Wraps the routes in all layers. If the server has keys, some of the routes need one.
pub(crate) fn wrap(
    routes: Router,
    methods: fn(&str) -> Vec<&'static str>,
    service: &Arc<Service>,
    keys: Option<Arc<Keyring>>,
) -> Router {
    let state = RequestLayer { service: Arc::clone(service), methods, keys, refusals: Sampler::default() };
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::new(state), handle_request))
        .option_layer(cors::layer(&service.origins))
        .layer(CatchPanicLayer::custom(problem_of_panic(service)));
    // axum's default limit would cap the routes' own limits.
    routes.layer(DefaultBodyLimit::disable()).layer(layers)
}

/// The state of the outermost layer.
struct RequestLayer {
    service: Arc<Service>,
    methods: fn(&str) -> Vec<&'static str>,
    keys: Option<Arc<Keyring>>,
    refusals: Sampler,
}

/// Adds the headers that every answer has.
fn add_headers(headers: &mut HeaderMap, id: &str, traceparent: Option<&HeaderValue>) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Handlers mark the answers that caches may keep. All others, including problems, must not be kept.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(REQUEST_ID, HeaderValue::from_str(id).expect("ids are plain"));
    if let Some(own) = traceparent {
        headers.insert(TRACEPARENT, own.clone());
    }
}

/// One layer instead of one for each step, because the steps share data and each layer costs time.
async fn handle_request(State(layer): State<Arc<RequestLayer>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = layer.service.ids.of(request.headers());
    let mut subject = Subject::of(&request, Arc::clone(&id));
    let span = trace::request_span(&request, subject.route(), &id);
    let traceparent = trace::continued(&span, request.headers());
    let trace = traceparent.as_ref().and_then(trace::id).or_else(|| trace::of(request.headers()));
    subject.trace = trace.map(str::to_owned);
    let declared = declared_length(request.headers());
    let preflight = cors::preflight(&request);
    request.extensions_mut().insert(Id(id.clone()));
    let (key_owner, checked) = match host::check(&request) {
        Ok(()) => {
            let (key_owner, checked) = keys::owner(layer.keys.as_deref(), subject.route(), &mut request);
            (key_owner, checked.map_err(ProblemResponse::from))
        }
        Err(problem) => (KeyOwner::default(), Err(problem)),
    };
    if let Some(name) = key_owner.name() {
        layer.service.metrics.count_key(name);
        span.record("key", &**name);
        subject.key = Some(Arc::clone(name));
    }
    let (subject, method, route) = (&subject, &subject.method, subject.route());
    let in_flight = layer.service.metrics.begin(|| {
        subject.abandoned();
        span.record("error.type", "abandoned");
    });
    let mut response = match checked {
        Err(problem) => problem.into_response(),
        Ok(()) => {
            let client = peer::client(request.extensions(), request.headers());
            let response = next.run(request).instrument(span.clone()).await;
            hold_answer(&layer.service, client, route, response).await
        }
    };
    let problem = problem_of(&mut response, preflight, method, &(layer.methods)(route)).or_else(|| {
        let too_large = response.status() == StatusCode::PAYLOAD_TOO_LARGE;
        let most = max_body_of(route, layer.service.max_body_bytes);
        too_large.then(|| plyd_wire::Problem::body_too_large(declared, most).into())
    });
    let (mut response, problem) = write_problem(response, problem, &id);
    key_owner.attach(response.headers_mut());
    add_headers(response.headers_mut(), &id, traceparent.as_ref());
    if layer.service.is_draining() {
        // Tells the client not to send another request on this connection.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if response.status() == StatusCode::NOT_MODIFIED && *method == Method::HEAD {
        // hyper would send `Content-Length: 0`, which is not the length of the representation (RFC 9110, 8.6).
        *response.body_mut() = Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
    }
    let (status, answered) = (response.status().as_u16(), Instant::now());
    in_flight.answered(method, route, status, answered - started);
    let unlogged = (status == 503).then(|| layer.refusals.pass(started));
    if unlogged != Some(None) {
        subject.answered(status, answered - started, problem.as_ref(), unlogged.flatten());
    }
    trace::answered(span, response, problem.as_ref())
}

/// The problem of a method that the path does not have, or of a preflight request whose origin is not allowed.
/// `CorsLayer` answers such a preflight request with 200.
fn problem_of(
    response: &mut Response,
    preflight: Option<String>,
    method: &Method,
    methods: &[&str],
) -> Option<ProblemResponse> {
    let refused = preflight.filter(|_| !response.headers().contains_key(ACCESS_CONTROL_ALLOW_ORIGIN));
    match (response.status(), refused) {
        (StatusCode::METHOD_NOT_ALLOWED | StatusCode::OK, Some(origin)) => {
            let methods = methods.join(",").parse().expect("methods are plain");
            response.headers_mut().entry(ALLOW).or_insert(methods);
            Some(origin_not_allowed(&origin).into())
        }
        (StatusCode::METHOD_NOT_ALLOWED, None) => Some(method_not_allowed(method, methods).into()),
        _ => None,
    }
}

/// Turns error answers into problems, including the answers of layers and of the router.
fn write_problem(
    mut response: Response,
    own: Option<ProblemResponse>,
    id: &str,
) -> (Response, Option<ProblemResponse>) {
    let problem = own.or_else(|| response.extensions_mut().remove::<ProblemResponse>());
    let problem = problem.or_else(|| ProblemResponse::of_status(response.status()));
    match problem {
        Some(problem) => {
            let kept = |(name, _): &(&HeaderName, &HeaderValue)| {
                [ALLOW, VARY].contains(name) || name.as_str().starts_with("access-control-")
            };
            let headers = response.headers().iter().filter(kept).map(|(name, value)| (name.clone(), value.clone()));
            (problem.write(id, headers), Some(problem))
        }
        None => (response, None),
    }
}

/// The panic hook has already logged the panic. The client gets the request id.
fn problem_of_panic(service: &Service) -> impl Fn(Box<dyn Any + Send>) -> Response + Clone + use<> {
    let panics = service.metrics.panics.clone();
    move |_| {
        panics.inc();
        ProblemResponse::from(internal()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::pool::SearchPool;
    use plyd_games::CATALOGUE;
    use plyd_wire::Caps;

    async fn answer(routes: Router, path: &str) -> (u16, serde_json::Value) {
        let caps = Caps::new(1, 1);
        let service = Arc::new(Service::new(CATALOGUE, SearchPool::new(1, 1, 0), caps, 1000, Duration::from_secs(1)));
        let request =
            Request::get(path).header("host", "plyd").header("x-request-id", "seven").body(Body::empty()).unwrap();
        let response = wrap(routes, |_| Vec::new(), &service, None).oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn a_panic_costs_one_request_an_internal_problem() {
        async fn bug() -> &'static str {
            panic!("a bug in a handler")
        }
        let (status, problem) = answer(Router::new().route("/", get(bug)), "/").await;
        assert_eq!((status, &problem["code"], &problem["request_id"]), (500, &"internal".into(), &"seven".into()));
    }

    #[tokio::test]
    async fn a_bare_error_of_the_router_leaves_as_a_problem() {
        let (status, problem) = answer(Router::new().route("/", axum::routing::post(|| async {})), "/").await;
        assert_eq!((status, &problem["code"]), (405, &"method_not_allowed".into()));
    }
}
