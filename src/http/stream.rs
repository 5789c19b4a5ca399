//! A search as server-sent events: one for each finished iteration, then the result (WHATWG HTML, 9.2).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use tokio::sync::mpsc;
use tracing::info;

use super::error::Problem;
use super::extract::{JsonBody, PathGame, Query};
use super::layers::Id;
use super::negotiation::negotiate;
use super::respond;
use super::service::{Service, SharedService};
use crate::catalogue::Game;
use crate::pool::{JobHandle, JobSpec, PoolError};
use crate::wire::{PreparedSearch, Refusal, SearchRequest, from_json, from_query};

pub(super) const MEDIA_TYPE: &str = "text/event-stream";

/// A comment is sent after this silence, so that proxies do not take the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// `POST …/search/stream`.
pub(super) async fn stream_by_body(
    State(service): State<SharedService>,
    PathGame(game): PathGame,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, game, id, &headers, body.len(), move || from_json(&body)).await
}

/// `GET …/search/stream`.
pub(super) async fn stream_by_query(
    State(service): State<SharedService>,
    PathGame(game): PathGame,
    id: Id,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    search(&service, game, id, &headers, query.len(), move || from_query(game, &query)).await
}

async fn search(
    service: &Service,
    game: &'static Game,
    id: Id,
    headers: &HeaderMap,
    bytes: usize,
    parser: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, MEDIA_TYPE)?;
    let ready = service.parse(bytes, arrived, move || parser()?.prepare(game, &caps, arrived, None)).await?;
    answer(service, ready, id)
}

/// Admits the search and answers with its events. The stream owns the job handle, so a client that closes it stops the
/// search.
///
/// # Errors
/// Those of admission. Later errors come as an event.
fn answer(service: &Service, ready: PreparedSearch, id: Id) -> Result<Response, Problem> {
    // Unbounded, so that a slow reader does not block a worker. A search has at most one iteration for each ply.
    let (sender, progress) = mpsc::unbounded_channel();
    let spec = JobSpec { deadline: ready.deadline, cost_class: ready.cost_class };
    let metrics = Arc::clone(&service.metrics);
    let result = service.pool.submit(spec, move |table, stop, queued| {
        let mut send_progress = |report| {
            let _ = sender.send(respond::text(&report));
        };
        let report = ready.run(table, stop, queued, Some(&mut send_progress));
        metrics.searched(&report);
        respond::text(&report)
    })?;
    let heartbeat = KeepAlive::new().interval(HEARTBEAT).text("searching");
    let mut response = Sse::new(events(progress, result, id)).keep_alive(heartbeat).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx and its like would buffer events otherwise.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

/// The rest of the stream.
struct Rest {
    progress: mpsc::UnboundedReceiver<String>,
    result: JobHandle<String>,
    /// The result, once it is known. Earlier progress is sent first.
    last: Option<Result<String, PoolError>>,
    id: Id,
}

fn events(
    progress: mpsc::UnboundedReceiver<String>,
    result: JobHandle<String>,
    id: Id,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(Some(Rest { progress, result, last: None, id }), |rest| async {
        let mut rest = rest?;
        if rest.last.is_none() {
            // The pool may refuse the job before it sends any progress.
            tokio::select! {
                biased;
                Some(report) = rest.progress.recv() => return Some((Ok(event("progress", report)), Some(rest))),
                last = &mut rest.result => rest.last = Some(last),
            }
        }
        if let Ok(report) = rest.progress.try_recv() {
            return Some((Ok(event("progress", report)), Some(rest)));
        }
        let last = match rest.last? {
            Ok(report) => event("result", report),
            Err(error) => {
                let problem = Problem::from(error);
                let (code, detail) = problem.summary();
                info!(id = &*rest.id.0, code, detail, "the stream ends with a problem");
                event("error", problem.json(&rest.id.0))
            }
        };
        Some((Ok(last), None))
    })
}

fn event(name: &str, json: String) -> Event {
    Event::default().event(name).data(json)
}
