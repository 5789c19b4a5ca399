//! The tree that a search walked, asked by body or by query.

use std::time::Instant;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::accept::negotiate;
use super::caching::Tag;
use super::error::Problem;
use super::extract::{InPath, JsonBody};
use super::{Service, SharedService, respond};
use crate::catalogue::Game;
use crate::pool::Terms;
use crate::wire::{NoTree, PreparedTree, Refusal, TreeRequest, from_json, from_query};

const JSON: &str = "application/json";

/// `POST …/tree`.
pub(super) async fn by_body(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let (ready, _) = prepare(&service, game, &headers, body.len(), move || from_json(&body)).await?;
    walk(&service, ready).await
}

/// `GET …/tree`.
pub(super) async fn by_query(
    State(service): State<SharedService>,
    InPath(game): InPath,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let query = query.unwrap_or_default();
    let (ready, tag) = prepare(&service, game, &headers, query.len(), move || from_query(game, &query)).await?;
    if tag.is_held(&headers) {
        return Ok(tag.not_modified());
    }
    Ok(tag.mark(walk(&service, ready).await?))
}

async fn prepare(
    service: &Service,
    game: &'static Game,
    headers: &HeaderMap,
    bytes: usize,
    reader: impl FnOnce() -> Result<TreeRequest, Refusal> + Send + 'static,
) -> Result<(PreparedTree, Tag), Problem> {
    let (arrived, caps) = (Instant::now(), service.caps);
    negotiate(headers, JSON)?;
    let read = service.read(bytes, arrived, move || {
        let ready = reader()?.prepare(game, &caps, arrived)?;
        let tag = Tag::of(&ready.canonical);
        Ok((ready, tag))
    });
    read.await
}

/// Walks the tree and writes it, on a worker.
async fn walk(service: &Service, ready: PreparedTree) -> Result<Response, Problem> {
    let terms = Terms { deadline: ready.deadline, cost_class: ready.cost_class };
    let answer = service.pool.run(terms, move |_, stop, queued| {
        let started = Instant::now();
        let response = respond::json(&ready.report(ready.walk(stop)?));
        Ok::<_, NoTree>(respond::timed(response, queued, started.elapsed()))
    });
    answer.await?.map_err(Problem::from)
}

impl From<NoTree> for Problem {
    fn from(none: NoTree) -> Self {
        match none {
            NoTree::TooLarge(refusal) => refusal.into(),
            NoTree::Unfinished => Self::unfinished(),
        }
    }
}
