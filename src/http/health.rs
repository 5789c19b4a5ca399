//! Handlers of probes and metrics.

use axum::extract::State;
use axum::response::IntoResponse;
use prometheus::{TEXT_FORMAT, TextEncoder};

use super::error::{Code, Problem};
use super::respond::{self, Made};
use super::service::SharedService;

/// `GET /livez`: the process runs. Independent of load.
pub(super) async fn live() -> impl IntoResponse {
    respond::json(&Status { status: "live" })
}

/// `GET /readyz`: the service accepts requests. It does not from the shutdown signal on, nor when places or memory have
/// been exhausted for some time.
pub(super) async fn ready(State(service): State<SharedService>) -> Result<impl IntoResponse, Problem> {
    if service.is_draining() {
        return Err(Problem::new(Code::ShuttingDown, "the server is about to stop"));
    }
    if service.is_exhausted() {
        return Err(Problem::exhausted());
    }
    Ok(respond::json(&Status { status: "ready" }))
}

/// `GET /metrics`, in Prometheus' exposition format.
pub(super) async fn metrics(State(service): State<SharedService>) -> Result<impl IntoResponse, Problem> {
    let text = TextEncoder::new().encode_to_string(&service.gather()).unwrap_or_default();
    Made::new(&service.memory, TEXT_FORMAT, text)
}

#[derive(serde::Serialize)]
struct Status {
    status: &'static str,
}
