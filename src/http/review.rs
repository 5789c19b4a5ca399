//! Handlers of reviews: a whole game is judged ply by ply, as one answer or as server-sent events.
//!
//! Each ply is a separate batch job, so that the worker can run other jobs between two plies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use plyd_games::catalogue::Game;
use plyd_wire::{PreparedReview, ReviewReport, ReviewRequest, ReviewRun, SummaryReport};
use serde_json::value::{RawValue, to_raw_value};
use tracing::{Instrument, Span};

use super::error::Problem;
use super::extract::{Asked, Fields};
use super::limits::Permit;
use super::negotiation::{EVENT_STREAM, JSON, negotiate, negotiate_or_point};
use super::record;
use super::respond::{self, Made};
use super::reviews::Admitted;
use super::service::SharedService;
use super::{stream, trace};
use crate::pool::{Client, JobSpec, ShedReason};

/// A review may take this multiple of its estimated cost, including its waits, before it is given up.
const TIMES_COST: u64 = 2;

/// `POST …/review`.
pub(super) async fn review(asked: Asked) -> Result<Response, Problem> {
    let streams = format!("/v1/games/{}/review/stream", asked.game.id);
    negotiate_or_point(&asked.headers, JSON, EVENT_STREAM, &streams)?;
    let Asked { service, client, game, arrived, fields, .. } = asked;
    let made = whole(Reviewing::begin(service, client, game, fields, arrived, None).await?);
    Ok(made.await?.into_response())
}

/// The review of an item of a batch, which ends by `latest`.
pub(super) async fn of_item(
    service: &SharedService,
    client: Client,
    game: &'static Game,
    body: Bytes,
    latest: Instant,
) -> Result<String, Problem> {
    let (service, fields) = (Arc::clone(service), Fields::Body(body));
    let reviewing = Reviewing::begin(service, client, game, fields, Instant::now(), Some(latest));
    Ok(whole(reviewing.await?).await?.text)
}

/// Judges all plies, and makes one answer.
async fn whole(mut reviewing: Reviewing) -> Result<Made, Problem> {
    let mut plies = Vec::new();
    while let Some(ply) = reviewing.judge_next().await? {
        plies.push(ply);
    }
    // They were judged from the last one to the first.
    plies.reverse();
    reviewing.finish(move |summary| Made::json(&ReviewReport::new(plies, summary))).await
}

/// `POST …/review/stream`. The next ply is judged when the client has read the ones before it.
pub(super) async fn review_stream(asked: Asked) -> Result<Response, Problem> {
    negotiate(&asked.headers, EVENT_STREAM)?;
    let (permit, id, span) = (stream::permit(&asked)?, asked.id.clone(), Span::current());
    let Asked { service, client, game, arrived, fields, .. } = asked;
    let reviewing = Reviewing::begin(service, client, game, fields, arrived, None).await?;
    let events = try_unfold(Some(reviewing), move |reviewing| {
        let next = async {
            let Some(mut reviewing) = reviewing else { return Ok(None) };
            Ok(Some(match reviewing.judge_next().await? {
                Some(ply) => (stream::event("ply", ply.get()).into(), Some(reviewing)),
                None => {
                    let summary = reviewing.finish(|summary| respond::text(&summary)).await?;
                    (stream::event("summary", &summary).into(), None)
                }
            }))
        };
        next.instrument(span.clone())
    });
    Ok(stream::respond(events, id, permit))
}

/// An admitted review.
struct Reviewing {
    service: SharedService,
    admitted: Admitted,
    /// The review before it starts. It has no engine yet.
    prepared: Option<PreparedReview>,
    under_way: Option<Permit>,
    spec: JobSpec,
    cost_of_ply: Duration,
    /// The running review. `None` while a job has it.
    run: Option<Box<ReviewRun>>,
}

impl Reviewing {
    /// Reads the game and admits its review, which ends by `latest` if there is such a time.
    async fn begin(
        service: SharedService,
        client: Client,
        game: &'static Game,
        fields: Fields,
        arrived: Instant,
        latest: Option<Instant>,
    ) -> Result<Self, Problem> {
        let (reading, caps) = (service.short_time(), service.caps);
        // It may wait longer for that thread than a request for an immediate answer, but its work may not take longer.
        let due = arrived + Duration::from_millis(caps.max_time_ms);
        let spec = JobSpec { cost_class: record::cost_class(game, "review", fields.len()), client, ..due.into() };
        let prepared = service.short_jobs.run(spec, move |_, stop, _| {
            let due = Instant::now() + reading;
            fields.read::<ReviewRequest>(game)?.prepare(game, &caps, Some(due), stop)
        });
        let prepared = prepared.await??;
        let budget = Duration::from_millis(TIMES_COST * caps.max_review_ms);
        let deadline = latest.map_or(arrived + budget, |latest| latest.min(arrived + budget));
        let budget = deadline.saturating_duration_since(arrived);
        let admitted = service.reviews.admit(client, prepared.cost(), budget);
        let admitted = admitted.map_err(|retry_after| service.pool.refused(ShedReason::TooLate, retry_after))?;
        let spec = JobSpec { cost_class: prepared.cost_class, client, ..deadline.into() }.batch();
        let cost_of_ply = prepared.cost_of_ply;
        let (prepared, under_way, run) = (Some(prepared), None, None);
        Ok(Self { service, admitted, prepared, under_way, spec, cost_of_ply, run })
    }

    /// Judges the next ply; `None` if there are no more plies.
    async fn judge_next(&mut self) -> Result<Option<Box<RawValue>>, Problem> {
        if let Some(prepared) = self.prepared.take() {
            let cost = prepared.cost();
            let JobSpec { client, deadline, .. } = self.spec;
            let under_way = self.service.reviews.under_way.acquire_by(client, deadline.into()).await;
            let expired = || self.service.pool.refused(ShedReason::Expired, cost);
            self.under_way = Some(under_way.ok_or_else(expired)?);
            self.run = Some(Box::new(prepared.begin()));
        }
        let Some(mut run) = self.run.take_if(|run| run.left() > 0) else { return Ok(None) };
        let (metrics, ends) = (Arc::clone(&self.service.metrics), self.spec.deadline);
        let judged = self.service.pool.run(self.spec, move |_, stop, queued| {
            let span = trace::search_span();
            let judged = span.in_scope(|| run.judge_next(stop, Some(ends), queued));
            let review = run.prepared();
            let labels = [review.game().id, review.algorithm(), judged.stopped_by.name()];
            trace::searched(&span, &metrics, labels, judged.depth, judged.nodes);
            // Serialised on the worker too, because lines take time.
            let ply = to_raw_value(&run.report(judged)).expect("answers are plain data");
            (run, ply)
        });
        let (run, ply) = judged.await?;
        self.run = Some(run);
        self.admitted.done(self.cost_of_ply);
        Ok(Some(ply))
    }

    /// Looks for puzzles, if they are wanted, and makes the answer on the short-jobs thread.
    async fn finish<T: Send + 'static>(
        mut self,
        answer: impl FnOnce(SummaryReport) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(mut run) = self.run.take() else { return Err(Problem::internal()) };
        let (cost_of_puzzle, ends) = (run.prepared().cost_of_puzzle(), self.spec.deadline);
        while run.has_candidates() {
            let search = self.service.pool.run(self.spec, move |_, stop, queued| {
                run.find_puzzle(stop, Some(ends), queued);
                run
            });
            run = search.await?;
            self.admitted.done(cost_of_puzzle);
        }
        let writing = self.service.short_time();
        let summary = self.service.short_jobs.run(self.spec, move |_, stop, _| {
            let due = Instant::now() + writing;
            Ok::<_, Problem>(answer(run.summary(Some(due), stop)?))
        });
        summary.await?
    }
}
