//! Probes and metrics: handlers, and a listener that serves nothing else.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, EXPECT, HOST, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1::Builder;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use prometheus::{TEXT_FORMAT, TextEncoder};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::connection::ACCEPT_BACKOFF;
use super::error::{Code, Problem};
use super::metrics::Probe;
use super::request_id::REQUEST_ID;
use super::respond::{self, Made};
use super::service::{Service, SharedService};

/// Connections to the listener for probes. A new one closes the oldest, so that no connection can keep others out.
const CONNECTIONS: usize = 64;

/// How long a probe may take, from its connection to its answer.
const TIME: Duration = Duration::from_secs(10);

/// `GET /livez`: whether the process runs, whatever the load.
pub(super) async fn live() -> impl IntoResponse {
    respond::json(&Status { status: "live" })
}

/// `GET /readyz`: whether the service accepts requests. It does until the shutdown signal.
pub(super) async fn ready(State(service): State<SharedService>) -> Result<impl IntoResponse, Problem> {
    if service.is_draining() {
        return Err(Problem::new(Code::ShuttingDown, "the server is about to stop"));
    }
    Ok(respond::json(&Status { status: "ready" }))
}

/// `GET /metrics`, in Prometheus' exposition format.
pub(super) async fn metrics(State(service): State<SharedService>) -> Made {
    Made::new(TEXT_FORMAT, TextEncoder::new().encode_to_string(&service.gather()).unwrap_or_default())
}

#[derive(serde::Serialize)]
struct Status {
    status: &'static str,
}

/// Answers `GET /livez` and `GET /readyz` without the layers, which would take as long as the rest of such a request.
/// Returns `None` for unusual requests, which the layers then answer.
pub(super) fn at_once<B>(service: &Arc<Service>, request: &Request<B>) -> Option<Response> {
    let (probe, answer) = match request.uri().path() {
        "/livez" => (Probe::Live, r#"{"status":"live"}"#),
        "/readyz" => (Probe::Ready, r#"{"status":"ready"}"#),
        _ => return None,
    };
    let started = Instant::now();
    let is_usual = request.method() == Method::GET && service.origins.is_empty() && !service.is_draining();
    if !is_usual || request.uri().authority().is_some() || !has_plain_host(request.headers()) {
        return None;
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REQUEST_ID, HeaderValue::from_str(&service.ids.of(request.headers())).ok()?),
    ];
    service.metrics.probed(probe, started.elapsed());
    Some((headers, answer).into_response())
}

/// Whether the request names exactly one host, of ordinary characters, and has no `Expect`.
fn has_plain_host(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.' || *byte == b'-';
    let is_name = |host: &[u8]| !host.is_empty() && host.iter().all(is_plain);
    let is_port = |port: &[u8]| port.len() < 5 && port.iter().all(u8::is_ascii_digit);
    let fits = |host: &HeaderValue| match host.as_bytes().iter().position(|byte| *byte == b':') {
        Some(colon) => is_name(&host.as_bytes()[..colon]) && is_port(&host.as_bytes()[colon + 1..]),
        None => is_name(host.as_bytes()),
    };
    hosts.next().is_some_and(fits) && hosts.next().is_none() && !headers.contains_key(EXPECT)
}

/// Serves probes and metrics only, until the process ends. They have their own thread and runtime, so that other work
/// cannot delay them.
///
/// # Errors
/// If the system cannot start a thread.
pub fn serve(socket: std::net::TcpListener, routes: Router) -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let serve = async move {
        let socket = match TcpListener::from_std(socket) {
            Ok(socket) => socket,
            Err(error) => return warn!(%error, "cannot serve probes"),
        };
        let mut open: VecDeque<AbortHandle> = VecDeque::with_capacity(CONNECTIONS);
        loop {
            let Ok((stream, _)) = socket.accept().await else {
                sleep(ACCEPT_BACKOFF).await;
                continue;
            };
            if open.len() == CONNECTIONS
                && let Some(oldest) = open.pop_front()
            {
                oldest.abort();
            }
            let service = TowerToHyperService::new(routes.clone());
            let connection = Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
            let connection = tokio::spawn(async { drop(timeout(TIME, connection).await) });
            open.push_back(connection.abort_handle());
        }
    };
    thread::Builder::new().name("probes".to_owned()).spawn(move || runtime.block_on(serve))?;
    Ok(())
}
