//! The service without a socket. Requests go directly through the router and all its layers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use http_body_util::BodyExt;
use plyd::games::{CATALOGUE, Catalogue};
use plyd::http::{Service, router};
use plyd::pool::SearchPool;
use plyd::wire::Caps;
use serde_json::Value;
use tower::ServiceExt;

use super::clock::{TIMEOUT, moment};

/// A service under test.
pub struct Server {
    pub service: Arc<Service>,
}

/// An answer of the service.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{error}: {} {}", self.status, String::from_utf8_lossy(&self.body));
        })
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Checks that this is a complete, well-formed problem with this status, code and path.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, code: &str, path: Option<&str>) -> String {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["type"], format!("urn:plyd:problem:{code}"));
        assert_eq!(problem["title"], code.replace('_', " "));
        assert_eq!(problem["status"], status);
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        assert_eq!(problem.get("path").and_then(Value::as_str), path, "{problem}");
        problem["detail"].as_str().unwrap().to_owned()
    }
}

impl Default for Server {
    fn default() -> Self {
        Self::new(2, 16)
    }
}

impl Server {
    pub const MAX_BODY_BYTES: usize = 4096;
    /// A minute, which is long enough on a busy machine for requests that usually take a moment.
    pub const CAPS: Caps = Caps { max_threads: 2, ..Caps::new(50_000_000, 60_000) };
    pub const BODY_TIMEOUT: Duration = Duration::from_secs(60);

    pub fn new(workers: usize, queue: usize) -> Self {
        Self::of(CATALOGUE, SearchPool::new(workers, queue, 1 << 24), Self::CAPS)
    }

    /// Two workers, with these limits.
    pub fn with_caps(caps: Caps) -> Self {
        Self::of(CATALOGUE, SearchPool::new(2, 16, 1 << 24), caps)
    }

    /// One worker, with these games.
    pub fn with_games(games: Catalogue) -> Self {
        Self::of(games, SearchPool::new(1, 16, 1 << 24), Self::CAPS)
    }

    /// Searches may take ten minutes, so a worker that becomes free earlier was freed by something else.
    pub fn endless(workers: usize, queue: usize) -> Self {
        let caps = Caps { max_threads: 2, ..Caps::new(u64::MAX, 600_000) };
        Self::of(CATALOGUE, SearchPool::new(workers, queue, 1 << 24), caps)
    }

    fn of(games: Catalogue, pool: SearchPool, caps: Caps) -> Self {
        let mut service = Service::new(games, pool, caps, Self::MAX_BODY_BYTES, Self::BODY_TIMEOUT);
        service.short_time = TIMEOUT;
        Self { service: Arc::new(service) }
    }

    pub async fn send(&self, mut request: Request<Body>) -> Answer {
        request.headers_mut().entry(HOST).or_insert(HeaderValue::from_static("plyd"));
        self.send_as_it_is(request).await
    }

    /// Sends the request without adding a Host.
    pub async fn send_as_it_is(&self, request: Request<Body>) -> Answer {
        let response = router(&self.service).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub async fn get(&self, uri: &str) -> Answer {
        self.send(Request::get(uri).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, uri: &str, body: impl Into<Body>) -> Answer {
        let request = Request::post(uri).header("content-type", "application/json");
        self.send(request.body(body.into()).unwrap()).await
    }

    /// The answer to a search with little time. A busy machine may not begin it in time; then the request is repeated.
    pub async fn get_begun(&self, uri: &str) -> Answer {
        begun(|| self.get(uri)).await
    }

    /// As [`Self::get_begun`], for a POST with this body.
    pub async fn post_begun(&self, uri: &str, body: &str) -> Answer {
        begun(|| self.post(uri, body.to_owned())).await
    }

    pub async fn call(&self, method: &str, uri: &str) -> Answer {
        let method: Method = method.parse().unwrap();
        self.send(Request::builder().method(method).uri(uri).body(Body::empty()).unwrap()).await
    }
}

/// The value of a metric with these labels; 0 if it does not exist.
pub async fn metric(service: &Arc<Service>, name: &str) -> f64 {
    let text = String::from_utf8(Server { service: Arc::clone(service) }.get("/metrics").await.body).unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
    value.unwrap_or_default()
}

/// Waits until a metric has this value.
pub async fn until(service: &Arc<Service>, name: &str, value: f64) {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let last = metric(service, name).await;
        if last == value {
            return;
        }
        assert!(Instant::now() < deadline, "{name} never was {value}, but {last}");
        moment().await;
    }
}

async fn begun(ask: impl AsyncFn() -> Answer) -> Answer {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let answer = ask().await;
        if answer.status != 503 || Instant::now() > deadline {
            return answer;
        }
    }
}
