//! Handlers of records: whole games read and written.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::error::Problem;
use super::extract::{JsonBody, PathGame};
use super::negotiation::negotiate;
use super::respond::Made;
use super::search::due_soon;
use super::service::{Service, SharedService};
use crate::catalogue::Game;
use crate::pool::{Client, JobSpec};
use crate::search::Stop;
use crate::wire::{NoRecord, RecordRequest, RecordWriteRequest, from_json};

const JSON: &str = "application/json";

/// `POST …/record`.
pub(super) async fn read(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    answer(&service, client, game, &headers, "read", body.len(), move |due, stop| {
        from_json::<RecordRequest>(&body)?.read(game, Some(due), stop)
    })
    .await
}

/// `POST …/record/write`.
pub(super) async fn write(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    answer(&service, client, game, &headers, "write", body.len(), move |due, stop| {
        from_json::<RecordWriteRequest>(&body)?.write(game, Some(due), stop)
    })
    .await
}

/// Does the work on the short-jobs pool, whatever the size: a short record can hold many moves.
async fn answer<T: Serialize>(
    service: &Service,
    client: Client,
    game: &'static Game,
    headers: &HeaderMap,
    operation: &'static str,
    bytes: usize,
    work: impl FnOnce(Instant, &Stop) -> Result<T, NoRecord> + Send + 'static,
) -> Result<Response, Problem> {
    let due = due_soon(service, Instant::now());
    negotiate(headers, JSON)?;
    let spec = JobSpec { cost_class: cost_class(game, operation, bytes), client, ..due.into() };
    let made = service.short_jobs.run(spec, move |_, stop, _| Ok::<_, Problem>(Made::json(&work(due, stop)?)));
    Ok(made.await??.into_response())
}

/// A class for each game, operation and power of two in size.
pub(super) fn cost_class(game: &Game, operation: &str, bytes: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.id, "record", operation, bytes.max(1).ilog2()).hash(&mut hasher);
    hasher.finish()
}

impl From<NoRecord> for Problem {
    fn from(none: NoRecord) -> Self {
        match none {
            NoRecord::Refused(refusal) => refusal.into(),
            NoRecord::Stopped => Self::out_of_time(),
        }
    }
}
