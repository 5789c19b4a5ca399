//! Batches: many requests in one call, answered as one JSON text in order, or as NDJSON in order of completion.

use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, post};
use futures_util::stream::{self, Stream, StreamExt};
use plyd_operations::{Item, Limits, Step, class, items, result_of};
use plyd_search::{Engine, Stop};
use plyd_wire::{BatchResult, Caps, Problem};
use tracing::{Instrument, Span};

use super::body::{Reserved, hold};
use super::extract::{JsonBody, SMALL};
use super::running::{Running, run};
use crate::http::answers::error::HandlerResult;
use crate::http::answers::negotiation::{JSON, negotiate, negotiate_or_point};
use crate::http::answers::request_id::Id;
use crate::http::clients::permits::{Permit, WAIT};
use crate::http::paths::BATCH_STREAM;
use crate::http::state::service::{Service, SharedService};
use crate::pool::{Client, JobSpec, Priority};

pub(crate) const NDJSON: &str = "application/x-ndjson";

/// The handler of `POST /v1/batch` or of `POST /v1/batch/stream`, which differ in the media type of their answers.
pub(crate) fn handlers(media_type: &'static str) -> MethodRouter<SharedService> {
    post(move |State(service), client, id, headers, body| answer(media_type, service, client, id, headers, body))
}

async fn answer(
    media_type: &'static str,
    service: SharedService,
    client: Client,
    Id(id): Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> HandlerResult {
    if media_type == JSON {
        negotiate_or_point(&headers, JSON, NDJSON, BATCH_STREAM)?;
    } else {
        negotiate(&headers, NDJSON)?;
    }
    // Otherwise the head would stay in memory while the batch waits.
    drop(headers);
    let (ends, size) = (Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS), body.len());
    // The items are slices of the body, so the body keeps its permit until the last item is done.
    let split = move || {
        let slice = |text: &str| body.slice_ref(text.as_bytes());
        let (rules, items) = items(&body)?;
        Ok::<_, Problem>((rules.map(slice), items.map(slice).collect::<Vec<_>>()))
    };
    let cost_class = class(("batch", size.max(1).ilog2()));
    let spec = JobSpec { cost_class, client, ..ends.into() }.batch();
    let (rules, items) = match size <= SMALL {
        true => split()?,
        false => service.short_jobs.run(spec, move |_, _, _| split()).await??,
    };
    let permit = service.batches.acquire(client, WAIT).await.ok_or_else(|| service.no_permit("answer"))?;
    let batch = Arc::new(Batch { service, client, id, ends, rules, _permit: permit });
    let body = if media_type == JSON { batch.as_json(items) } else { batch.as_ndjson(items) };
    Ok(([(CONTENT_TYPE, media_type)], body).into_response())
}

/// What the items of a batch share.
struct Batch {
    service: SharedService,
    client: Client,
    id: Arc<str>,
    ends: Instant,
    /// The rules of the items that have none.
    rules: Option<Bytes>,
    _permit: Permit,
}

impl Batch {
    /// The answers as one JSON text, in the order of the items.
    fn as_json(self: Arc<Self>, items: Vec<Bytes>) -> Body {
        let [before, comma, after] = BatchResult::ARRAY;
        let part = |part: &'static str| stream::once(ready(Bytes::from_static(part.as_bytes())));
        let in_flight = self.in_flight();
        let answers = self.answers(items).buffered(in_flight);
        let answers = answers.map(move |(index, Answered { result, reserved })| {
            hold(if index > 0 { comma } else { "" }.to_owned() + &result.element(), reserved)
        });
        Body::from_stream(part(before).chain(answers).chain(part(after)).map(Ok::<_, Infallible>))
    }

    /// One line for each answer, with the item's index, in order of completion.
    fn as_ndjson(self: Arc<Self>, items: Vec<Bytes>) -> Body {
        let in_flight = self.in_flight();
        let answers = self.answers(items).buffer_unordered(in_flight);
        let lines = answers.map(|(index, Answered { result, reserved })| hold(result.line(index), reserved));
        Body::from_stream(lines.map(Ok::<_, Infallible>))
    }

    /// How many items are in flight: enough to keep every worker busy. More would only delay others.
    fn in_flight(&self) -> usize {
        2 * self.service.pool.workers()
    }

    /// The futures of the answers. They are polled only as fast as the client reads.
    fn answers(self: Arc<Self>, items: Vec<Bytes>) -> impl Stream<Item = impl Future<Output = (usize, Answered)>> {
        let span = Span::current();
        stream::iter(items.into_iter().enumerate()).map(move |(index, item)| {
            let batch = Arc::clone(&self);
            async move { (index, batch.answer(index, item).await) }.instrument(span.clone())
        })
    }

    /// Answers one item as if it were a request.
    ///
    /// It is read on a worker too, because replaying hundreds of games would block the threads that serve connections.
    /// The item's own time limit starts when it leaves the queue.
    async fn answer(&self, index: usize, item: Bytes) -> Answered {
        let mut reserved = None;
        let answered = self.text(item, &mut reserved).await;
        Answered { result: result_of(index, answered, Some(&self.id)), reserved }
    }

    async fn text(&self, item: Bytes, reserved: &mut Option<Reserved>) -> Result<String, Problem> {
        let (service, client, ends) = (Arc::clone(&self.service), self.client, self.ends);
        let spec = JobSpec { client, ..ends.into() }.batch();
        let begin = {
            let (service, rules) = (Arc::clone(&service), self.rules.clone());
            move |engine: &mut Engine, stop: &Stop, queued| {
                let item = (text(&item), rules.as_deref().map(text));
                begin(&service, client, item, ends, (engine, stop, queued))
            }
        };
        let (step, cache_key) = match self.service.pool.run(spec, begin).await?? {
            Begun::Answered(text) => return Ok(text),
            Begun::Left(step, cache_key) => (step, cache_key),
        };
        *reserved = service.reserve(client, step.cost().bytes).await?;
        let (done, _) =
            Running::admit(&service, client, Priority::Batch, step.cost(), Instant::now()).await?.finish(step).await?;
        service.keep_result(cache_key.as_deref(), done.repeatable, &done.text);
        Ok(done.text)
    }
}

/// A slice of a body that was parsed as JSON.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The answer to an item, with the memory that was reserved for it.
struct Answered {
    result: BatchResult,
    reserved: Option<Reserved>,
}

/// The outcome of an item's first turn.
enum Begun {
    /// The answer.
    Answered(String),
    /// Work that needs more turns or has a large answer, and the key of its answer in the cache.
    Left(Step, Option<String>),
}

/// Reads an item, and answers it if that takes one turn. The answer may be in the cache.
fn begin(
    service: &Service,
    client: Client,
    (item, rules): (&str, Option<&str>),
    ends: Instant,
    turn: (&mut Engine, &Stop, Duration),
) -> Result<Begun, Problem> {
    let item = Item::find(item, rules, service.catalogue, service.max_body_bytes)?;
    let limits = Limits { latest: Some(ends), ..service.limits(client, Instant::now()) };
    let job = match item.read(&limits, turn.1)? {
        Step::Done(done) => return Ok(Begun::Answered(done.text)),
        Step::Again(job, _) => job,
    };
    let (cost, cache_key) = (job.cost(), job.canonical().map(str::to_owned));
    if let Some(kept) = service.kept_result(cache_key.as_deref()) {
        return Ok(Begun::Answered(kept.to_string()));
    }
    if cost.left.is_some() || cost.bytes > 0 {
        return Ok(Begun::Left(Step::Again(job, None), cache_key));
    }
    match run(job, turn, &service.metrics, None)? {
        (Step::Done(done), _) => {
            service.keep_result(cache_key.as_deref(), done.repeatable, &done.text);
            Ok(Begun::Answered(done.text))
        }
        (step, _) => Ok(Begun::Left(step, cache_key)),
    }
}
