//! Answers as JSON.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A value as `application/json`.
pub(super) fn json(value: &impl Serialize) -> Response {
    let bytes = serde_json::to_vec(value).expect("answers are plain data");
    ([(CONTENT_TYPE, "application/json")], bytes).into_response()
}
