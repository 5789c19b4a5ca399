//! Answers that are made for a single client.

use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use plyd_operations::{Done, Operation};
use plyd_wire::to_json;
use serde::Serialize;

use super::caching::ETag;
use super::negotiation::JSON;

/// The media type and the text of an answer. Any thread can make it.
pub(crate) struct Representation {
    media_type: &'static str,
    pub(crate) text: String,
    timing: Option<HeaderValue>,
    /// Whether the same request always gets the same answer.
    pub(crate) is_repeatable: bool,
}

impl Representation {
    /// An answer with this text.
    pub(crate) fn new(media_type: &'static str, mut text: String) -> Self {
        // A slow client may keep it in memory for a while.
        text.shrink_to_fit();
        Self { media_type, text, timing: None, is_repeatable: true }
    }

    /// The answer to an operation.
    pub(crate) fn of(operation: Operation, done: Done) -> Self {
        Self { is_repeatable: done.repeatable, ..Self::new(operation.media_type(), done.text) }
    }

    /// Adds `Server-Timing`: how long the search waited and took, in milliseconds (W3C Server Timing).
    pub(crate) fn timed(mut self, times: Option<[Duration; 2]>) -> Self {
        self.timing = times.and_then(|times| {
            let [queued, took] = times.map(|time| time.as_secs_f64() * 1e3);
            HeaderValue::from_str(&format!("queue;dur={queued:.3}, search;dur={took:.3}")).ok()
        });
        self
    }
}

impl IntoResponse for Representation {
    fn into_response(self) -> Response {
        let mut response = ([(CONTENT_TYPE, self.media_type)], self.text).into_response();
        if let Some(timing) = self.timing {
            response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
        }
        response
    }
}

/// A value as `application/json`.
pub(crate) fn json(value: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, JSON)], to_json(value)).into_response()
}

/// A value as `application/json` with an entity tag. The value may change only with the build.
pub(crate) fn page(headers: &HeaderMap, value: &impl Serialize) -> Response {
    let text = to_json(value);
    let tag = ETag::of(&text);
    tag.not_modified(headers).unwrap_or_else(|| tag.attach(Representation::new(JSON, text).into_response()))
}
