//! Many requests in one call, answered together in order or one by one as they are done.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream;
use serde::Serialize;
use serde_json::value::RawValue;

use super::accept::negotiate;
use super::error::{Code, Problem};
use super::extract::JsonBody;
use super::layers::Id;
use super::meters::Meters;
use super::{Service, SharedService, respond};
use crate::catalogue::Game;
use crate::games::find;
use crate::request::{BatchRequest, Caps, Item, Operation, PositionRequest, Refusal, SearchRequest, from_json};
use crate::search::{Stop, Table};

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// One item's answer.
#[derive(Serialize)]
struct Answer {
    /// Its place in the request; only where answers come in another order.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    /// The status that the request has alone.
    status: u16,
    body: Box<RawValue>,
}

#[derive(Serialize)]
struct Answers {
    results: Vec<Answer>,
}

/// `POST /v1/batch`.
pub(super) async fn batch(
    State(service): State<SharedService>,
    Id(id): Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let ends = Instant::now() + Duration::from_millis(Caps::MAX_BATCH_TIME_MS);
    let media_type = negotiate(&headers, &[JSON, LINES])?;
    let items = from_json::<BatchRequest>(&body)?.items()?;
    let in_order = media_type == JSON;
    // Enough to keep every worker busy; more of one batch at a time would only keep others waiting.
    let at_once = 2 * service.pool.workers();
    let answers = stream::iter(items.into_iter().enumerate()).map(move |(index, item)| {
        let (service, id) = (Arc::clone(&service), id.clone());
        async move {
            let (status, json) = match run(&service, index, &item, ends).await {
                Ok(json) => (200, json),
                Err(problem) => (problem.status(), problem.json(&id)),
            };
            let body = RawValue::from_string(json).expect("answers are JSON");
            Answer { index: (!in_order).then_some(index), status, body }
        }
    });
    if in_order {
        return Ok(respond::json(&Answers { results: answers.buffered(at_once).collect().await }));
    }
    let lines = answers.buffer_unordered(at_once).map(|answer| Ok::<_, Infallible>(respond::text(&answer) + "\n"));
    Ok(([(CONTENT_TYPE, LINES)], Body::from_stream(lines)).into_response())
}

/// Answers one item. Its own time begins when a worker has it, and all of it is work for a worker: replaying hundreds of games is more
/// than the threads that serve connections should do.
async fn run(service: &Service, index: usize, item: &RawValue, ends: Instant) -> Result<String, Problem> {
    let place = format!("items[{index}]");
    let item = Item::read(item).map_err(|refusal| refusal.within(&place))?;
    let game = find(&item.game)
        .map_err(|unknown| Problem::new(Code::UnknownGame, unknown.to_string()).at(format!("{place}.game")))?;
    let (caps, meters) = (service.caps, Arc::clone(&service.meters));
    let answer = service.pool.run_patiently(ends, move |table, stop, queued| {
        answer(&item, game, &caps, &meters, ends, (table, stop, queued)).map_err(|fault| match fault {
            Fault::Refused(refusal) => refusal.within(&place).into(),
            Fault::Unfinished => Problem::unfinished().at(&place),
        })
    });
    answer.await?
}

/// Why an item has no answer.
enum Fault {
    Refused(Refusal),
    Unfinished,
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

fn answer(
    item: &Item,
    game: &'static Game,
    caps: &Caps,
    meters: &Meters,
    ends: Instant,
    (table, stop, queued): (&mut Table, &Stop, Duration),
) -> Result<String, Fault> {
    let body = item.body.as_bytes();
    match item.operation {
        Operation::Position => {
            let position = from_json::<PositionRequest>(body)?.position(game)?;
            let report = position.describe(Some(ends), stop).map_err(|_| Fault::Unfinished)?;
            Ok(respond::text(&report))
        }
        Operation::Search => {
            let asked = from_json::<SearchRequest>(body)?.read(game, caps, Instant::now())?;
            let report = (asked.until(ends).prepare()?.search)(table, stop, queued, None);
            meters.searched(&report);
            Ok(respond::text(&report))
        }
    }
}
