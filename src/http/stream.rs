//! A search as server-sent events: one for each finished iteration, then the result (WHATWG HTML, 9.2).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::{self, Stream};
use plyd_wire::SearchRequest;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tracing::info;

use super::body::hold;
use super::error::{Code, Problem};
use super::extract::Asked;
use super::limits::Permit;
use super::negotiation::{EVENT_STREAM, negotiate};
use super::request_id::Id;
use super::respond::text;
use super::search::spec_of;
use super::trace;

/// After this much silence a comment is sent, so that proxies do not consider the connection dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// Bytes of progress that may wait for the client of a stream.
const ROOM: usize = 64 << 10;

/// `GET` and `POST …/search/stream`. The stream owns the job handle, so the search stops when the client closes the
/// stream. After admission, errors are sent as events.
pub(super) async fn search(asked: Asked) -> Result<Response, Problem> {
    let Asked { game, client, arrived, .. } = asked;
    let (service, caps) = (&asked.service, asked.service.caps);
    negotiate(&asked.headers, EVENT_STREAM)?;
    let prepare = move |request: SearchRequest| request.owned_by(client.salt()).prepare(game, &caps, arrived, None);
    let prepared = asked.prepare(prepare).await?;
    let permit = permit(&asked)?;
    // The channel is unbounded, so that a slow reader does not block a worker. Instead, waiting events take up the
    // stream's room. If the room is full, the client misses progress events, but not the result.
    let (sender, progress) = mpsc::unbounded_channel();
    let room = Arc::new(Semaphore::new(ROOM));
    let (spec, metrics) = (spec_of(&prepared, client), Arc::clone(&service.metrics));
    let result = service.pool.submit(spec, move |engine, stop, queued| {
        let mut send_progress = |report| {
            let event = event("progress", &text(&report));
            if let Ok(room) = Arc::clone(&room).try_acquire_many_owned(event.len().min(ROOM) as u32) {
                let _ = sender.send(hold(event, room));
            }
        };
        let report = trace::search(prepared, (engine, stop, queued), Some(&mut send_progress), &metrics);
        event("result", &text(&report))
    })?;
    let events = stream::try_unfold(Some((progress, result)), |rest| async {
        let Some((mut progress, mut result)) = rest else { return Ok(None) };
        // Waits for the result too, because the pool may refuse the job before there is any progress.
        let last = tokio::select! {
            biased;
            Some(event) = progress.recv() => return Ok(Some((event, Some((progress, result))))),
            last = &mut result => last?,
        };
        // Progress that arrived in the meantime is sent before the result.
        let mut events = Vec::new();
        while let Ok(event) = progress.try_recv() {
            events.extend_from_slice(&event);
        }
        events.extend(last.into_bytes());
        Ok(Some((events.into(), None)))
    });
    Ok(respond(events, asked.id, permit))
}

/// A permit for one more stream of this client.
pub(super) fn permit(asked: &Asked) -> Result<Permit, Problem> {
    asked.service.streams.try_acquire(asked.client).ok_or_else(|| {
        Problem::new(Code::QuotaExceeded, "as many streams of this client are open as may be; nothing was searched")
    })
}

/// An answer of these events, which ends with the first problem. If the client closes the stream, the events are
/// dropped, and the work behind them stops.
pub(super) fn respond(
    events: impl Stream<Item = Result<Bytes, Problem>> + Send + 'static,
    Id(id): Id,
    permit: Permit,
) -> Response {
    let events = stream::unfold(Some((Box::pin(events), id, permit)), |rest| async {
        let (mut events, id, permit) = rest?;
        match timeout(HEARTBEAT, events.next()).await {
            Ok(None) => None,
            Ok(Some(Ok(event))) => Some((event, Some((events, id, permit)))),
            Ok(Some(Err(problem))) => {
                let (code, detail) = problem.summary();
                info!(id = &*id, code, detail, "stream ended with a problem");
                Some((event("error", &problem.json(&id)).into(), None))
            }
            Err(_) => Some((Bytes::from_static(b": searching\n\n"), Some((events, id, permit)))),
        }
    });
    // The last header keeps nginx and similar proxies from buffering events.
    let headers = [
        (CONTENT_TYPE, EVENT_STREAM),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(events.map(Ok::<_, Infallible>))).into_response()
}

pub(super) fn event(name: &str, json: &str) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}
