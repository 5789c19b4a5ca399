//! The one handler of all operations: reads a request, and takes its answer from the cache or computes it.

use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};
use plyd_operations::{Form, Operation, Request, Step, class, is_scalar};
use plyd_search::{Engine, Stop};
use tracing::{Instrument, debug_span};

use super::extract::{GameRequest, SMALL};
use super::running::Running;
use crate::http::answers::error::{HandlerResult, ProblemResponse};
use crate::http::answers::negotiation::{EVENT_STREAM, negotiate, negotiate_or_point};
use crate::http::answers::respond::Representation;
use crate::http::state::result_cache::{CacheStatus, asks_anew};
use crate::http::state::service::SharedService;
use crate::pool::{JobSpec, Priority};
use crate::spans::TARGET;

/// The handlers of an operation. GET has its fields in the query.
pub(crate) fn handlers(operation: Operation, methods: &[&str]) -> MethodRouter<SharedService> {
    let answer = move |request: GameRequest| answer(operation, request);
    if methods.contains(&"GET") { get(answer).post(answer) } else { post(answer) }
}

/// `GET` and `POST /v1/games/{game}/…`.
async fn answer(operation: Operation, request: GameRequest) -> HandlerResult {
    let service = &request.service;
    if operation.has_parts() {
        let streams = format!("/v1/games/{}/{}/stream", request.game.id, operation.name());
        negotiate_or_point(&request.headers, operation.media_type(), EVENT_STREAM, &streams)?;
    } else {
        negotiate(&request.headers, operation.media_type())?;
    }
    let step = request.read(operation).await?;
    let cache_key = step.job().and_then(|job| job.canonical()).map(str::to_owned);
    // The table size is part of the tag, because answers of selective searches and of searches limited by nodes depend
    // on it.
    let of_table = |cache_key: &String| format!("{cache_key} {}", service.pool.table_results());
    let tag = cache_key.as_ref().and_then(|cache_key| request.tag(|| of_table(cache_key)));
    if let Some(unchanged) = tag.as_ref().and_then(|tag| tag.not_modified(&request.headers)) {
        return Ok(unchanged);
    }
    let asks_anew = asks_anew(&request.headers);
    let mut status = if asks_anew { CacheStatus::REQUEST } else { CacheStatus::MISSED };
    let mut reserved = None;
    let answer = match service.kept_result(cache_key.as_deref().filter(|_| !asks_anew)) {
        Some(kept) => {
            status = CacheStatus::HIT;
            Representation::new(operation.media_type(), kept.to_string())
        }
        None => {
            // Reserved first, so that nothing is computed that could not be sent.
            let bytes = step.cost().bytes;
            reserved = service.reserve(request.client, bytes).await?;
            let running =
                Running::admit(service, request.client, Priority::Interactive, step.cost(), request.arrived).await?;
            let (done, times) = running.finish(step).await?;
            Representation::of(operation, done).timed(times)
        }
    };
    if status == CacheStatus::MISSED && service.keep_result(cache_key.as_deref(), answer.is_repeatable, &answer.text) {
        status = CacheStatus::STORED;
    }
    let tag = tag.filter(|_| answer.is_repeatable);
    let mut response = answer.into_response();
    if let (Some(cache), Some(_)) = (&service.cache, cache_key) {
        cache.attach(status, &mut response);
    }
    if let Some(reserved) = reserved {
        response.extensions_mut().insert(reserved);
    }
    if operation == Operation::Tree(Form::Svg) {
        // Names in a picture come from the client, so the policy forbids scripts and loading.
        let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(match tag {
        Some(tag) => tag.attach(response),
        None => response,
    })
}

impl GameRequest {
    /// Reads the request: on this thread if it is small and has no text, list or object besides the state, otherwise on
    /// the short-jobs thread.
    ///
    /// Moves are not played on this thread: in a position with a thousand legal moves, refusing a few illegal ones
    /// takes milliseconds, and other connections would have to wait.
    pub(crate) async fn read(&self, operation: Operation) -> Result<Step, ProblemResponse> {
        let (service, game, json, bytes) = (&self.service, self.game, &self.json, self.json.len());
        let limits = service.limits(self.client, self.arrived);
        let span = debug_span!(target: TARGET, "read", bytes = bytes as i64);
        // Small requests are parsed here. Most malformed requests are small, so they are refused without using the
        // short-jobs thread.
        let parse = || Request::parse(operation, json);
        let parsed = if bytes <= SMALL { Some(span.in_scope(parse)?) } else { None };
        let parsed = match parsed {
            Some(parsed) if !operation.is_of_a_game() && is_scalar(json) => {
                return Ok(span.in_scope(|| parsed.read(game, &limits, &Stop::default()))?);
            }
            parsed => parsed,
        };
        // Requests that read or write a record have the time limit of short jobs, waiting included. All others may take
        // as long as the cap on time allows.
        let time = match operation {
            Operation::ReadRecord | Operation::WriteRecord => service.short_time(),
            _ => Duration::from_millis(service.caps.max_time_ms),
        };
        // Reading a whole game takes a time that depends on the game and on the size. For all other requests, only the
        // size matters.
        let of_game = operation.is_of_a_game().then_some((game.id, operation.name()));
        let cost_class = class((of_game, bytes.max(1).ilog2()));
        let spec = JobSpec { cost_class, client: self.client, ..(self.arrived + time).into() };
        let json = json.clone();
        let read = move |_: &mut Engine, stop: &Stop, _| {
            let parsed = parsed.map_or_else(|| Request::parse(operation, &json), Ok)?;
            parsed.read(game, &limits, stop)
        };
        Ok(service.short_jobs.run(spec, read).instrument(span).await??)
    }
}
