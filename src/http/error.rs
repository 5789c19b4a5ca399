//! Problems as answers of HTTP.

use std::time::Duration;

use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
pub use plyd_wire::Code;
use plyd_wire::{NoRecord, NoTree, Refusal, shortened};

use crate::pool::{PoolError, ShedReason};

/// An error that a handler returns. The outermost layer serialises it with the request's id.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// What it says.
    inner: plyd_wire::Problem,
    retry_after: Option<u64>,
    closes: bool,
}

impl Problem {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        plyd_wire::Problem::new(code, detail).into()
    }

    /// The problem for an answer of a layer that has only a status.
    pub(super) fn of_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::BAD_REQUEST => Some(Self::new(Code::BadRequest, "the request is malformed")),
            status if status.is_server_error() => Some(Self::internal()),
            _ => None,
        }
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
            self.status_code(),
            json.len()
        )
    }

    /// The problem if the time limit ended while the answer was computed.
    pub(super) fn out_of_time() -> Self {
        plyd_wire::Problem::out_of_time().into()
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
        (self.inner.code.name(), &self.inner.detail)
    }

    /// Adds the path of the invalid field.
    pub(super) fn at(self, path: impl Into<String>) -> Self {
        Self { inner: self.inner.at(path), ..self }
    }

    /// Puts `parent` before the path, for an item of a batch.
    pub(super) fn within(self, parent: &str) -> Self {
        Self { inner: self.inner.within(parent), ..self }
    }

    /// Makes the answer close the connection, because the bytes that follow cannot be trusted.
    pub(super) fn closing(self) -> Self {
        Self { closes: true, ..self }
    }

    pub(super) const fn status(&self) -> u16 {
        self.inner.code.status()
    }

    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).expect("the table has statuses of HTTP")
    }

    /// The problem as JSON.
    pub(super) fn json(&self, request_id: &str) -> String {
        self.inner.json(Some(request_id))
    }

    /// Serialises the answer. `headers` are those to keep from the original answer.
    pub(super) fn write(&self, request_id: &str, headers: impl Iterator<Item = (HeaderName, HeaderValue)>) -> Response {
        let content_type = [(CONTENT_TYPE, "application/problem+json")];
        let mut response = (self.status_code(), content_type, self.json(request_id)).into_response();
        let out = response.headers_mut();
        out.extend(self.retry_after.map(|seconds| (RETRY_AFTER, seconds.into())));
        out.extend(headers);
        if self.inner.code == Code::Unauthorized {
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
        let mut response = self.status_code().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<plyd_wire::Problem> for Problem {
    fn from(inner: plyd_wire::Problem) -> Self {
        // The same request may succeed later.
        let passes = matches!(inner.code, Code::QuotaExceeded | Code::Overloaded | Code::ShuttingDown);
        Self { inner, retry_after: passes.then_some(1), closes: false }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        plyd_wire::Problem::from(refusal).into()
    }
}

impl From<NoRecord> for Problem {
    fn from(none: NoRecord) -> Self {
        plyd_wire::Problem::from(none).into()
    }
}

impl From<NoTree> for Problem {
    fn from(none: NoTree) -> Self {
        plyd_wire::Problem::from(none).into()
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
            ShedReason::TooManyReviews => {
                (Code::Overloaded, "this client or the whole server has its maximum number of reviews already")
            }
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
    fn seconds_to_wait_are_whole_and_rounded_up() {
        let seconds = |micros| whole_seconds(Duration::from_micros(micros));
        assert_eq!([0, 1, 1_000_000, 1_000_001, 2_500_000].map(seconds), [1, 1, 1, 2, 3]);
    }
}
