//! A search as a stream of events: one for each finished iteration, the last one its result (WHATWG HTML, 9.2).

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

use super::accept::negotiate;
use super::error::Problem;
use super::extract::{InPath, JsonBody, Query};
use super::layers::Id;
use super::{Service, SharedService, respond};
use crate::catalogue::Game;
use crate::pool::{PoolError, Terms, Ticket};
use crate::wire::{PreparedSearch, Refusal, SearchRequest, from_json, from_query};

pub(super) const MEDIA_TYPE: &str = "text/event-stream";

/// A comment is sent when nothing else was for so long, so that nobody on the way takes the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// `POST …/search/stream`.
pub(super) async fn stream_by_body(
    State(service): State<SharedService>,
    InPath(game): InPath,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, game, id, &headers, body.len(), move || from_json(&body)).await
}

/// `GET …/search/stream`.
pub(super) async fn stream_by_query(
    State(service): State<SharedService>,
    InPath(game): InPath,
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
    reader: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, MEDIA_TYPE)?;
    let ready = service.read(bytes, arrived, move || reader()?.prepare(game, &caps, arrived, None)).await?;
    answer(service, ready, id)
}

/// Admits the search and answers with its events. The stream holds the ticket: a client that closes it stops the
/// search.
///
/// # Errors
/// Those of admission, while there still is a status to tell them by.
fn answer(service: &Service, ready: PreparedSearch, id: Id) -> Result<Response, Problem> {
    // Unbounded, but no search has more iterations than plies of depth; and a slow reader must not hold up a worker.
    let (sender, progress) = mpsc::unbounded_channel();
    let terms = Terms { deadline: ready.deadline, cost_class: ready.cost_class };
    let meters = Arc::clone(&service.meters);
    let result = service.pool.submit(terms, move |table, stop, queued| {
        let mut hear = |report| {
            let _ = sender.send(respond::text(&report));
        };
        let report = ready.run(table, stop, queued, Some(&mut hear));
        meters.searched(&report);
        respond::text(&report)
    })?;
    let heartbeat = KeepAlive::new().interval(HEARTBEAT).text("searching");
    let mut response = Sse::new(events(progress, result, id)).keep_alive(heartbeat).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies of nginx's kind would else hold events back to fill a buffer.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

/// What is left to be sent.
struct Left {
    progress: mpsc::UnboundedReceiver<String>,
    result: Ticket<String>,
    /// The result, once it is there. Progress that was told before it is sent first.
    last: Option<Result<String, PoolError>>,
    id: Id,
}

fn events(
    progress: mpsc::UnboundedReceiver<String>,
    result: Ticket<String>,
    id: Id,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(Some(Left { progress, result, last: None, id }), |left| async {
        let mut left = left?;
        if left.last.is_none() {
            // Both are waited for: a search may also end without having begun.
            tokio::select! {
                biased;
                Some(report) = left.progress.recv() => return Some((Ok(event("progress", report)), Some(left))),
                last = &mut left.result => left.last = Some(last),
            }
        }
        if let Ok(report) = left.progress.try_recv() {
            return Some((Ok(event("progress", report)), Some(left)));
        }
        let last = match left.last? {
            Ok(report) => event("result", report),
            Err(error) => {
                let problem = Problem::from(error);
                let (code, detail) = problem.summary();
                info!(id = &*left.id.0, code, detail, "the stream ends with a problem");
                event("error", problem.json(&left.id.0))
            }
        };
        Some((Ok(last), None))
    })
}

fn event(name: &str, json: String) -> Event {
    Event::default().event(name).data(json)
}
