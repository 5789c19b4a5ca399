//! Problems as answers of HTTP.

use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use plyd_wire::shortened;
pub(crate) use plyd_wire::{Code, Problem};

use crate::pool::{PoolError, ShedReason};

/// A problem as the answer to a request. The outermost layer serialises it with the request's id.
#[derive(Clone, Debug)]
pub(crate) struct ProblemResponse {
    pub(crate) problem: Problem,
    /// Whether the answer closes the connection, because the bytes that follow cannot be trusted.
    closes: bool,
}

/// What a handler returns.
pub(crate) type HandlerResult = Result<Response, ProblemResponse>;

impl ProblemResponse {
    /// The problem for an answer that has only a status, such as the answer of a layer.
    pub(crate) fn of_status(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::BAD_REQUEST => Some(Problem::new(Code::BadRequest, "the request is malformed").into()),
            status if status.is_server_error() => Some(internal().into()),
            _ => None,
        }
    }

    /// A problem whose answer closes the connection.
    pub(crate) fn closing(problem: Problem) -> Self {
        Self { problem, closes: true }
    }

    /// Serialises the answer. The `headers` are kept from the original answer.
    pub(crate) fn write(&self, request_id: &str, headers: impl Iterator<Item = (HeaderName, HeaderValue)>) -> Response {
        let Self { problem, closes } = self;
        let content_type = [(CONTENT_TYPE, "application/problem+json")];
        let mut response = (status_of(problem), content_type, problem.json(Some(request_id))).into_response();
        let out = response.headers_mut();
        out.extend(problem.retry_after.map(|seconds| (RETRY_AFTER, seconds.into())));
        out.extend(headers);
        if problem.code == Code::Unauthorized {
            out.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if *closes {
            out.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let mut response = status_of(&self.problem).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Problem> for ProblemResponse {
    fn from(problem: Problem) -> Self {
        Self { problem, closes: false }
    }
}

impl From<PoolError> for ProblemResponse {
    fn from(error: PoolError) -> Self {
        Problem::from(error).into()
    }
}

fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.code.status()).expect("the table has statuses of HTTP")
}

/// The problem for a method that the path does not have. It lists the methods that the path has.
pub(crate) fn method_not_allowed(method: &Method, methods: &[&str]) -> Problem {
    let listed = match methods.split_last() {
        Some((last, [])) => format!("it supports only {last}"),
        Some((last, others)) => format!("it supports {} and {last}", others.join(", ")),
        None => "the Allow header lists those that it supports".to_owned(),
    };
    let asked = shortened(method.as_str(), 20);
    Problem::new(Code::MethodNotAllowed, format!("this path does not support {asked}; {listed}"))
}

/// The problem for a preflight request of an origin that is not allowed. The page does not see it, but its author does.
pub(crate) fn origin_not_allowed(origin: &str) -> Problem {
    let origin = shortened(origin, 60);
    // Pages of files and of sandboxes.
    let named = if origin == "null" { "*" } else { origin };
    let detail = format!("pages of {origin} may not send requests; start the server with --cors-origin {named}");
    Problem::new(Code::MethodNotAllowed, detail)
}

/// The problem for a bug.
pub(crate) fn internal() -> Problem {
    Problem::new(Code::Internal, "internal error; the log has the cause under this request id")
}

/// The whole HTTP/1.1 answer to a connection above the limit. It is a text, because hyper does not serve such a
/// connection.
pub(crate) fn too_many_connections() -> String {
    let problem = Problem::new(Code::Overloaded, "too many open connections; nothing was searched");
    let json = problem.json(None);
    format!(
        "HTTP/1.1 {}\r\ncontent-type: application/problem+json\r\nretry-after: 1\r\ncache-control: no-store\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{json}",
        status_of(&problem),
        json.len()
    )
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        let (reason, retry_after) = match error {
            PoolError::Shed { reason, retry_after } => (reason, retry_after),
            PoolError::Closed => {
                return Self::new(Code::ShuttingDown, "the server is shutting down; nothing was searched");
            }
            PoolError::Panicked => return internal(),
        };
        let (code, why) = match reason {
            ShedReason::QueueFull => (Code::Overloaded, "all workers are busy and the queue is full"),
            ShedReason::ClientFull => {
                (Code::QuotaExceeded, "this client already has its maximum number of requests waiting")
            }
            ShedReason::TooLate => (Code::Overloaded, "waiting for a worker would leave too little of the time budget"),
            ShedReason::Expired => (Code::Overloaded, "the time budget ran out while waiting for a worker"),
            ShedReason::TooManyReviews => {
                (Code::Overloaded, "this client or the server is already running its maximum number of reviews")
            }
        };
        Self::new(code, format!("{why}; nothing was searched")).again_after(retry_after)
    }
}
