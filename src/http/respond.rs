//! Answers that are made for a single client.

use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::caching::ETag;
use super::negotiation::JSON;

/// An answer, made on any thread.
pub(super) struct Made {
    media_type: &'static str,
    pub(super) text: String,
    timing: Option<HeaderValue>,
    /// Whether the same request always gets the same answer.
    pub(super) is_repeatable: bool,
}

impl Made {
    /// An answer with this text.
    pub(super) fn new(media_type: &'static str, mut text: String) -> Self {
        // A slow client may keep it in memory for a while.
        text.shrink_to_fit();
        Self { media_type, text, timing: None, is_repeatable: true }
    }

    /// A value as `application/json`.
    pub(super) fn json(value: &impl Serialize) -> Self {
        Self::new(JSON, text(value))
    }

    /// Sets whether the same request always gets this answer.
    pub(super) fn repeatable(self, is_repeatable: bool) -> Self {
        Self { is_repeatable, ..self }
    }

    /// Adds `Server-Timing`: the times in the queue and of the search, in milliseconds (W3C Server Timing).
    pub(super) fn timed(mut self, queued: Duration, searched: Duration) -> Self {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        self.timing =
            HeaderValue::from_str(&format!("queue;dur={:.3}, search;dur={:.3}", ms(queued), ms(searched))).ok();
        self
    }
}

impl IntoResponse for Made {
    fn into_response(self) -> Response {
        let mut response = ([(CONTENT_TYPE, self.media_type)], self.text).into_response();
        if let Some(timing) = self.timing {
            response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
        }
        response
    }
}

/// A value as `application/json`.
pub(super) fn json(value: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, JSON)], text(value)).into_response()
}

/// A value as `application/json` with an entity tag. The value may change only with the build.
pub(super) fn page(headers: &HeaderMap, value: &impl Serialize) -> Response {
    let text = text(value);
    let tag = ETag::of(&text);
    match tag.not_modified(headers) {
        Some(held) => held,
        None => tag.attach(Made::new(JSON, text).into_response()),
    }
}

/// A value as JSON text.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}
