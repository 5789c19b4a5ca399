//! Positions and searches, asked by body or by query.

use std::time::Instant;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

use super::accept::negotiate;
use super::error::Problem;
use super::extract::{InPath, JsonBody};
use super::{Service, SharedService, respond};
use crate::catalogue::Game;
use crate::request::{PositionRequest, SearchRequest, from_json, from_query};

const JSON: &[&str] = &["application/json"];

/// `POST …/position`.
pub(super) async fn position_by_body(
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    position(game, &headers, from_json(&body)?)
}

/// `GET …/position`.
pub(super) async fn position_by_query(
    InPath(game): InPath,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    position(game, &headers, from_query(game, &query.unwrap_or_default())?)
}

fn position(game: &'static Game, headers: &HeaderMap, request: PositionRequest) -> Result<Response, Problem> {
    negotiate(headers, JSON)?;
    Ok(uncached(respond::json(&request.position(game)?.describe())))
}

/// `POST …/search`.
pub(super) async fn search_by_body(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    search(&service, game, &headers, from_json(&body)?).await
}

/// `GET …/search`.
pub(super) async fn search_by_query(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    search(&service, game, &headers, from_query(game, &query.unwrap_or_default())?).await
}

async fn search(
    service: &Service,
    game: &'static Game,
    headers: &HeaderMap,
    request: SearchRequest,
) -> Result<Response, Problem> {
    let arrived = Instant::now();
    negotiate(headers, JSON)?;
    // Parsed before admission: a wrong request never takes a worker.
    let ready = request.prepare(game, &service.caps, arrived)?;
    let answer = service.pool.run(ready.deadline, |table, stop, queued| {
        // Written on the worker too: lines and states are work.
        respond::json(&(ready.search)(table, stop, queued))
    });
    Ok(uncached(answer.await?))
}

fn uncached(response: Response) -> Response {
    ([(CACHE_CONTROL, "no-store")], response).into_response()
}
