//! Probes and metrics: handlers of their routes, and a listener for them alone.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Method};
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

use super::error::{Code, Problem};
use super::host;
use super::listener::ACCEPT_BACKOFF;
use super::request_id::REQUEST_ID;
use super::respond::{self, Made};
use super::routes::probes;
use super::service::{Service, SharedService};

/// Connections of the listener for probes at a time. A new one closes the oldest, so that none can keep the others out.
const CONNECTIONS: usize = 64;

/// The longest that a probe may take, from its connection to its answer.
const TIME: Duration = Duration::from_secs(10);

/// `GET /livez`: the process runs. Independent of load.
pub(super) async fn live() -> impl IntoResponse {
    respond::json(&Status { status: "live" })
}

/// `GET /readyz`: the service accepts requests, until the shutdown signal.
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

/// Answers `GET /livez` and `GET /readyz` without the layers, which take as long as the rest of such a request. `None` for
/// all that is not as usual: then the layers answer.
pub(super) fn at_once<B>(service: &Arc<Service>, request: &Request<B>) -> Option<Response> {
    let (route, answer) = match request.uri().path() {
        "/livez" => ("/livez", r#"{"status":"live"}"#),
        "/readyz" => ("/readyz", r#"{"status":"ready"}"#),
        _ => return None,
    };
    let is_usual = request.method() == Method::GET && service.origins.is_empty() && !service.is_draining();
    if !is_usual || host::check(request).is_err() {
        return None;
    }
    let (in_flight, started) = (service.metrics.begin(|| ()), Instant::now());
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REQUEST_ID, HeaderValue::from_str(&service.ids.of(request.headers())).ok()?),
    ];
    in_flight.answered(request.method(), route, 200, started.elapsed());
    Some((headers, answer).into_response())
}

/// Serves probes and metrics, and nothing else, on a thread and a runtime that have no other work, until the process
/// ends.
///
/// # Errors
/// If the system has no thread.
pub fn serve(socket: std::net::TcpListener, service: &Arc<Service>) -> io::Result<()> {
    let routes = probes(service);
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let serve = async move {
        let socket = match TcpListener::from_std(socket) {
            Ok(socket) => socket,
            Err(error) => return warn!(%error, "no listener for probes"),
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
