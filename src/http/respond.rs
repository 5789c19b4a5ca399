//! Answers that are made for one client, and the memory that they hold until it has taken them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::caching::ETag;
use super::error::Problem;
use super::held::hold;
use super::send_buffer;
use crate::memory_budget::{FREE, MemoryBudget, Use};

const JSON: &str = "application/json";

/// Bytes of the pieces of a large answer. Each is freed when the client has taken it.
const PIECE: usize = 64 << 10;

/// An answer, made on any thread.
pub(super) struct Made {
    memory: Arc<MemoryBudget>,
    media_type: &'static str,
    body: MadeBody,
    timing: Option<HeaderValue>,
}

enum MadeBody {
    /// At most [`PIECE`] bytes.
    Small(Bytes),
    Large(Vec<Bytes>),
}

impl Made {
    /// An answer with this text.
    ///
    /// # Errors
    /// 503 if unread answers hold all the memory that they may.
    pub(super) fn new(memory: &Arc<MemoryBudget>, media_type: &'static str, text: String) -> Result<Self, Problem> {
        let text = text.into_bytes();
        let body = if text.len() <= FREE {
            MadeBody::Small(text.into())
        } else {
            let mut permit = memory.try_acquire(Use::Answers, text.len()).ok_or_else(Problem::out_of_memory)?;
            if text.len() <= PIECE {
                MadeBody::Small(hold(text, permit))
            } else {
                MadeBody::Large(
                    text.chunks(PIECE).map(|piece| hold(piece.to_vec(), permit.split(piece.len()))).collect(),
                )
            }
        };
        Ok(Self { memory: Arc::clone(memory), media_type, body, timing: None })
    }

    /// A value as `application/json`.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(super) fn json(memory: &Arc<MemoryBudget>, value: &impl Serialize) -> Result<Self, Problem> {
        Self::new(memory, JSON, text(value))
    }

    /// Adds `Server-Timing`: the time in the queue and of the search, in milliseconds (W3C Server Timing).
    pub(super) fn timed(mut self, queued: Duration, searched: Duration) -> Self {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        self.timing =
            HeaderValue::from_str(&format!("queue;dur={:.3}, search;dur={:.3}", ms(queued), ms(searched))).ok();
        self
    }
}

/// Has to be called within the runtime, which watches how fast a large answer is taken.
impl IntoResponse for Made {
    fn into_response(self) -> Response {
        let content_type = [(CONTENT_TYPE, self.media_type)];
        let mut response = match self.body {
            MadeBody::Small(bytes) => (content_type, bytes).into_response(),
            MadeBody::Large(pieces) => {
                let length: usize = pieces.iter().map(Bytes::len).sum();
                let length = [(CONTENT_LENGTH, HeaderValue::from(length))];
                (content_type, length, send_buffer::body(&self.memory, pieces)).into_response()
            }
        };
        if let Some(timing) = self.timing {
            response.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
        }
        response
    }
}

/// A small value as `application/json`: at most [`FREE`] bytes.
pub(super) fn json(value: &impl Serialize) -> Response {
    ([(CONTENT_TYPE, JSON)], text(value)).into_response()
}

/// A value as `application/json` with an entity tag: a page that changes only with the build.
///
/// # Errors
/// As [`Made::new`].
pub(super) fn page(
    memory: &Arc<MemoryBudget>,
    headers: &HeaderMap,
    value: &impl Serialize,
) -> Result<Response, Problem> {
    let text = text(value);
    let tag = ETag::of(&text);
    if let Some(held) = tag.not_modified(headers) {
        return Ok(held);
    }
    Ok(tag.attach(Made::new(memory, JSON, text)?.into_response()))
}

/// A value as JSON text.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers are plain data")
}
