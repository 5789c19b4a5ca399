//! Batches: many requests in one call, answered as one JSON text in order, or as NDJSON in order of completion.

use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use futures_util::stream::{self, Stream, StreamExt};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_search::{Engine, Stop};
use plyd_wire::{BatchRequest, BatchResult, Caps, Item, Operation, PositionRequest, SearchRequest, from_json};
use tracing::{Instrument, Span};

use super::error::Problem;
use super::extract::JsonBody;
use super::limits::{Permit, WAIT};
use super::metrics::Metrics;
use super::negotiation::{JSON, negotiate, negotiate_or_point};
use super::paths::BATCH_STREAM;
use super::request_id::Id;
use super::respond;
use super::service::SharedService;
use super::{review, trace};
use crate::pool::{Client, JobSpec};

pub(super) const NDJSON: &str = "application/x-ndjson";

/// `POST /v1/batch` and `POST /v1/batch/stream`, by the media type of their answers.
pub(super) fn handlers(media_type: &'static str) -> MethodRouter<SharedService> {
    post(move |State(service), client, id, headers, body| answer(media_type, service, client, id, headers, body))
}

async fn answer(
    media_type: &'static str,
    service: SharedService,
    client: Client,
    Id(id): Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    if media_type == JSON {
        negotiate_or_point(&headers, JSON, NDJSON, BATCH_STREAM)?;
    } else {
        negotiate(&headers, NDJSON)?;
    }
    // Otherwise the head would stay in memory while the batch waits.
    drop(headers);
    let (ends, size) = (Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS), body.len());
    // The items are parts of the body, which keeps its permit until the last of them is done.
    let items =
        move || Ok(from_json::<BatchRequest>(&body)?.items()?.map(|item| body.slice_ref(item.as_bytes())).collect());
    let items: Vec<Bytes> = service.parse_batch(client, size, ends, items).await?;
    let permit = service.batches.acquire(client, WAIT).await.ok_or_else(|| service.no_permit("answer"))?;
    let batch = Arc::new(Batch { service, client, id, ends, _permit: permit });
    let body = if media_type == JSON { batch.as_json(items) } else { batch.as_ndjson(items) };
    Ok(([(CONTENT_TYPE, media_type)], body).into_response())
}

/// What the items of a batch share.
struct Batch {
    service: SharedService,
    client: Client,
    id: Arc<str>,
    ends: Instant,
    _permit: Permit,
}

impl Batch {
    /// The answers as one JSON text, in the order of the items.
    fn as_json(self: Arc<Self>, items: Vec<Bytes>) -> Body {
        let [before, comma, after] = BatchResult::ARRAY;
        let part = |part: &'static str| stream::once(ready(part.to_owned()));
        let in_flight = self.in_flight();
        let answers = self.answers(items).buffered(in_flight);
        let answers =
            answers.map(move |(index, answer)| if index > 0 { comma } else { "" }.to_owned() + &answer.element());
        Body::from_stream(part(before).chain(answers).chain(part(after)).map(Ok::<_, Infallible>))
    }

    /// One line for each answer, with the item's index, in order of completion.
    fn as_ndjson(self: Arc<Self>, items: Vec<Bytes>) -> Body {
        let in_flight = self.in_flight();
        let answers = self.answers(items).buffer_unordered(in_flight);
        Body::from_stream(answers.map(|(index, answer)| Ok::<_, Infallible>(answer.line(index))))
    }

    /// How many items are in flight: enough to keep every worker busy. More would only delay others.
    fn in_flight(&self) -> usize {
        2 * self.service.pool.workers()
    }

    /// The futures of the answers. They are polled only as fast as the client reads.
    fn answers(self: Arc<Self>, items: Vec<Bytes>) -> impl Stream<Item = impl Future<Output = (usize, BatchResult)>> {
        let span = Span::current();
        stream::iter(items.into_iter().enumerate()).map(move |(index, item)| {
            let batch = Arc::clone(&self);
            async move { (index, batch.answer(index, item).await) }.instrument(span.clone())
        })
    }

    /// Answers one item as if it were a request.
    ///
    /// Parsing runs on a worker too, because replaying hundreds of games would block the threads that serve
    /// connections. The item's own time limit starts when it leaves the queue.
    async fn answer(&self, index: usize, item: Bytes) -> BatchResult {
        let Self { service, client, ends, .. } = self;
        let (catalogue, caps, metrics, ends) = (service.catalogue, service.caps, Arc::clone(&service.metrics), *ends);
        let (max_bytes, owner) = (service.max_body_bytes, client.salt());
        let spec = JobSpec { client: *client, ..ends.into() }.batch();
        let answered = service.pool.run(spec, move |engine, stop, queued| {
            let read = Item::read(std::str::from_utf8(&item).unwrap_or_default());
            let max_bytes = read.as_ref().map_or(max_bytes, |item| item.operation.max_bytes(max_bytes));
            let bytes = item.len();
            if bytes > max_bytes {
                return Err(Problem::from(plyd_wire::Problem::item_too_large(bytes, max_bytes)));
            }
            run(catalogue, read?, &caps, (owner, ends), (engine, stop, queued), &metrics)
        });
        let answered = match answered.await {
            Ok(Ok(Step::Done(json))) => Ok(json),
            Ok(Ok(Step::Review(game, body))) => review::of_item(service, *client, game, body, ends).await,
            Ok(Err(problem)) => Err(problem),
            Err(error) => return self.refused(&error.into()),
        };
        match answered {
            Ok(json) => BatchResult::new(200, &json),
            Err(problem) => self.refused(&problem.within(&format!("items[{index}]"))),
        }
    }

    fn refused(&self, problem: &Problem) -> BatchResult {
        BatchResult::new(problem.status(), &problem.json(&self.id))
    }
}

/// What a worker has done with an item.
enum Step {
    /// The answer.
    Done(String),
    /// A review, each ply of which is a separate job.
    Review(&'static Game, Bytes),
}

fn run(
    catalogue: Catalogue,
    item: Item,
    caps: &Caps,
    (owner, ends): (u64, Instant),
    (engine, stop, queued): (&mut Engine, &Stop, Duration),
    metrics: &Metrics,
) -> Result<Step, Problem> {
    let unknown = |unknown| plyd_wire::Problem::unknown_game(&unknown).at("game");
    let game = catalogue.find(&item.game).map_err(unknown)?;
    let body = item.body.as_bytes();
    match item.operation {
        Operation::Position => {
            let report = from_json::<PositionRequest>(body)?.report(game, Some(ends), stop)?;
            Ok(Step::Done(respond::text(&report)))
        }
        Operation::Review => Ok(Step::Review(game, item.body.into())),
        Operation::Search => {
            let request = from_json::<SearchRequest>(body)?.owned_by(owner);
            let prepared = request.prepare(game, caps, Instant::now(), Some(ends))?;
            let report = trace::search(prepared, (engine, stop, queued), None, metrics);
            Ok(Step::Done(respond::text(&report)))
        }
    }
}
