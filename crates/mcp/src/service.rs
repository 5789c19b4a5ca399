//! The service, which tools ask in this process.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, RETRY_AFTER};
use plyd_wire::Problem;
use rmcp::model::JsonObject;
use serde_json::Value;
use tower::ServiceExt;

/// The service behind the tools.
pub(super) struct Service(pub(super) Router);

/// What the service answers instead of a success.
pub(super) struct Failure {
    pub(super) problem: Value,
    /// After how many seconds the request may be repeated.
    pub(super) retry_after: Option<u64>,
}

impl Service {
    /// The text that the service answers at this path, to a POST if there is a body. Dropping the future stops its
    /// search.
    pub(super) async fn ask(&self, path: &str, body: Option<JsonObject>) -> Result<String, Failure> {
        let request = Request::builder().uri(path).header(HOST, "plyd");
        let request = match body {
            Some(body) => {
                let body = Value::Object(body).to_string();
                let request = request.method("POST").header(CONTENT_TYPE, "application/json");
                request.header(CONTENT_LENGTH, body.len()).body(Body::from(body))
            }
            None => request.body(Body::empty()),
        };
        let Ok(response) = self.0.clone().oneshot(request.expect("ids of games stand in paths")).await;
        let is_done = response.status().is_success();
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&body).into_owned();
        if is_done {
            return Ok(text);
        }
        Err(Failure { problem: serde_json::from_str(&text).unwrap_or_default(), retry_after })
    }

    /// The same for an answer that is JSON.
    pub(super) async fn ask_json(&self, path: &str, body: JsonObject) -> Result<Value, Failure> {
        let text = self.ask(path, Some(body)).await?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self {
            problem: serde_json::from_str(&problem.json(None)).unwrap_or_default(),
            retry_after: problem.retry_after,
        }
    }
}
