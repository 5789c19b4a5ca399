//! Handlers for records, which are whole games to read or to write.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use axum::response::{IntoResponse, Response};
use plyd_games::catalogue::Game;
use plyd_search::Stop;
use plyd_wire::{NoRecord, RecordRequest, RecordWriteRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Problem;
use super::extract::Asked;
use super::negotiation::{JSON, negotiate};
use super::respond::Made;
use crate::pool::JobSpec;

/// `POST …/record`.
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    let read = |request: RecordRequest, game, due, stop: &Stop| request.read(game, Some(due), stop);
    answer(asked, "read", read).await
}

/// `POST …/record/write`.
pub(super) async fn write(asked: Asked) -> Result<Response, Problem> {
    let write = |request: RecordWriteRequest, game, due, stop: &Stop| request.write(game, Some(due), stop);
    answer(asked, "write", write).await
}

/// Does the work on the short-jobs thread whatever its size, because a short record can contain many moves.
async fn answer<R: DeserializeOwned, T: Serialize>(
    asked: Asked,
    operation: &'static str,
    work: impl FnOnce(R, &'static Game, Instant, &Stop) -> Result<T, NoRecord> + Send + 'static,
) -> Result<Response, Problem> {
    let Asked { game, client, .. } = asked;
    let due = asked.due_soon();
    negotiate(&asked.headers, JSON)?;
    let spec = JobSpec { cost_class: cost_class(game, operation, asked.fields.len()), client, ..due.into() };
    let fields = asked.fields;
    let made = asked
        .service
        .short_jobs
        .run(spec, move |_, stop, _| Ok::<_, Problem>(Made::json(&work(fields.read(game)?, game, due, stop)?)));
    Ok(made.await??.into_response())
}

/// A cost class for each game, operation and power of two in size.
pub(super) fn cost_class(game: &Game, operation: &str, bytes: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.id, "record", operation, bytes.max(1).ilog2()).hash(&mut hasher);
    hasher.finish()
}
