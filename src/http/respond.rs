//! Answers as JSON.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::caching;

const JSON: &str = "application/json";

/// A value as `application/json`.
pub(super) fn json(value: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, JSON)], text(value)).into_response()
}

/// The same, for caches to keep: a page that changes with the version at most.
pub(super) fn page(headers: &HeaderMap, value: &impl Serialize) -> Response {
    caching::page(headers, JSON, text(value))
}

/// A value as JSON text.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}
