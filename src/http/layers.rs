//! What every request passes: it gets an id and a log line, is checked before any route sees it, and what goes wrong
//! leaves as a problem. Inside that, panics are caught and bodies bounded in time. (Their size is bounded route by
//! route.)

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONNECTION, VARY, X_CONTENT_TYPE_OPTIONS};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::RequestBodyDeadlineLayer;
use tracing::field::Empty;
use tracing::{Instrument, debug, info, info_span};

use super::error::{Code, Problem};
use super::sampler::Sampler;
use super::{Service, cors, is_probe, strict};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_MAX: usize = 128;

/// Characters of a path that the log has.
const PATH_LOGGED: usize = 200;

/// Puts the layers around the routes.
pub(super) fn around(routes: Router, service: &Arc<Service>) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::new(Reception::new(service)), receive))
        .option_layer(cors::layer(&service.origins))
        .layer(CatchPanicLayer::custom(problem_of_panic(service)))
        .layer(RequestBodyDeadlineLayer::new(service.body_timeout));
    // Every route has its own body limit; the framework's would cap them all.
    routes.layer(DefaultBodyLimit::disable()).layer(layers)
}

/// What the reception of requests needs.
struct Reception {
    service: Arc<Service>,
    ids: Ids,
    sheds: Sampler,
}

impl Reception {
    fn new(service: &Arc<Service>) -> Self {
        Self { service: Arc::clone(service), ids: Ids::new(), sheds: Sampler::default() }
    }
}

/// One function rather than a layer for each of its steps: they share what they know, and layers cost time.
async fn receive(State(reception): State<Arc<Reception>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = reception.ids.of(request.headers());
    let (method, version) = (request.method().clone(), request.version());
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().map_or("", MatchedPath::as_str);
    let span = info_span!("request", id = &*id, %method, route, path = shortened(request.uri().path()), trace = Empty);
    if let Some(trace) = trace_id(request.headers()) {
        span.record("trace", trace);
    }
    let in_flight = reception.service.meters.begin(span.clone());
    request.extensions_mut().insert(Id(id.clone()));
    let answer = async {
        match strict::check(&request) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        }
    };
    let (mut response, problem) = write_problem(answer.instrument(span.clone()).await, &id);
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // What may be kept says so; nothing else may, problems included.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(REQUEST_ID, HeaderValue::from_str(&id).expect("ids are plain"));
    if reception.service.is_draining() && version < Version::HTTP_2 {
        // The client hears that this connection ends before it would send another request on it.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if response.status() == StatusCode::NOT_MODIFIED && method == Method::HEAD {
        // The framework tells the length of what has one: here 0, which is not that of what was not modified (RFC 9110,
        // 8.6).
        *response.body_mut() = Body::from_stream(stream::empty::<Result<Bytes, Infallible>>());
    }
    let (status, latency) = (response.status().as_u16(), started.elapsed());
    in_flight.answered(&method, route, status, latency);
    let _in_span = span.enter();
    let elapsed_us = latency.as_micros() as u64;
    match problem.as_ref().map(Problem::summary) {
        None if is_probe(route) => debug!(status, elapsed_us, "answered"),
        None => info!(status, elapsed_us, "answered"),
        Some((code, detail)) if status == 503 => {
            // An overloaded server has better things to do than to write thousands of lines that say so.
            if let Some(unlogged) = reception.sheds.pass(started) {
                info!(status, elapsed_us, code, detail, unlogged, "answered");
            }
        }
        Some((code, detail)) => info!(status, elapsed_us, code, detail, "answered"),
    }
    response
}

/// What a log line can bear of a path.
fn shortened(path: &str) -> &str {
    path.char_indices().nth(PATH_LOGGED).map_or(path, |(end, _)| &path[..end])
}

/// The trace that a request is part of, if it says so in the one valid way (W3C Trace Context, 3.2).
fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all("traceparent").iter();
    let (parent, None) = (values.next()?.to_str().ok()?, values.next()) else { return None };
    let mut parts = parent.split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let hex = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit))
    };
    let whole = hex(version, 2) && hex(trace, 32) && hex(span, 16) && hex(flags, 2);
    let known = version != "ff" && (version != "00" || parts.next().is_none());
    let named = |id: &str| id.bytes().any(|digit| digit != b'0');
    (whole && known && named(trace) && named(span)).then_some(trace)
}

/// Makes the ids of requests that bring none, from the start time and a counter: unique enough to find a line in a log,
/// and nothing in it can fail.
struct Ids {
    start: u64,
    counter: AtomicU64,
}

impl Ids {
    fn new() -> Self {
        let start = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as u64;
        Self { start, counter: AtomicU64::new(0) }
    }

    /// The request's own id, if it has one of a sensible length that holds nothing but `[A-Za-z0-9._-]`; else a new
    /// one.
    fn of(&self, headers: &HeaderMap) -> Arc<str> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let fits = |id: &&str| (1..=REQUEST_ID_MAX).contains(&id.len()) && id.bytes().all(plain);
        let mut ids = headers.get_all(REQUEST_ID).iter();
        match (ids.next().and_then(|id| id.to_str().ok()).filter(fits), ids.next()) {
            (Some(own), None) => own.into(),
            _ => format!("{:x}-{:x}", self.start, self.counter.fetch_add(1, Ordering::Relaxed)).into(),
        }
    }
}

/// The request's id, for handlers that write problems into an answer that has begun.
#[derive(Clone)]
pub(super) struct Id(pub(super) Arc<str>);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(|| Self("".into())))
    }
}

/// Every error answer leaves as a problem, also those that a layer or the router made.
fn write_problem(mut response: Response, id: &str) -> (Response, Option<Problem>) {
    let problem = response.extensions_mut().remove::<Problem>().or_else(|| Problem::of_status(response.status()));
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

/// The panic hook has logged it; the client gets the id.
fn problem_of_panic(service: &Service) -> impl Fn(Box<dyn Any + Send>) -> Response + Clone + use<> {
    let panics = service.meters.panics.clone();
    move |_| {
        panics.inc();
        Problem::new(Code::Internal, "an internal error; the request id finds it in the log").into_response()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::games::CATALOGUE;
    use crate::pool::SearchPool;
    use std::time::Duration;

    use crate::wire::Caps;

    async fn answer(routes: Router, path: &str) -> (u16, serde_json::Value) {
        let caps = Caps { max_nodes: 1, max_time_ms: 1, book: true };
        let service = Arc::new(Service::new(CATALOGUE, SearchPool::new(1, 1, 0), caps, 1000, Duration::from_secs(1)));
        let request =
            Request::get(path).header("host", "plyd").header("x-request-id", "seven").body(Body::empty()).unwrap();
        let response = around(routes, &service).oneshot(request).await.unwrap();
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
    async fn an_error_that_nobody_described_leaves_as_a_problem_too() {
        let (status, problem) = answer(Router::new().route("/", axum::routing::post(|| async {})), "/").await;
        assert_eq!((status, &problem["code"]), (405, &"method_not_allowed".into()));
    }

    #[test]
    fn a_trace_is_kept_if_its_parent_is_written_in_the_one_valid_way() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let parent =
            |text: &str| HeaderMap::from_iter([(HeaderName::from_static("traceparent"), text.parse().unwrap())]);
        for (text, valid) in [
            (format!("00-{TRACE}-00f067aa0ba902b7-01"), true),
            (format!("42-{TRACE}-00f067aa0ba902b7-01-more"), true),
            (format!("00-{TRACE}-00f067aa0ba902b7-01-more"), false),
            (format!("ff-{TRACE}-00f067aa0ba902b7-01"), false),
            (format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()), false),
            (format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)), false),
            (format!("00-{TRACE}-0000000000000000-01"), false),
            (format!("00-{TRACE}-00f067aa0ba902b7"), false),
            (format!("00-{TRACE}x-00f067aa0ba902b7-01"), false),
            (String::new(), false),
        ] {
            assert_eq!(trace_id(&parent(&text)), valid.then_some(TRACE), "{text}");
        }
        let mut twice = parent(&format!("00-{TRACE}-00f067aa0ba902b7-01"));
        twice.append("traceparent", "x".parse().unwrap());
        assert_eq!(trace_id(&twice), None);
    }
}
