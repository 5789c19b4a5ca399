//! Handlers of reviews: a whole game judged, ply by ply, as one answer or as server-sent events.
//!
//! Each ply is a batch job of its own, so that between two plies the worker is anybody's.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;
use tracing::Instrument;

use super::error::Problem;
use super::extract::{JsonBody, PathGame};
use super::negotiation::{negotiate, negotiate_or_point};
use super::record;
use super::request_id::Id;
use super::respond::{self, Made};
use super::search::due_soon;
use super::service::SharedService;
use super::stream::{self, Events};
use super::trace;
use crate::catalogue::Game;
use crate::pool::{Client, JobSpec, LongJob, Place};
use crate::wire::{ReviewReport, ReviewRequest, ReviewRun, from_json};

const JSON: &str = "application/json";

/// A review is given up after this multiple of its largest cost, waiting included.
const TIMES_COST: u64 = 2;

/// `POST …/review`.
pub(super) async fn review(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let streams = format!("/v1/games/{}/review/stream", game.id);
    negotiate_or_point(&headers, JSON, stream::MEDIA_TYPE, &streams)?;
    let mut reviewing = Reviewing::begin(service, client, game, body).await?;
    let mut plies = Vec::new();
    while let Some(ply) = reviewing.judge_next().await? {
        plies.push(ply);
    }
    // They were judged from the end to the beginning.
    plies.reverse();
    let made = reviewing.finish(move |run| Made::json(&ReviewReport::new(plies, run.summary())));
    Ok(made.await?.into_response())
}

/// `POST …/review/stream`.
pub(super) async fn review_stream(
    State(service): State<SharedService>,
    client: Client,
    PathGame(game): PathGame,
    id: Id,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    negotiate(&headers, stream::MEDIA_TYPE)?;
    let permit = service.streams.try_acquire(client).ok_or_else(Problem::too_many_streams)?;
    let mut reviewing = Reviewing::begin(service, client, game, body).await?;
    let (sender, progress) = mpsc::unbounded_channel();
    let events = Events::default();
    // A task of its own, since the body is polled only while its client reads.
    let task = async move {
        while let Some(ply) = reviewing.judge_next().await? {
            // Fails if the client has gone; then this task is stopped.
            let _ = sender.send(events.wait("ply", ply.get()).await);
        }
        let summary = reviewing.finish(|run| respond::text(&run.summary())).await?;
        Ok(stream::event("summary", &summary).into())
    };
    let task = tokio::spawn(task.in_current_span());
    Ok(stream::respond(progress, stream::Task::new(task), id, permit))
}

/// An admitted review.
struct Reviewing {
    service: SharedService,
    job: LongJob,
    _place: Place,
    spec: JobSpec,
    cost_of_ply: Duration,
    /// Always there between two calls.
    run: Option<Box<ReviewRun>>,
}

impl Reviewing {
    /// Reads the game and admits its review.
    async fn begin(service: SharedService, client: Client, game: &'static Game, body: Bytes) -> Result<Self, Problem> {
        let (arrived, caps) = (Instant::now(), service.caps);
        // It may wait longer for that thread than an answer that is wanted at once, but takes no more of its time.
        let due = arrived + Duration::from_millis(caps.max_time_ms);
        let spec = JobSpec { cost_class: record::cost_class(game, "review", body.len()), client, ..due.into() };
        let reading = due_soon(&service, arrived) - arrived;
        let prepared = service.short_jobs.run(spec, move |_, stop, _| {
            let due = Instant::now() + reading;
            from_json::<ReviewRequest>(&body)?.prepare(game, &caps, Some(due), stop)
        });
        let prepared = prepared.await??;
        let budget = Duration::from_millis(TIMES_COST * caps.max_review_ms);
        let deadline = arrived + budget;
        let job = service.reviews.admit(client, prepared.cost(), budget)?;
        let place = job.place(deadline).await?;
        let spec = JobSpec { cost_class: prepared.cost_class, client, ..deadline.into() };
        let cost_of_ply = prepared.cost_of_ply;
        let run = Some(Box::new(prepared.begin()));
        Ok(Self { service, job, _place: place, spec, cost_of_ply, run })
    }

    /// Judges the next ply; `None` if there is none left.
    async fn judge_next(&mut self) -> Result<Option<Box<RawValue>>, Problem> {
        let Some(mut run) = self.run.take_if(|run| run.left() > 0) else { return Ok(None) };
        let (metrics, ends) = (Arc::clone(&self.service.metrics), self.spec.deadline);
        let judged = self.service.pool.run_batch(self.spec, move |_, stop, queued| {
            let span = trace::search_span();
            let judged = span.in_scope(|| run.judge_next(stop, Some(ends), queued));
            let review = run.prepared();
            metrics.judged(review, &judged);
            let (game, stopped_by) = (review.game().id, judged.stopped_by.name());
            trace::record_search(&span, game, review.algorithm(), judged.depth, judged.nodes, stopped_by);
            // Serialised on the worker too: lines take time.
            let ply = to_raw_value(&run.report(judged)).expect("answers are plain data");
            (run, ply)
        });
        let (run, ply) = judged.await?;
        self.run = Some(run);
        self.job.done(self.cost_of_ply);
        Ok(Some(ply))
    }

    /// Makes the answer, on the short-jobs pool.
    async fn finish<T: Send + 'static>(
        mut self,
        answer: impl FnOnce(&ReviewRun) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(run) = self.run.take() else { return Err(Problem::internal()) };
        Ok(self.service.short_jobs.run_batch(self.spec, move |_, _, _| answer(&run)).await?)
    }
}
