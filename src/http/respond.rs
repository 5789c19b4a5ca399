//! JSON answers.

use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::caching;

const JSON: &str = "application/json";

/// A value as `application/json`.
pub(super) fn json(value: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, JSON)], text(value)).into_response()
}

/// The same with an entity tag: a page that changes only with the build.
pub(super) fn page(headers: &HeaderMap, value: &impl Serialize) -> Response {
    caching::page(headers, JSON, text(value))
}

/// Adds `Server-Timing`: the time in the queue and of the search, in milliseconds (W3C Server Timing).
pub(super) fn timed(mut response: Response, queued: Duration, searched: Duration) -> Response {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let timing = format!("queue;dur={:.3}, search;dur={:.3}", ms(queued), ms(searched));
    if let Ok(timing) = HeaderValue::from_str(&timing) {
        response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
    }
    response
}

/// A value as JSON text.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}
