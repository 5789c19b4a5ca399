//! Handlers of positions and searches, by body or by query.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use super::caching::ETag;
use super::error::Problem;
use super::extract::{JsonBody, PathGame, Query};
use super::negotiation::{negotiate, negotiate_or_point};
use super::respond::{self, Made};
use super::result_cache::{CacheStatus, asks_anew};
use super::service::{Service, SharedService};
use super::{stream, trace};
use crate::catalogue::Game;
use crate::pool::{Client, JobSpec};
use crate::wire::{
    PositionReport, PositionRequest, PreparedSearch, Refusal, SearchRequest, cost_class_of_description, from_json,
    from_query,
};

const JSON: &str = "application/json";

/// Where the fields of a request are. Caches keep answers to GET only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Body,
    Query,
}

/// `POST …/position`.
pub(super) async fn position_by_body(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    position(&service, client, game, Source::Body, headers, body.len(), move || from_json(&body)).await
}

/// `GET …/position`.
pub(super) async fn position_by_query(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    position(&service, client, game, Source::Query, headers, query.len(), move || from_query(game, &query)).await
}

async fn position(
    service: &Service,
    client: Client,
    game: &'static Game,
    source: Source,
    headers: HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<PositionRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let arrived = Instant::now();
    let due = due_soon(service, arrived);
    negotiate(&headers, JSON)?;
    let prepare = move |request: PositionRequest| {
        let position = request.position(game)?;
        let question = format!("position {}", position.identity());
        Ok((position, question))
    };
    let (position, question) = service.parse(client, bytes, arrived, reader, prepare).await?;
    let tag = (source == Source::Query).then(|| service.tag(&question));
    if let Some(held) = tag.as_ref().and_then(|tag| tag.not_modified(&headers)) {
        return Ok(held);
    }
    let spec = JobSpec { cost_class: cost_class_of_description(game), client, ..due.into() };
    let describe = async {
        let described = service.short_jobs.run(spec, move |_, stop, _| {
            let described = position.describe(Some(due), stop).map_err(|_| Problem::out_of_time())?;
            Ok(Answer { text: respond::text(&PositionReport::new(game, described)), is_repeatable: true, timing: None })
        });
        described.await?
    };
    answer(service, Some(question), &headers, describe, tag).await
}

/// `POST …/search`.
pub(super) async fn search_by_body(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, client, game, Source::Body, &headers, body.len(), move || from_json(&body)).await
}

/// `GET …/search`.
pub(super) async fn search_by_query(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    search(&service, client, game, Source::Query, &headers, query.len(), move || from_query(game, &query)).await
}

/// The time by which a short job that arrived at `arrived` is done.
pub(super) fn due_soon(service: &Service, arrived: Instant) -> Instant {
    arrived + service.short_time.min(Duration::from_millis(service.caps.max_time_ms))
}

/// The admission of a search.
pub(super) fn spec_of(prepared: &PreparedSearch, client: Client) -> JobSpec {
    let PreparedSearch { deadline, cost_class, trail, .. } = *prepared;
    JobSpec { cost_class, trail, client, ..deadline.into() }
}

async fn search(
    service: &Service,
    client: Client,
    game: &'static Game,
    source: Source,
    headers: &HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    let streams = format!("/v1/games/{}/search/stream", game.id);
    negotiate_or_point(headers, JSON, stream::MEDIA_TYPE, &streams)?;
    let prepare = move |request: SearchRequest| request.owned_by(client.salt()).prepare(game, &caps, arrived, None);
    let mut prepared = service.parse(client, bytes, arrived, reader, prepare).await?;
    let question = prepared.canonical.take();
    // The table is part of the tag: selective answers, and those limited by nodes, depend on its size.
    let tag = |question: &String| service.tag(&format!("{question} {}", service.pool.table_results()));
    let tag = question.as_ref().filter(|_| source == Source::Query).map(tag);
    if let Some(held) = tag.as_ref().and_then(|tag| tag.not_modified(headers)) {
        return Ok(held);
    }
    let (spec, metrics) = (spec_of(&prepared, client), Arc::clone(&service.metrics));
    let search = async {
        let searched = service.pool.run(spec, move |engine, stop, queued| {
            let started = Instant::now();
            let report = trace::search(prepared, (engine, stop, queued), None, &metrics);
            let timing = Some((queued, started.elapsed()));
            // Serialised on the worker too: lines and states take time.
            Answer { text: respond::text(&report), is_repeatable: report.is_deterministic(), timing }
        });
        Ok(searched.await?)
    };
    answer(service, question, headers, search, tag).await
}

/// What a worker made.
struct Answer {
    text: String,
    /// Whether each request with its question has the same answer: it may be kept then.
    is_repeatable: bool,
    /// The time in the queue and of the search.
    timing: Option<(Duration, Duration)>,
}

/// Answers from the cache if there is one and it has this question's answer, else by this work.
async fn answer(
    service: &Service,
    question: Option<String>,
    headers: &HeaderMap,
    work: impl Future<Output = Result<Answer, Problem>>,
    tag: Option<ETag>,
) -> Result<Response, Problem> {
    let cached = service.cache.as_ref().zip(question);
    let asks_anew = cached.is_some() && asks_anew(headers);
    let kept = cached.as_ref().filter(|_| !asks_anew).and_then(|(cache, question)| cache.get(question));
    let (answer, mut status) = match kept {
        Some(kept) => (Answer { text: kept.to_string(), is_repeatable: true, timing: None }, CacheStatus::HIT),
        None => (work.await?, if asks_anew { CacheStatus::REQUEST } else { CacheStatus::MISSED }),
    };
    if let Some((cache, question)) = &cached
        && status == CacheStatus::MISSED
        && answer.is_repeatable
    {
        cache.keep(question, &answer.text);
        status = CacheStatus::STORED;
    }
    let mut made = Made::new(JSON, answer.text);
    if let Some((queued, searched)) = answer.timing {
        made = made.timed(queued, searched);
    }
    let mut response = made.into_response();
    if let Some((cache, _)) = &cached {
        cache.attach(status, &mut response);
    }
    Ok(match tag.filter(|_| answer.is_repeatable) {
        Some(tag) => tag.attach(response),
        None => response,
    })
}
