//! Many requests in one call, answered together in order or one by one as they are done.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use serde_json::value::RawValue;

use super::accept::{negotiate, negotiate_or_point};
use super::error::{Code, Problem};
use super::extract::JsonBody;
use super::layers::Id;
use super::meters::Meters;
use super::send_buffer::{Place, SendBuffer};
use super::{SharedService, respond};
use crate::games::{Catalogue, UnknownGame};
use crate::search::{Engine, Stop};
use crate::wire::{BatchRequest, Caps, Item, Operation, PositionReport, PositionRequest, SearchRequest, from_json};

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// How long a batch's answer waits for its reader to take some of it: as long as a batch may last in all. A connection
/// that takes nothing at all is closed sooner; this is for an HTTP/2 connection that takes other answers.
const PATIENCE: Duration = Duration::from_millis(Caps::MAX_BATCH_TIME_MS);

/// `POST /v1/batch`.
pub(super) async fn batch(
    State(service): State<SharedService>,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    negotiate_or_point(&headers, JSON, LINES, super::BATCH_STREAM)?;
    answer(service, id, body, JSON).await
}

/// `POST /v1/batch/stream`.
pub(super) async fn batch_by_lines(
    State(service): State<SharedService>,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    negotiate(&headers, LINES)?;
    answer(service, id, body, LINES).await
}

async fn answer(
    service: SharedService,
    Id(id): Id,
    body: Bytes,
    media_type: &'static str,
) -> Result<Response, Problem> {
    let ends = Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS);
    let items = service.read_patiently(body.len(), ends, move || from_json::<BatchRequest>(&body)?.items()).await?;
    let buffer = SendBuffer::new(&service.answers);
    let body = Arc::clone(&buffer).fill(PATIENCE, async move {
        let batch = Batch { service, id, ends };
        if media_type == JSON { batch.in_order(items, &buffer).await } else { batch.by_lines(items, &buffer).await }
    });
    Ok(([(CONTENT_TYPE, media_type)], body).into_response())
}

/// What the items share.
struct Batch {
    service: SharedService,
    id: Arc<str>,
    ends: Instant,
}

impl Batch {
    /// The answers as one JSON text, in order.
    async fn in_order(&self, items: Vec<Box<RawValue>>, buffer: &Arc<SendBuffer>) {
        buffer.push("{\"results\":[");
        let mut answers = pin!(self.begin(items, buffer).buffered(self.at_once()));
        let mut between = "";
        while let Some((place, _, answer)) = answers.next().await {
            place.put(format!("{between}{{{answer}}}"));
            between = ",";
        }
        buffer.push("]}");
    }

    /// The answers on a line each, with their indices, as they are done.
    async fn by_lines(&self, items: Vec<Box<RawValue>>, buffer: &Arc<SendBuffer>) {
        let mut answers = pin!(self.begin(items, buffer).buffer_unordered(self.at_once()));
        while let Some((place, index, answer)) = answers.next().await {
            place.put(format!("{{\"index\":{index},{answer}}}\n"));
        }
    }

    /// Enough items to keep every worker busy; more of one batch would only keep others waiting.
    fn at_once(&self) -> usize {
        2 * self.service.pool.workers()
    }

    /// The answers being made: none is begun before there is a place for it.
    fn begin(
        &self,
        items: Vec<Box<RawValue>>,
        buffer: &Arc<SendBuffer>,
    ) -> impl Stream<Item = impl Future<Output = (Place, usize, String)>> {
        let places = stream::unfold(items.into_iter().enumerate(), move |mut items| async move {
            let (index, item) = items.next()?;
            Some(((buffer.place().await, index, item), items))
        });
        places.map(move |(mut place, index, item)| async move {
            let answer = self.answer(index, item).await;
            place.holds(answer.len());
            (place, index, answer)
        })
    }

    /// One item's answer, as the fields of its result: the status that the request has alone, and the body.
    ///
    /// All of it is work for a worker: replaying hundreds of games is more than the threads that serve connections
    /// should do. The item's own time begins when a worker has it.
    async fn answer(&self, index: usize, item: Box<RawValue>) -> String {
        let Self { service, ends, .. } = self;
        let (catalogue, caps, meters, ends) = (service.catalogue, service.caps, Arc::clone(&service.meters), *ends);
        let most = service.max_body_bytes;
        let id = Arc::clone(&self.id);
        let wrong = move |problem: Problem| fields(problem.status(), &problem.json(&id));
        let answered = service.pool.run_patiently(ends, move |engine, stop, queued| {
            let place = format!("items[{index}]");
            let fits = if item.get().len() <= most { Ok(()) } else { Err(too_large(most)) };
            let json = fits.and_then(|()| run(catalogue, &item, &caps, ends, (engine, stop, queued), &meters));
            json.map(|json| fields(200, &json)).map_err(|problem| problem.within(&place))
        });
        answered.await.map_err(Problem::from).and_then(|answer| answer).unwrap_or_else(wrong)
    }
}

fn fields(status: u16, json: &str) -> String {
    format!("\"status\":{status},\"body\":{json}")
}

/// What an answer may need grows with its request.
fn too_large(most: usize) -> Problem {
    Problem::new(Code::BodyTooLarge, format!("an item may have {most} bytes, as many as its request alone"))
}

fn run(
    catalogue: Catalogue,
    item: &RawValue,
    caps: &Caps,
    ends: Instant,
    (engine, stop, queued): (&mut Engine, &Stop, Duration),
    meters: &Meters,
) -> Result<String, Problem> {
    let item = Item::read(item)?;
    let unknown = |unknown: UnknownGame| Problem::new(Code::UnknownGame, unknown.to_string()).at("game");
    let game = catalogue.find(&item.game).map_err(unknown)?;
    let body = item.body.as_bytes();
    match item.operation {
        Operation::Position => {
            let position = from_json::<PositionRequest>(body)?.position(game)?;
            let described = position.describe(Some(ends), stop).map_err(|_| Problem::unfinished())?;
            let report = PositionReport::new(game, described);
            Ok(respond::text(&report))
        }
        Operation::Search => {
            let ready = from_json::<SearchRequest>(body)?.prepare(game, caps, Instant::now(), Some(ends))?;
            let report = ready.run(engine, stop, queued, None);
            meters.searched(&report);
            Ok(respond::text(&report))
        }
    }
}
