//! Handlers of positions and searches, by body or by query.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use super::at_once;
use super::caching::ETag;
use super::error::Problem;
use super::extract::{JsonBody, PathGame, Query};
use super::negotiation::{negotiate, negotiate_or_point};
use super::respond::{self, Made};
use super::result_cache::{CacheStatus, Kept, ResultCache};
use super::service::{Service, SharedService};
use super::{stream, trace};
use crate::catalogue::Game;
use crate::pool::{Client, JobSpec};
use crate::wire::{
    Asked, PositionReport, PositionRequest, PreparedSearch, Refusal, SearchRequest, SharedAnswer,
    cost_class_of_description, from_json, from_query,
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
    parser: impl FnOnce() -> Result<PositionRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let arrived = Instant::now();
    let due = due_soon(service, arrived);
    negotiate(&headers, JSON)?;
    let parsed = service.parse(client, bytes, arrived, move || {
        let position = parser()?.position(game)?;
        let tag = (source == Source::Query).then(|| ETag::of(&format!("position {}", position.identity())));
        Ok((position, tag))
    });
    let (position, tag) = parsed.await?;
    if let Some(held) = tag.as_ref().and_then(|tag| tag.not_modified(&headers)) {
        return Ok(held);
    }
    let spec = JobSpec { cost_class: cost_class_of_description(game), client, ..due.into() };
    let is_short = position.is_described_at_once();
    if let (Some(cache), false) = (&service.cache, is_short) {
        let question = format!("position {}", position.identity());
        let describe = async {
            let described = service.short_jobs.run(spec, move |_, stop, queued| {
                let started = Instant::now();
                let described = position.describe(Some(due), stop).map_err(|_| Problem::out_of_time())?;
                let answer = SharedAnswer::whole(respond::text(&PositionReport::new(game, described)));
                Ok(Kept { answer, queued, searched: started.elapsed(), is_repeatable: true })
            });
            described.await?
        };
        return cached(cache, question, &headers, None, describe, tag).await;
    }
    let described = at_once::run(is_short, &service.short_jobs, spec, move |_, stop, _| {
        let described = position.describe(Some(due), stop).map_err(|_| Problem::out_of_time())?;
        Ok::<_, Problem>(Made::json(&PositionReport::new(game, described)))
    });
    let response = described.await??.into_response();
    Ok(match tag {
        Some(tag) => tag.attach(response),
        None => response,
    })
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
    JobSpec { deadline, cost_class, trail, client }
}

async fn search(
    service: &Service,
    client: Client,
    game: &'static Game,
    source: Source,
    headers: &HeaderMap,
    bytes: usize,
    parser: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    // Part of the tag: selective answers, and those limited by nodes, depend on the size of the table.
    let table = service.pool.table_results();
    let streams = format!("/v1/games/{}/search/stream", game.id);
    negotiate_or_point(headers, JSON, stream::MEDIA_TYPE, &streams)?;
    let parsed = service.parse(client, bytes, arrived, move || {
        let prepared = parser()?.prepare(game, &caps, arrived, None)?;
        let canonical = if source == Source::Query { prepared.canonical() } else { None };
        let tag = canonical.map(|text| ETag::of(&format!("{text} {table}")));
        Ok((prepared, tag))
    });
    let (mut prepared, tag) = parsed.await?;
    if let Some(held) = tag.as_ref().and_then(|tag| tag.not_modified(headers)) {
        return Ok(held);
    }
    let (spec, is_short) = (spec_of(&prepared, client), prepared.at_once);
    let metrics = Arc::clone(&service.metrics);
    if let (Some(cache), Some(question), false) = (&service.cache, prepared.identity.clone(), is_short) {
        let asked = prepared.take_asked();
        let search = async {
            let searched = service.pool.run(spec, move |engine, stop, queued| {
                let started = Instant::now();
                let report = trace::search(prepared, (engine, stop, queued), None, &metrics);
                let searched = started.elapsed();
                let answer = SharedAnswer::of_search(&report);
                Kept { answer, queued, searched, is_repeatable: report.is_deterministic() }
            });
            Ok(searched.await?)
        };
        return cached(cache, question, headers, asked, search, tag).await;
    }
    let answer = at_once::run(is_short, &service.pool, spec, move |engine, stop, queued| {
        // Serialised on the worker too: lines and states take time.
        let started = Instant::now();
        let report = trace::search(prepared, (engine, stop, queued), None, &metrics);
        let searched = started.elapsed();
        (Made::json(&report).timed(queued, searched), report.is_deterministic())
    });
    let (made, deterministic) = answer.await?;
    let mut response = made.into_response();
    if let Some(cache) = service.cache.as_ref().filter(|_| deterministic) {
        cache.attach(CacheStatus::Bypass, &mut response);
    }
    Ok(match tag.filter(|_| deterministic) {
        Some(tag) => tag.attach(response),
        None => response,
    })
}

/// Answers from the cache, or by this search.
async fn cached(
    cache: &ResultCache,
    question: String,
    headers: &HeaderMap,
    asked: Option<Asked>,
    search: impl Future<Output = Result<Kept, Problem>>,
    tag: Option<ETag>,
) -> Result<Response, Problem> {
    let (kept, status) = cache.answer(question, headers, search).await?;
    let made = Made::new(JSON, kept.answer.text(asked));
    let is_own = !matches!(status, CacheStatus::Hit | CacheStatus::Collapsed);
    let made = if is_own { made.timed(kept.queued, kept.searched) } else { made };
    let mut response = made.into_response();
    cache.attach(status, &mut response);
    Ok(match tag.filter(|_| kept.is_repeatable) {
        Some(tag) => tag.attach(response),
        None => response,
    })
}
