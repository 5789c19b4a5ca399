//! Positions and searches, asked by body or by query.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::accept::{negotiate, negotiate_or_point};
use super::caching::Tag;
use super::error::Problem;
use super::extract::{InPath, JsonBody, Query};
use super::{Service, SharedService, respond, stream};
use crate::catalogue::Game;
use crate::pool::Terms;
use crate::search::StoppedBy;
use crate::wire::{
    PositionReport, PositionRequest, Refusal, SearchRequest, cost_class_of_description, from_json, from_query,
};

const JSON: &str = "application/json";
/// What describing a position may take, waiting included; the cap on time, if that is less. With its way there and
/// back, it is answered within a second.
const POSITION_TIME: Duration = Duration::from_millis(900);

/// How a request came: only what came by GET is kept by caches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Body,
    Query,
}

/// `POST …/position`.
pub(super) async fn position_by_body(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    position(&service, game, By::Body, headers, body.len(), move || from_json(&body)).await
}

/// `GET …/position`.
pub(super) async fn position_by_query(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    position(&service, game, By::Query, headers, query.len(), move || from_query(game, &query)).await
}

async fn position(
    service: &Service,
    game: &'static Game,
    by: By,
    headers: HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<PositionRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let arrived = Instant::now();
    let due = arrived + POSITION_TIME.min(Duration::from_millis(service.caps.max_time_ms));
    negotiate(&headers, JSON)?;
    let read = service.read(bytes, arrived, move || {
        let position = reader()?.position(game)?;
        let tag = (by == By::Query).then(|| Tag::of(&format!("position {}", position.identity())));
        Ok((position, tag))
    });
    let (position, tag) = read.await?;
    if let Some(tag) = tag.as_ref().filter(|tag| tag.is_held(&headers)) {
        return Ok(tag.not_modified());
    }
    let terms = Terms { deadline: due, cost_class: cost_class_of_description(game) };
    let described = service.desk.run(terms, move |_, stop, _| {
        let described = position.describe(Some(due), stop)?;
        Ok::<_, StoppedBy>(respond::json(&PositionReport::new(game, described)))
    });
    let response = described.await?.map_err(|_| Problem::unfinished())?;
    Ok(match tag {
        Some(tag) => tag.mark(response),
        None => response,
    })
}

/// `POST …/search`.
pub(super) async fn search_by_body(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, game, By::Body, &headers, body.len(), move || from_json(&body)).await
}

/// `GET …/search`.
pub(super) async fn search_by_query(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Problem> {
    search(&service, game, By::Query, &headers, query.len(), move || from_query(game, &query)).await
}

async fn search(
    service: &Service,
    game: &'static Game,
    by: By,
    headers: &HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<SearchRequest, Refusal> + Send + 'static,
) -> Result<Response, Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    // The table's size too: what it has forgotten shows in selective answers, and in those that a number of nodes
    // ended.
    let table = service.pool.table_results();
    let streams = format!("/v1/games/{}/search/stream", game.id);
    negotiate_or_point(headers, JSON, stream::MEDIA_TYPE, &streams)?;
    let read = service.read(bytes, arrived, move || {
        let ready = reader()?.prepare(game, &caps, arrived, None)?;
        let canonical = ready.canonical.as_ref().filter(|_| by == By::Query);
        let tag = canonical.map(|text| Tag::of(&format!("{text} {table}")));
        Ok((ready, tag))
    });
    let (ready, tag) = read.await?;
    if let Some(tag) = tag.as_ref().filter(|tag| tag.is_held(headers)) {
        return Ok(tag.not_modified());
    }
    let terms = Terms { deadline: ready.deadline, cost_class: ready.cost_class };
    let meters = Arc::clone(&service.meters);
    let answer = service.pool.run(terms, move |engine, stop, queued| {
        // Written on the worker too: lines and states are work.
        let started = Instant::now();
        let report = ready.run(engine, stop, queued, None);
        let searched = started.elapsed();
        meters.searched(&report);
        (respond::timed(respond::json(&report), queued, searched), report.is_deterministic())
    });
    let (response, deterministic) = answer.await?;
    Ok(match tag.filter(|_| deterministic) {
        Some(tag) => tag.mark(response),
        None => response,
    })
}
