//! The layers around every route, outermost first: request id, log line, fixed headers, problems written out, panics
//! caught, bodies bounded in time. (Their size is bounded route by route.)

use std::any::Any;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, MatchedPath, Request};
use axum::http::header::{ALLOW, CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::ServiceBuilderExt;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestId, RequestId};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::RequestBodyDeadlineLayer;
use tower_http::trace::TraceLayer;
use tracing::{Span, info, info_span};

use super::Service;
use super::error::{Code, Problem};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_MAX: usize = 128;

/// Puts every layer around the routes.
pub(super) fn around(routes: Router, service: &Service) -> Router {
    let layers = ServiceBuilder::new()
        .layer(from_fn(forget_bad_request_id))
        .set_request_id(REQUEST_ID, CountedIds::new())
        .layer(TraceLayer::new_for_http().make_span_with(span).on_request(()).on_response(log_response).on_failure(()))
        .propagate_request_id(REQUEST_ID)
        .layer(SetResponseHeaderLayer::overriding(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")))
        // What may be kept says so; nothing else may, problems included.
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(from_fn(write_problems))
        .layer(CatchPanicLayer::custom(problem_of_panic))
        .layer(RequestBodyDeadlineLayer::new(service.body_timeout));
    // Every route has its own body limit; the framework's would cap them all.
    routes.layer(DefaultBodyLimit::disable()).layer(layers)
}

/// An id that is too long, or holds anything but `[A-Za-z0-9._-]`, is not taken over; the next layer makes one.
async fn forget_bad_request_id(mut request: Request, next: Next) -> Response {
    let fits = |id: &HeaderValue| {
        let id = id.as_bytes();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
        (1..=REQUEST_ID_MAX).contains(&id.len()) && id.iter().all(plain)
    };
    let ids: Vec<&HeaderValue> = request.headers().get_all(REQUEST_ID).iter().collect();
    if ids.len() > 1 || !ids.iter().all(|id| fits(id)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    next.run(request).await
}

/// Ids from the start time and a counter: unique enough to find a line in a log, and nothing in it can fail.
#[derive(Clone)]
struct CountedIds {
    start: u64,
    counter: std::sync::Arc<AtomicU64>,
}

impl CountedIds {
    fn new() -> Self {
        let start = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as u64;
        Self { start, counter: std::sync::Arc::default() }
    }
}

impl MakeRequestId for CountedIds {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        let number = self.counter.fetch_add(1, Ordering::Relaxed);
        HeaderValue::from_str(&format!("{:x}-{number:x}", self.start)).ok().map(RequestId::new)
    }
}

fn id_of(request: &Request) -> String {
    text_of(request.extensions().get::<RequestId>())
}

fn text_of(id: Option<&RequestId>) -> String {
    id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default().to_owned()
}

/// The request's id, for handlers that write problems into an answer that has begun.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(text_of(parts.extensions.get::<RequestId>())))
    }
}

fn span(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    info_span!("request", id = id_of(request), method = %request.method(), route, path = request.uri().path())
}

/// One line a request; what went wrong stands in it.
fn log_response(response: &Response, latency: Duration, _: &Span) {
    let status = response.status().as_u16();
    let elapsed_us = latency.as_micros() as u64;
    match response.extensions().get::<Problem>().map(Problem::summary) {
        Some((code, detail)) => info!(status, elapsed_us, code, detail, "answered"),
        None => info!(status, elapsed_us, "answered"),
    }
}

/// Every error answer leaves as a problem, also those that a layer or the router made.
async fn write_problems(request: Request, next: Next) -> Response {
    let id = id_of(&request);
    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>().or_else(|| Problem::of_status(response.status()));
    let Some(problem) = problem else { return response };
    let mut written = problem.write(&id, response.headers_mut().remove(ALLOW));
    written.extensions_mut().insert(problem);
    written
}

/// The panic hook has logged it; the client gets the id.
fn problem_of_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::new(Code::Internal, "an internal error; the request id finds it in the log").into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::pool::SearchPool;
    use crate::request::Caps;

    async fn answer(routes: Router, path: &str) -> (u16, serde_json::Value) {
        let caps = Caps { max_nodes: 1, max_time_ms: 1, book: true };
        let service = Service::new(SearchPool::new(1, 1, 0), caps, 1000, Duration::from_secs(1));
        let request = Request::get(path).header("x-request-id", "seven").body(Body::empty()).unwrap();
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
}
