//! Handlers of reviews: a whole game is judged ply by ply, as one answer or as server-sent events.
//!
//! Each ply is a separate batch job, so that the worker can run other jobs between two plies.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use plyd_games::catalogue::Game;
use plyd_wire::{OutOfMemory, PreparedReview, ReviewReport, ReviewRequest, ReviewRun, SummaryReport};
use serde_json::value::{RawValue, to_raw_value};
use tracing::{Instrument, Span};

use super::error::{Code, Problem};
use super::extract::{Asked, Fields};
use super::negotiation::{EVENT_STREAM, JSON, negotiate, negotiate_or_point};
use super::record;
use super::respond::{self, Made};
use super::reviews::Admitted;
use super::service::SharedService;
use super::{stream, trace};
use crate::pool::{Client, JobSpec};

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
    spec: JobSpec,
    /// `None` while a job has it. If the client leaves meanwhile, the review counts as admitted until that job ends.
    running: Option<Box<Running>>,
}

/// What the jobs of a review pass on.
struct Running {
    run: ReviewRun,
    admitted: Admitted,
}

impl Reviewing {
    /// Reads the game and admits its review. The review of an item of a batch ends by `latest`.
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
        let prepared: PreparedReview = prepared.await??;
        let budget = Duration::from_millis(TIMES_COST * caps.max_review_ms);
        let deadline = latest.map_or(arrived + budget, |latest| latest.min(arrived + budget));
        let admitted = match latest {
            None => service.reviews.admit(client, prepared.cost(), budget),
            Some(_) => service.reviews.admit_in_turn(client, prepared.cost(), deadline).await,
        };
        let admitted = admitted.map_err(|(reason, retry_after)| service.pool.refused(reason, retry_after))?;
        let spec = JobSpec { cost_class: prepared.cost_class, client, ..deadline.into() }.batch();
        let running = Some(Box::new(Running { run: prepared.begin(), admitted }));
        Ok(Self { service, spec, running })
    }

    /// Judges the next ply; `None` if there are no more plies.
    async fn judge_next(&mut self) -> Result<Option<Box<RawValue>>, Problem> {
        let Some(mut running) = self.running.take_if(|running| running.run.left() > 0) else { return Ok(None) };
        let (metrics, ends) = (Arc::clone(&self.service.metrics), self.spec.deadline);
        let judged = self.service.pool.run(self.spec, move |_, stop, queued| {
            let Running { run, admitted } = &mut *running;
            let no_memory =
                || Problem::new(Code::Overloaded, "there is no memory for this review; nothing was searched");
            run.make_engine().map_err(|OutOfMemory| no_memory())?;
            let span = trace::search_span();
            let judged = span.in_scope(|| run.judge_next(stop, Some(ends), queued));
            let review = run.prepared();
            let labels = [review.game().id, review.algorithm(), judged.stopped_by.name()];
            trace::searched(&span, &metrics, labels, judged.depth, judged.nodes);
            admitted.done(review.cost_of_ply);
            // Serialised on the worker too, because lines take time.
            let ply = to_raw_value(&run.report(judged)).expect("answers are plain data");
            Ok::<_, Problem>((running, ply))
        });
        let (running, ply) = judged.await??;
        self.running = Some(running);
        Ok(Some(ply))
    }

    /// Looks for puzzles, if they are wanted, and makes the answer on the short-jobs thread.
    async fn finish<T: Send + 'static>(
        self,
        answer: impl FnOnce(SummaryReport) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(mut running) = self.running else { return Err(Problem::internal()) };
        let ends = self.spec.deadline;
        while running.run.has_candidates() {
            let search = self.service.pool.run(self.spec, move |_, stop, queued| {
                let Running { run, admitted } = &mut *running;
                run.find_puzzle(stop, Some(ends), queued);
                admitted.done(run.prepared().cost_of_puzzle());
                running
            });
            running = search.await?;
        }
        let writing = self.service.short_time();
        let summary = self.service.short_jobs.run(self.spec, move |_, stop, _| {
            let due = Instant::now() + writing;
            Ok::<_, Problem>(answer(running.run.summary(Some(due), stop)?))
        });
        summary.await?
    }
}
