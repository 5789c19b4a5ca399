//! Handlers of the index, the list of games, and one game.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::error::Problem;
use super::extract::PathGame;
use super::negotiation::negotiate;
use super::respond;
use super::service::SharedService;
use crate::wire::{GameList, GameReport, ServerFacts, index as report};

const JSON: &str = "application/json";

/// `GET /v1`: version, caps, links. Not cached, since the caps depend on the server's options.
pub(super) async fn index(State(service): State<SharedService>, headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, JSON)?;
    let facts = ServerFacts { max_body_bytes: service.max_body_bytes, table_results: service.pool.table_results() };
    Ok(respond::json(&report(service.catalogue, &service.caps, facts)))
}

/// `GET /v1/games`.
pub(super) async fn list(State(service): State<SharedService>, headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, JSON)?;
    Ok(respond::page(&headers, &GameList::new(service.catalogue)))
}

/// `GET /v1/games/{game}`.
pub(super) async fn describe(PathGame(game): PathGame, headers: HeaderMap) -> Result<Response, Problem> {
    negotiate(&headers, JSON)?;
    Ok(respond::page(&headers, &GameReport::new(game)))
}
