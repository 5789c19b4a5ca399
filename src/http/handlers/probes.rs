//! Probes and metrics.

use axum::extract::State;
use axum::response::IntoResponse;
use prometheus::{TEXT_FORMAT, TextEncoder};

use crate::http::answers::error::{Code, Problem, ProblemResponse};
use crate::http::answers::respond::{self, Representation};
use crate::http::state::service::SharedService;

/// `GET /livez`: whether the process runs, under any load.
pub(crate) async fn live() -> impl IntoResponse {
    respond::json(&Status { status: "live" })
}

/// `GET /readyz`: whether the service accepts requests. It does until the shutdown signal.
pub(crate) async fn ready(State(service): State<SharedService>) -> Result<impl IntoResponse, ProblemResponse> {
    if service.is_draining() {
        return Err(Problem::new(Code::ShuttingDown, "the server is shutting down").into());
    }
    Ok(respond::json(&Status { status: "ready" }))
}

/// `GET /metrics`, in Prometheus' exposition format.
pub(crate) async fn metrics(State(service): State<SharedService>) -> Representation {
    Representation::new(TEXT_FORMAT, TextEncoder::new().encode_to_string(&service.gather()).unwrap_or_default())
}

#[derive(serde::Serialize)]
struct Status {
    status: &'static str,
}
