//! Answers as server-sent events: the parts as soon as they are ready, then the rest (WHATWG HTML, 9.2).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use futures_util::StreamExt;
use futures_util::stream::{self, Stream};
use plyd_operations::{Job, Operation, Part, Step};
use plyd_wire::{Code, Problem};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tracing::{Instrument, Span, info};

use super::body::hold;
use super::extract::GameRequest;
use super::running::{Running, Stepping};
use crate::http::answers::error::HandlerResult;
use crate::http::answers::negotiation::{EVENT_STREAM, negotiate};
use crate::http::answers::request_id::Id;
use crate::http::clients::permits::Permit;
use crate::http::state::service::SharedService;
use crate::pool::{PoolError, Priority};

/// After this much silence a comment is sent, so that proxies do not consider the connection dead.
const HEARTBEAT: Duration = Duration::from_secs(3);

/// Bytes of progress that may wait for the client of a stream.
const ROOM: usize = 64 << 10;

/// The handlers of an operation's stream.
pub(crate) fn handlers(operation: Operation, methods: &[&str]) -> MethodRouter<SharedService> {
    let answer = move |request: GameRequest| answer(operation, request);
    if methods.contains(&"GET") { get(answer).post(answer) } else { post(answer) }
}

/// `GET` and `POST …/stream`. The stream owns the handle of the step that is being done, so the work stops when the
/// client closes the stream. After admission, errors are sent as events.
async fn answer(operation: Operation, request: GameRequest) -> HandlerResult {
    negotiate(&request.headers, EVENT_STREAM)?;
    let step = request.read(operation).await?;
    let permit = request.service.streams.try_acquire(request.client).ok_or_else(|| {
        Problem::new(
            Code::QuotaExceeded,
            "this client already has its maximum number of streams open; nothing was searched",
        )
    })?;
    let running =
        Running::admit(&request.service, request.client, Priority::Interactive, step.cost(), request.arrived).await?;
    let room = Arc::new(Semaphore::new(ROOM));
    let mut streaming = Streaming { operation, running, under_way: None, left: Some(step), room };
    // Before the head of the answer is sent, because the pool may refuse the first step.
    streaming.proceed()?;
    let span = Span::current();
    let events = stream::try_unfold(streaming, move |mut streaming| {
        let next = async {
            let event = streaming.next().await?;
            Ok(event.map(|event| (event, streaming)))
        };
        next.instrument(span.clone())
    });
    Ok(respond(events, request.id, permit))
}

/// A request whose parts are sent as events.
struct Streaming {
    operation: Operation,
    running: Running,
    /// The step that is being done, and the parts that it sends.
    under_way: Option<(Stepping, mpsc::UnboundedReceiver<Bytes>)>,
    /// What is left after the finished steps. The next step begins when the client has read the parts of the last one.
    left: Option<Step>,
    /// Room for progress that the client has not read.
    room: Arc<Semaphore>,
}

impl Streaming {
    /// The next events; `None` after the last one.
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            let Some((stepping, parts)) = &mut self.under_way else {
                match self.left.take() {
                    None => return Ok(None),
                    Some(Step::Done(done)) => return Ok(Some(event(self.operation.last_event(), &done.text).into())),
                    left => self.left = left,
                }
                self.proceed()?;
                continue;
            };
            // Waits for the step too, because the pool may refuse it before there is any part.
            let stepped = tokio::select! {
                biased;
                Some(part) = parts.recv() => return Ok(Some(part)),
                stepped = stepping => stepped,
            };
            // Parts that arrived in the meantime are sent before the next step.
            let mut events = Vec::new();
            while let Ok(part) = parts.try_recv() {
                events.extend_from_slice(&part);
            }
            self.under_way = None;
            self.left = Some(self.running.stepped(stepped)?);
            if !events.is_empty() {
                return Ok(Some(events.into()));
            }
        }
    }

    /// Begins the next step, if there is one.
    fn proceed(&mut self) -> Result<(), PoolError> {
        match self.left.take() {
            Some(Step::Again(job, _)) => self.under_way = Some(self.submit(job)?),
            done => self.left = done,
        }
        Ok(())
    }

    /// The channel is unbounded, so that a slow reader does not block a worker. Instead, waiting progress takes up the
    /// stream's room. If the room is full, the client misses progress, but no other part.
    fn submit(&mut self, job: Box<dyn Job>) -> Result<(Stepping, mpsc::UnboundedReceiver<Bytes>), PoolError> {
        let (sender, parts) = mpsc::unbounded_channel();
        let room = Arc::clone(&self.room);
        let on_part = move |Part { event: name, json }: Part| {
            let event = event(name, &json);
            let _ = match Arc::clone(&room).try_acquire_many_owned(event.len().min(ROOM) as u32) {
                Ok(room) => sender.send(hold(event, room)),
                Err(_) if name == "progress" => Ok(()),
                Err(_) => sender.send(event.into()),
            };
        };
        Ok((self.running.submit(job, Some(Box::new(on_part)))?, parts))
    }
}

/// An answer of these events, which ends with the first problem. If the client closes the stream, the events are
/// dropped, and the work behind them stops.
fn respond(
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
                info!(id = &*id, code = problem.code.name(), detail = problem.detail, "stream ended with a problem");
                Some((event("error", &problem.json(Some(&id))).into(), None))
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

fn event(name: &str, json: &str) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}
