//! A search as server-sent events: one for each finished iteration, then the result (WHATWG HTML, 9.2).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::stream::{self, Stream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tracing::info;

use super::error::Problem;
use super::extract::{JsonBody, PathGame, Query};
use super::held::hold;
use super::layers::Id;
use super::negotiation::negotiate;
use super::respond::text;
use super::search::spec_of;
use super::service::{Service, SharedService};
use super::shares::Share;
use super::trace;
use crate::catalogue::Game;
use crate::memory_budget::{FREE, MemoryBudget, Use};
use crate::pool::Client;
use crate::wire::{PreparedSearch, Refusal, SearchRequest, from_json, from_query};

pub(super) const MEDIA_TYPE: &str = "text/event-stream";

/// A comment is sent after this silence, so that proxies do not take the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// `POST …/search/stream`.
pub(super) async fn stream_by_body(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, client, game, id, &headers, body.len(), move || from_json(&body)).await
}

/// `GET …/search/stream`.
pub(super) async fn stream_by_query(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    id: Id,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    search(&service, client, game, id, &headers, query.len(), move || from_query(game, &query)).await
}

async fn search(
    service: &Service,
    client: Client,
    game: &'static Game,
    id: Id,
    headers: &HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, MEDIA_TYPE)?;
    let prepare = move |request: SearchRequest| request.owned_by(client.salt()).prepare(game, &caps, arrived, None);
    let prepared = service.parse(client, bytes, arrived, reader, prepare).await?;
    answer(service, client, prepared, id)
}

/// Admits the search and answers with its events. The stream owns the job handle, so a client that closes it stops the
/// search.
///
/// # Errors
/// Those of admission. Later errors come as an event.
fn answer(service: &Service, client: Client, prepared: PreparedSearch, id: Id) -> Result<Response, Problem> {
    // Unbounded, so that a slow reader does not block a worker. Each event holds a permit instead.
    let (sender, progress) = mpsc::unbounded_channel();
    let share = service.streams.take(client, service.max_streams_per_client).ok_or_else(Problem::too_many_streams)?;
    let spec = spec_of(&prepared, client);
    let metrics = Arc::clone(&service.metrics);
    let mut events = Events::new(&service.memory);
    let result = service.pool.submit(spec, move |engine, stop, queued| {
        let mut is_full = false;
        let mut send_progress = |report| match events.event("progress", &text(&report)) {
            Some(event) if !is_full => drop(sender.send(event)),
            _ => {
                is_full = true;
                stop.raise();
            }
        };
        let report = trace::search(prepared, (engine, stop, queued), Some(&mut send_progress), &metrics);
        let result = events.event("result", &text(&report)).filter(|_| !is_full);
        result.ok_or_else(Problem::out_of_memory)
    })?;
    let result = result.map(|result| result.map_err(Problem::from).and_then(|result| result));
    Ok(respond(progress, result, id, share))
}

/// The answer with these events, the last of which is `result`. It owns the future, so a client that closes the stream
/// drops it.
pub(super) fn respond(
    progress: mpsc::UnboundedReceiver<Bytes>,
    result: impl Future<Output = Result<Bytes, Problem>> + Unpin + Send + 'static,
    id: Id,
    share: Share,
) -> Response {
    let body = Body::from_stream(chunks(Rest { progress, result, last: None, id, _share: share }));
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

/// Makes the events of one stream.
pub(super) struct Events {
    memory: Arc<MemoryBudget>,
    /// Bytes that need no permit yet.
    free: usize,
}

impl Events {
    pub(super) fn new(memory: &Arc<MemoryBudget>) -> Self {
        Self { memory: Arc::clone(memory), free: FREE }
    }

    /// An event, which holds its permit until it is sent. `None` if unread answers hold all the memory that they may.
    pub(super) fn event(&mut self, name: &str, json: &str) -> Option<Bytes> {
        let event = event(name, json);
        if event.len() <= self.free {
            self.free -= event.len();
            return Some(event.into());
        }
        let permit = self.memory.try_acquire(Use::Answers, event.len())?;
        Some(hold(event.into(), permit))
    }
}

fn event(name: &str, json: &str) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}

/// The rest of the stream.
struct Rest<R> {
    progress: mpsc::UnboundedReceiver<Bytes>,
    result: R,
    /// The result, once it is known. Earlier progress is sent first.
    last: Option<Result<Bytes, Problem>>,
    id: Id,
    _share: Share,
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
