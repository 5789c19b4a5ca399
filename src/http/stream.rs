//! A search as server-sent events: one for each finished iteration, then the result (WHATWG HTML, 9.2).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::stream::{self, Stream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tracing::info;

use super::body::hold;
use super::error::Problem;
use super::extract::Asked;
use super::limits::Permit;
use super::negotiation::negotiate;
use super::request_id::Id;
use super::respond::text;
use super::search::spec_of;
use super::trace;
use crate::wire::SearchRequest;

pub(super) const MEDIA_TYPE: &str = "text/event-stream";

/// A comment is sent after this silence, so that proxies do not take the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// `GET` and `POST …/search/stream`. The stream owns the job handle, so a client that closes it stops the search.
///
/// # Errors
/// Those of admission. Later errors come as an event.
pub(super) async fn search(asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, arrived, .. } = asked;
    let (service, caps) = (&asked.service, asked.service.caps);
    negotiate(&asked.headers, MEDIA_TYPE)?;
    let prepare = move |request: SearchRequest| request.owned_by(client.salt()).prepare(game, &caps, arrived, None);
    let prepared = asked.prepare(prepare).await?;
    // Unbounded, so that a slow reader does not block a worker. Each event takes room of its stream instead.
    let (sender, progress) = mpsc::unbounded_channel();
    let permit = service.streams.try_acquire(client).ok_or_else(Problem::too_many_streams)?;
    let spec = spec_of(&prepared, client);
    let metrics = Arc::clone(&service.metrics);
    let events = Events::default();
    let result = service.pool.submit(spec, move |engine, stop, queued| {
        // A client that is behind by so much misses some progress, but not the result.
        let mut send_progress = |report| {
            if let Some(event) = events.try_make("progress", &text(&report)) {
                let _ = sender.send(event);
            }
        };
        let report = trace::search(prepared, (engine, stop, queued), Some(&mut send_progress), &metrics);
        Bytes::from(event("result", &text(&report)))
    })?;
    Ok(respond(progress, result.map(|result| result.map_err(Problem::from)), asked.id, permit))
}

/// The answer with these events, the last of which is `result`. It owns the future, so a client that closes the stream
/// drops it.
pub(super) fn respond(
    progress: mpsc::UnboundedReceiver<Bytes>,
    result: impl Future<Output = Result<Bytes, Problem>> + Unpin + Send + 'static,
    id: Id,
    permit: Permit,
) -> Response {
    let body = Body::from_stream(chunks(Rest { progress, result, last: None, id, _permit: permit }));
    // nginx and its like would buffer events without the last one.
    let headers =
        [(CONTENT_TYPE, MEDIA_TYPE), (CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, body).into_response()
}

/// A task that ends when it is dropped.
pub(super) struct Task(JoinHandle<Result<Bytes, Problem>>);

impl Task {
    pub(super) const fn new(task: JoinHandle<Result<Bytes, Problem>>) -> Self {
        Self(task)
    }
}

impl Future for Task {
    type Output = Result<Bytes, Problem>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // A panic was logged; nothing else ends a task that is awaited.
        Pin::new(&mut self.0).poll(context).map(|joined| joined.unwrap_or_else(|_| Err(Problem::internal())))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Bytes of a stream's events that its client has not taken.
const ROOM: usize = 64 << 10;

/// Makes the events of one stream, which have room for [`ROOM`] bytes.
pub(super) struct Events(Arc<Semaphore>);

impl Default for Events {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(ROOM)))
    }
}

impl Events {
    /// An event, if there is room for it.
    fn try_make(&self, name: &str, json: &str) -> Option<Bytes> {
        let event = event(name, json);
        let room = Arc::clone(&self.0).try_acquire_many_owned(event.len().min(ROOM) as u32).ok()?;
        Some(hold(event, room))
    }

    /// An event, as soon as there is room for it.
    pub(super) async fn wait(&self, name: &str, json: &str) -> Bytes {
        let event = event(name, json);
        let room = Arc::clone(&self.0).acquire_many_owned(event.len().min(ROOM) as u32).await;
        hold(event, room)
    }
}

pub(super) fn event(name: &str, json: &str) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}

/// The rest of the stream.
struct Rest<R> {
    progress: mpsc::UnboundedReceiver<Bytes>,
    result: R,
    /// The result, once it is known. Earlier progress is sent first.
    last: Option<Result<Bytes, Problem>>,
    id: Id,
    _permit: Permit,
}

fn chunks<R: Future<Output = Result<Bytes, Problem>> + Unpin>(
    rest: Rest<R>,
) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(Some(rest), |rest| async {
        let mut rest = rest?;
        if rest.last.is_none() {
            // The pool may refuse the job before it sends any progress.
            tokio::select! {
                biased;
                Some(event) = rest.progress.recv() => return Some((Ok(event), Some(rest))),
                last = &mut rest.result => rest.last = Some(last),
                () = sleep(HEARTBEAT) => return Some((Ok(Bytes::from_static(b": searching\n\n")), Some(rest))),
            }
        }
        if let Ok(event) = rest.progress.try_recv() {
            return Some((Ok(event), Some(rest)));
        }
        let last = rest.last?.unwrap_or_else(|problem| {
            let (code, detail) = problem.summary();
            info!(id = &*rest.id.0, code, detail, "the stream ends with a problem");
            event("error", &problem.json(&rest.id.0)).into()
        });
        Some((Ok(last), None))
    })
}
