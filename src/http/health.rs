//! Probes and metrics.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::error::{Code, Problem};
use super::{SharedService, respond};

/// The process is up. Never depends on load.
pub(super) async fn live() -> impl IntoResponse {
    respond::json(&Status { status: "live" })
}

/// The service takes requests, until it is told to stop.
pub(super) async fn ready(State(service): State<SharedService>) -> Result<impl IntoResponse, Problem> {
    if service.is_draining() {
        return Err(Problem::new(Code::ShuttingDown, "the server is about to stop"));
    }
    Ok(respond::json(&Status { status: "ready" }))
}

/// Metrics, as Prometheus reads them.
pub(super) async fn metrics(State(service): State<SharedService>) -> impl IntoResponse {
    service.pool.take_stock();
    service.desk.take_stock();
    let (media_type, text) = service.meters.text();
    ([(CONTENT_TYPE, media_type)], text)
}

#[derive(serde::Serialize)]
struct Status {
    status: &'static str,
}
