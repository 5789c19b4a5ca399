//! Handlers of the index, the list of games, one game, and the contract.

use axum::extract::State;
use axum::http::HeaderMap;
use plyd_wire::{GameReport, ServerFacts, index as report};

use super::extract::PathGame;
use crate::http::answers::error::HandlerResult;
use crate::http::answers::negotiation::{JSON, negotiate};
use crate::http::answers::respond;
use crate::http::state::service::SharedService;

/// `GET /v1`: version, caps, links. Not cached, because the caps depend on the server's options.
pub(crate) async fn index(State(service): State<SharedService>, headers: HeaderMap) -> HandlerResult {
    negotiate(&headers, JSON)?;
    let facts = ServerFacts { max_body_bytes: service.max_body_bytes, table_results: service.pool.table_results() };
    Ok(respond::json(&report(service.catalogue, &service.caps, facts)))
}

/// `GET /v1/games`.
pub(crate) async fn list(State(service): State<SharedService>, headers: HeaderMap) -> HandlerResult {
    service.games.answer(&headers)
}

/// `GET /v1/games/{game}`.
pub(crate) async fn describe(PathGame(game): PathGame, headers: HeaderMap) -> HandlerResult {
    negotiate(&headers, JSON)?;
    Ok(respond::page(&headers, &GameReport::new(game)))
}

/// `GET /openapi.yaml`.
pub(crate) async fn contract_yaml(State(service): State<SharedService>, headers: HeaderMap) -> HandlerResult {
    service.contract.yaml.answer(&headers)
}

/// `GET /openapi.json`.
pub(crate) async fn contract_json(State(service): State<SharedService>, headers: HeaderMap) -> HandlerResult {
    service.contract.json.answer(&headers)
}
