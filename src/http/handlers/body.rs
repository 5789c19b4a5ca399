//! Bodies of requests and answers, and the permits that large ones need while they are in memory.

use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{MatchedPath, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use http_body_util::{BodyExt, LengthLimitError};
use tokio::time::{Instant, timeout_at};

use crate::http::answers::error::{Code, Problem, ProblemResponse, internal};
use crate::http::clients::peer;
use crate::http::clients::permits::{FREE, Permit, Size, WAIT};
use crate::http::paths::{is_shared, max_body_of};
use crate::http::state::service::Service;
use crate::pool::Client;

/// Ties a permit to bytes. hyper drops the bytes when it has written the last one, not when it takes the body.
pub(crate) fn hold(bytes: impl AsRef<[u8]> + Send + 'static, permit: impl Send + 'static) -> Bytes {
    Bytes::from_owner(WithPermit { bytes, _permit: permit })
}

struct WithPermit<B, P> {
    bytes: B,
    _permit: P,
}

impl<B: AsRef<[u8]>, P> AsRef<[u8]> for WithPermit<B, P> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// The length of the body, if the head declares it.
pub(crate) fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// A large body may lag this far behind [`RATE`].
const HEAD_START: Duration = Duration::from_secs(3);

/// How long a body waits for its permit. This is longer than [`HEAD_START`], after which a large body of which nothing
/// has arrived loses its permit. With a shorter wait, idle bodies that hold all permits could outlast it, and new ones
/// could take the permits before the refused client tries again, a second later.
const BODY_WAIT: Duration = Duration::from_secs(4);

/// Bytes of a large body that have to arrive in a second, on average.
const RATE: f64 = 8192.0;

/// Reads the body of a request. Waits for a permit first, and then for the client.
///
/// Permits for large bodies are few, so a client that sends less than 8 KiB a second loses its permit.
///
/// # Errors
/// If there is no permit, or the body does not arrive completely and in time.
pub(crate) async fn read(service: &Service, request: Request) -> Result<Bytes, ProblemResponse> {
    let declared = declared_length(request.headers());
    let most = declared.unwrap_or_else(|| {
        let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
        max_body_of(route, service.max_body_bytes)
    });
    let (parts, body) = request.into_parts();
    let client = peer::client(&parts.extensions, &parts.headers);
    // Otherwise the head would stay in memory as long as the body.
    drop(parts);
    let size = service.bodies.size(most);
    let permit = match size {
        Some(size) => {
            let permit = service.bodies.limit(size).acquire(client, BODY_WAIT).await;
            Some(permit.ok_or_else(|| ProblemResponse::closing(service.no_permit("body")))?)
        }
        None => None,
    };
    let (start, pause) = (Instant::now(), service.body_timeout);
    let due = |received: usize| match size {
        Some(Size::Large) => {
            (start + HEAD_START + Duration::from_secs_f64(received as f64 / RATE)).min(Instant::now() + pause)
        }
        _ => start + pause,
    };
    let body = collect(body, declared, due).await?;
    // A chunked body reveals its length only at its end.
    let permit = match service.bodies.size(body.len()) {
        Some(size) if declared.is_none() => service.bodies.limit(size).try_acquire(client).or(permit),
        Some(_) => permit,
        None => None,
    };
    Ok(match permit {
        Some(permit) => hold(body, permit),
        None => body,
    })
}

/// Collects a body. `due` takes the number of bytes that have arrived, and returns the time by which the next ones have
/// to arrive.
async fn collect(
    body: Body,
    declared: Option<usize>,
    due: impl Fn(usize) -> Instant,
) -> Result<Bytes, ProblemResponse> {
    let mut chunks = body.into_data_stream();
    let mut next = async |received| match timeout_at(due(received), chunks.next()).await {
        Ok(chunk) => chunk.transpose().map_err(|error| ProblemResponse::from(broken(&error))),
        Err(_) => Err(ProblemResponse::closing(Problem::new(Code::RequestTimeout, "the body arrived too slowly"))),
    };
    let first = next(0).await?.unwrap_or_default();
    if declared == Some(first.len()) && first.len() <= FREE {
        return Ok(first);
    }
    let mut body = Vec::with_capacity(declared.unwrap_or(FREE));
    body.extend_from_slice(&first);
    drop(first);
    // Copied, because each chunk would keep one of the connection's buffers alive.
    while let Some(chunk) = next(body.len()).await? {
        body.extend_from_slice(&chunk);
    }
    Ok(body.into())
}

fn broken(error: &axum::Error) -> Problem {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.is::<LengthLimitError>() {
            // The outermost layer adds the limit, as it does for a body with a declared length.
            return Problem::new(Code::BodyTooLarge, "the body is larger than the published limit");
        }
        source = error.source();
    }
    Problem::new(Code::BadRequest, "the body ended early")
}

/// A permit for a large answer, taken before the answer is computed, so that no work is wasted.
#[derive(Clone)]
pub(crate) struct Reserved(Size, Arc<Mutex<Option<Permit>>>);

impl Service {
    /// Reserves an answer of about `bytes` for [`hold_answer`]; `None` if it needs no permit.
    ///
    /// # Errors
    /// If there is no permit.
    pub(crate) async fn reserve(&self, client: Client, bytes: usize) -> Result<Option<Reserved>, Problem> {
        let Some(size) = self.answers.size(bytes) else { return Ok(None) };
        let permit = self.answers.limit(size).acquire(client, WAIT).await.ok_or_else(|| self.no_permit("answer"))?;
        Ok(Some(Reserved(size, Arc::new(Some(permit).into()))))
    }
}

/// Ties a client's large answer to a permit. If there is none, replaces the answer by a problem.
pub(crate) async fn hold_answer(service: &Service, client: Client, route: &str, mut answer: Response) -> Response {
    let bytes = answer.body().size_hint().exact().unwrap_or_default() as usize;
    let Some(size) = service.answers.size(bytes).filter(|_| !is_shared(route)) else { return answer };
    let reserved = answer.extensions_mut().remove::<Reserved>().filter(|reserved| reserved.0 >= size);
    let reserved = reserved.and_then(|reserved| reserved.1.lock().ok()?.take());
    let Some(permit) = reserved.or_else(|| service.answers.limit(size).try_acquire(client)) else {
        return ProblemResponse::from(service.no_permit("answer")).into_response();
    };
    let (parts, body) = answer.into_parts();
    match body.collect().await {
        Ok(body) => Response::from_parts(parts, hold(body.to_bytes(), permit).into()),
        Err(_) => ProblemResponse::from(internal()).into_response(),
    }
}
