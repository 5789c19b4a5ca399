//! Requests that are being answered, step by step, in the pools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plyd_operations::{Cost, Done, Job, Part, Parts, Place, Searched, Step, Turn};
use plyd_search::{Engine, Stop};
use plyd_wire::Problem;
use tracing::field::Empty;
use tracing::{Span, info_span};

use crate::http::state::metrics::Metrics;
use crate::http::state::reviews::Admission;
use crate::http::state::service::SharedService;
use crate::pool::{Client, JobHandle, JobSpec, PoolError, Priority};
use crate::spans::TARGET;

/// A request that was read and admitted, while its steps are done.
pub(crate) struct Running {
    service: SharedService,
    client: Client,
    priority: Priority,
    /// A review's place among all reviews. A running step owns the place, so that a review whose client has left keeps
    /// it until that step ends.
    admitted: Option<Admission>,
    /// How long the last search waited, and how long it took.
    times: Option<[Duration; 2]>,
}

/// A step that is being done.
pub(crate) type Stepping = JobHandle<Stepped>;

/// The outcome of a step; how long its search waited and ran, if it had one; and the place among all reviews.
type Stepped = Result<(Step, Option<[Duration; 2]>, Option<Admission>), Problem>;

/// Receives the parts of a step.
pub(crate) type OnPart = Box<dyn FnMut(Part) + Send>;

impl Running {
    /// Admits a request that arrived at `arrived` and still needs `cost`. If too many reviews are running, a review in
    /// a batch waits until one of them ends. Few items of a batch are in flight, so few wait.
    ///
    /// # Errors
    /// If there are too many reviews, or the earlier ones leave too little time.
    pub(crate) async fn admit(
        service: &SharedService,
        client: Client,
        priority: Priority,
        cost: Cost,
        arrived: Instant,
    ) -> Result<Self, PoolError> {
        let admitted = match (cost.left, cost.deadline) {
            (Some(left), Some(deadline)) => {
                let admitted = match priority {
                    Priority::Interactive => {
                        let budget = deadline.saturating_duration_since(arrived);
                        service.reviews.admit(client, left, budget)
                    }
                    Priority::Batch => service.reviews.admit_in_turn(client, left, deadline).await,
                };
                Some(admitted.map_err(|(reason, retry_after)| service.pool.refused(reason, retry_after))?)
            }
            _ => None,
        };
        // Its steps are parts of a larger request.
        let priority = if admitted.is_some() { Priority::Batch } else { priority };
        Ok(Self { service: Arc::clone(service), client, priority, admitted, times: None })
    }

    /// Does all that is left after this step. Returns the answer, and how long the last search waited and took.
    pub(crate) async fn finish(mut self, mut step: Step) -> Result<(Done, Option<[Duration; 2]>), Problem> {
        loop {
            match step {
                Step::Done(done) => return Ok((done, self.times)),
                Step::Again(job, _) => {
                    let stepping = self.submit(job, None)?;
                    step = self.stepped(stepping.await)?;
                }
            }
        }
    }

    /// Begins the next step.
    pub(crate) fn submit(&mut self, job: Box<dyn Job>, mut parts: Option<OnPart>) -> Result<Stepping, PoolError> {
        let (cost, service) = (job.cost(), &self.service);
        let due = cost.deadline.unwrap_or_else(|| Instant::now() + service.short_time());
        let spec = JobSpec {
            begin_by: cost.begin_by.unwrap_or(due),
            cost_class: cost.class,
            trail: cost.trail,
            client: self.client,
            priority: self.priority,
            ..due.into()
        };
        let pool = match cost.place {
            Place::Short => &service.short_jobs,
            Place::Search => &service.pool,
        };
        let (metrics, admitted) = (Arc::clone(&service.metrics), self.admitted.take());
        pool.submit(spec, move |engine: &mut Engine, stop: &Stop, queued| {
            let on_part = parts.as_mut().map(|parts| &mut **parts as &mut dyn FnMut(Part));
            let (step, times) = run(job, (engine, stop, queued), &metrics, on_part)?;
            if let Some(admitted) = &admitted {
                admitted.left(step.cost().left.unwrap_or_default());
            }
            Ok((step, times, admitted))
        })
    }

    /// Stores the times and the place that a finished step returns. Returns what is left to do.
    pub(crate) fn stepped(&mut self, stepped: Result<Stepped, PoolError>) -> Result<Step, Problem> {
        let (step, times, admitted) = stepped??;
        (self.times, self.admitted) = (times, admitted);
        Ok(step)
    }
}

/// Does a step on a thread of a pool. Searches have a span, and are counted.
pub(crate) fn run(
    job: Box<dyn Job>,
    (engine, stop, queued): (&mut Engine, &Stop, Duration),
    metrics: &Metrics,
    parts: Parts<'_>,
) -> Result<(Step, Option<[Duration; 2]>), Problem> {
    let turn = Turn { engine, stop, queued };
    if job.cost().place == Place::Short {
        return Ok((job.run(turn, parts)?, None));
    }
    let (span, started) = (search_span(), Instant::now());
    let step = span.in_scope(|| job.run(turn, parts))?;
    if let Some(searched) = step.searched() {
        count_search(&span, metrics, searched);
    }
    Ok((step, Some([queued, started.elapsed()])))
}

/// The span of a search. Its attributes are recorded when the search ends.
fn search_span() -> Span {
    info_span!(
        target: TARGET,
        "search",
        game = Empty,
        algorithm = Empty,
        depth = Empty,
        nodes = Empty,
        stopped_by = Empty,
    )
}

/// Counts a search, and records its facts in its span.
fn count_search(span: &Span, metrics: &Metrics, searched: &Searched) {
    let Searched { game, algorithm, stopped_by, depth, nodes } = *searched;
    metrics.searched(game, algorithm, stopped_by, nodes);
    if !span.is_disabled() {
        span.record("game", game).record("algorithm", algorithm).record("stopped_by", stopped_by);
        span.record("depth", i64::from(depth)).record("nodes", nodes as i64);
    }
}
