//! Problems, which are all error answers. One table has their status and code (RFC 9457).

use std::time::Duration;

use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use plyd_games::UnknownGame;
use plyd_wire::{MAX_CHARS, Place, Refusal, RefusalKind, excerpt, shortened};
use serde::Serialize;

use crate::pool::{PoolError, ShedReason};

/// The code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The body is not JSON.
    InvalidJson,
    /// A malformed request, for example its path, or a body that was cut off.
    BadRequest,
    /// No key, or an unknown one.
    Unauthorized,
    /// No such game.
    UnknownGame,
    /// No such path.
    NotFound,
    /// The path has other methods.
    MethodNotAllowed,
    /// No representation fits `Accept`.
    NotAcceptable,
    /// The body came too slowly.
    RequestTimeout,
    /// The body is larger than the published limit.
    BodyTooLarge,
    /// The body is not declared as JSON in UTF-8.
    UnsupportedMediaType,
    /// `Expect` is not `100-continue`.
    ExpectationFailed,
    /// An unknown, missing, doubled or mistyped field or parameter.
    InvalidBody,
    /// Not a position of this game.
    InvalidState,
    /// A move that cannot be played.
    IllegalMove,
    /// A record of a game that cannot be read.
    InvalidRecord,
    /// A number above its published cap.
    LimitExceeded,
    /// The client has too many requests waiting or streams open, or sends requests too often.
    QuotaExceeded,
    /// No worker was free in time, or there was no memory. Nothing was searched.
    Overloaded,
    /// The server is about to stop.
    ShuttingDown,
    /// A bug.
    Internal,
}

impl Code {
    /// Every code with its status and its name, in the order of the variants.
    pub const TABLE: [(Self, StatusCode, &'static str); 20] = [
        (Self::InvalidJson, StatusCode::BAD_REQUEST, "invalid_json"),
        (Self::BadRequest, StatusCode::BAD_REQUEST, "bad_request"),
        (Self::Unauthorized, StatusCode::UNAUTHORIZED, "unauthorized"),
        (Self::UnknownGame, StatusCode::NOT_FOUND, "unknown_game"),
        (Self::NotFound, StatusCode::NOT_FOUND, "not_found"),
        (Self::MethodNotAllowed, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
        (Self::NotAcceptable, StatusCode::NOT_ACCEPTABLE, "not_acceptable"),
        (Self::RequestTimeout, StatusCode::REQUEST_TIMEOUT, "request_timeout"),
        (Self::BodyTooLarge, StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"),
        (Self::UnsupportedMediaType, StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
        (Self::ExpectationFailed, StatusCode::EXPECTATION_FAILED, "expectation_failed"),
        (Self::InvalidBody, StatusCode::UNPROCESSABLE_ENTITY, "invalid_body"),
        (Self::InvalidState, StatusCode::UNPROCESSABLE_ENTITY, "invalid_state"),
        (Self::IllegalMove, StatusCode::UNPROCESSABLE_ENTITY, "illegal_move"),
        (Self::InvalidRecord, StatusCode::UNPROCESSABLE_ENTITY, "invalid_record"),
        (Self::LimitExceeded, StatusCode::UNPROCESSABLE_ENTITY, "limit_exceeded"),
        (Self::QuotaExceeded, StatusCode::TOO_MANY_REQUESTS, "quota_exceeded"),
        (Self::Overloaded, StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
        (Self::ShuttingDown, StatusCode::SERVICE_UNAVAILABLE, "shutting_down"),
        (Self::Internal, StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    ];

    const fn status(self) -> StatusCode {
        Self::TABLE[self as usize].1
    }

    const fn name(self) -> &'static str {
        Self::TABLE[self as usize].2
    }

    /// Whether the same request may succeed later.
    const fn passes(self) -> bool {
        matches!(self, Self::QuotaExceeded | Self::Overloaded | Self::ShuttingDown)
    }
}

/// An error that a handler returns. Its texts are shortened to a line when it is created, and the outermost layer
/// serialises it with the request's id.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    code: Code,
    detail: String,
    path: Option<String>,
    candidates: Vec<String>,
    place: Option<Box<Place>>,
    retry_after: Option<u64>,
    closes: bool,
}

/// The JSON body, as in openapi.yaml.
#[derive(Serialize)]
struct Body<'a> {
    r#type: String,
    title: String,
    status: u16,
    code: &'static str,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    candidates: &'a [String],
    #[serde(flatten)]
    place: Option<&'a Place>,
    request_id: &'a str,
}

impl Problem {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: excerpt(detail.into()),
            path: None,
            candidates: Vec::new(),
            place: None,
            retry_after: code.passes().then_some(1),
            closes: false,
        }
    }

    /// The problem for an answer of a layer that has only a status.
    pub(super) fn of_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::BAD_REQUEST => Some(Self::new(Code::BadRequest, "the request is malformed")),
            status if status.is_server_error() => Some(Self::internal()),
            _ => None,
        }
    }

    /// The problem for a game that the catalogue does not have. Its list of games is cut after a whole name.
    pub(super) fn unknown_game(unknown: &UnknownGame) -> Self {
        const MORE: &str = ", …";
        let mut detail = unknown.to_string();
        let start = shortened(&detail, MAX_CHARS - MORE.len());
        if start.len() < detail.len()
            && let Some(comma) = start.rfind(", ")
        {
            detail.truncate(comma);
            detail.push_str(MORE);
        }
        Self::new(Code::UnknownGame, detail)
    }

    /// The problem for a body above its route's limit. `declared` is the `Content-Length`; without it, the size is
    /// unknown.
    pub(super) fn body_too_large(declared: Option<usize>, max_bytes: usize) -> Self {
        let detail = match declared {
            Some(bytes) => format!("the body has {bytes} bytes, at most {max_bytes} are read"),
            None => format!("the body has more than the {max_bytes} bytes that are read"),
        };
        Self::new(Code::BodyTooLarge, detail)
    }

    /// The problem for a method that the path does not have. It lists those that the path has.
    pub(super) fn method_not_allowed(method: &Method, methods: &[&str]) -> Self {
        let listed = match methods.split_last() {
            Some((last, [])) => format!("it has only {last}"),
            Some((last, others)) => format!("it has {} and {last}", others.join(", ")),
            None => "Allow lists those that it has".to_owned(),
        };
        let asked = shortened(method.as_str(), 20);
        Self::new(Code::MethodNotAllowed, format!("this path has no method {asked}; {listed}"))
    }

    /// The problem for a bug.
    pub(super) fn internal() -> Self {
        Self::new(Code::Internal, "an internal error; the request id finds it in the log")
    }

    /// The problem for connections above the limit.
    pub(super) fn too_many_connections() -> Self {
        Self::new(Code::Overloaded, "as many connections are open as may be; nothing was searched")
    }

    /// The whole answer as HTTP/1.1 text, for a connection that is refused without being served.
    pub(super) fn as_http(&self) -> String {
        let (json, seconds) = (self.json(""), self.retry_after.unwrap_or(1));
        format!(
            "HTTP/1.1 {}\r\ncontent-type: application/problem+json\r\nretry-after: {seconds}\r\ncache-control: no-store\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n{json}",
            self.code.status(),
            json.len()
        )
    }

    /// The problem if the time limit ended while the answer was computed.
    pub(super) fn out_of_time() -> Self {
        Self::new(Code::Overloaded, "the time budget was spent before the answer was done")
    }

    /// The problem if no permit is left for a body or an answer.
    pub(super) fn out_of_memory() -> Self {
        Self::new(Code::Overloaded, "requests or answers of other clients hold all the memory that they may")
    }

    /// Adds the time after which the request may be repeated.
    pub(super) fn retry_after(self, time: Duration) -> Self {
        Self { retry_after: Some(whole_seconds(time)), ..self }
    }

    /// Code and detail, for the log.
    pub(super) fn summary(&self) -> (&'static str, &str) {
        (self.code.name(), &self.detail)
    }

    /// Adds the path of the invalid field.
    pub(super) fn at(self, path: impl Into<String>) -> Self {
        Self { path: Some(excerpt(path.into())), ..self }
    }

    /// Puts `parent` before the path, for an item of a batch.
    pub(super) fn within(self, parent: &str) -> Self {
        let path = self.path.as_ref().map_or_else(|| parent.to_owned(), |path| format!("{parent}.{path}"));
        self.at(path)
    }

    /// Makes the answer close the connection, because the bytes that follow cannot be trusted.
    pub(super) fn closing(self) -> Self {
        Self { closes: true, ..self }
    }

    pub(super) const fn status(&self) -> u16 {
        self.code.status().as_u16()
    }

    /// The problem as JSON.
    pub(super) fn json(&self, request_id: &str) -> String {
        let code = self.code.name();
        let body = Body {
            r#type: format!("urn:plyd:problem:{code}"),
            title: code.replace('_', " "),
            status: self.status(),
            code,
            detail: &self.detail,
            path: self.path.as_deref(),
            candidates: &self.candidates,
            place: self.place.as_deref(),
            request_id,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }

    /// Serialises the answer. `headers` are those to keep from the original answer.
    pub(super) fn write(&self, request_id: &str, headers: impl Iterator<Item = (HeaderName, HeaderValue)>) -> Response {
        let content_type = [(CONTENT_TYPE, "application/problem+json")];
        let mut response = (self.code.status(), content_type, self.json(request_id)).into_response();
        let out = response.headers_mut();
        out.extend(self.retry_after.map(|seconds| (RETRY_AFTER, seconds.into())));
        out.extend(headers);
        if self.code == Code::Unauthorized {
            out.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.closes {
            out.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal.kind {
            RefusalKind::InvalidJson => Code::InvalidJson,
            RefusalKind::InvalidBody => Code::InvalidBody,
            RefusalKind::InvalidState => Code::InvalidState,
            RefusalKind::IllegalMove => Code::IllegalMove,
            RefusalKind::InvalidRecord => Code::InvalidRecord,
            RefusalKind::LimitExceeded => Code::LimitExceeded,
        };
        let Refusal { candidates, place, .. } = refusal;
        Self { candidates, place, path: refusal.path.map(excerpt), ..Self::new(code, refusal.detail) }
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        let (reason, retry_after) = match error {
            PoolError::Shed { reason, retry_after } => (reason, retry_after),
            PoolError::Closed => {
                return Self::new(Code::ShuttingDown, "the server is about to stop; nothing was searched");
            }
            PoolError::Panicked => return Self::internal(),
        };
        let (code, why) = match reason {
            ShedReason::QueueFull => (Code::Overloaded, "all workers are busy and the queue is full"),
            ShedReason::ClientFull => (Code::QuotaExceeded, "as many requests of this client wait as may"),
            ShedReason::TooLate => {
                (Code::Overloaded, "the wait for a worker would leave too little of the time budget")
            }
            ShedReason::Expired => (Code::Overloaded, "the time budget was spent waiting"),
        };
        Self::new(code, format!("{why}; nothing was searched")).retry_after(retry_after)
    }
}

/// Seconds, rounded up, but at least one.
fn whole_seconds(duration: Duration) -> u64 {
    duration.as_nanos().div_ceil(1_000_000_000).clamp(1, 3600) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_order_of_the_variants() {
        for (place, (code, ..)) in Code::TABLE.into_iter().enumerate() {
            assert_eq!(code as usize, place, "{code:?}");
        }
    }

    #[test]
    fn seconds_to_wait_are_whole_and_rounded_up() {
        let seconds = |micros| whole_seconds(Duration::from_micros(micros));
        assert_eq!([0, 1, 1_000_000, 1_000_001, 2_500_000].map(seconds), [1, 1, 1, 2, 3]);
    }
}
