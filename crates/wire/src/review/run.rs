//! A review under way: the plies are judged from the end of the game to its beginning, by one warm engine.

use std::time::{Duration, Instant};

use plyd_games::catalogue::Question;
use plyd_games::review::{Judgement, Summary};
use plyd_search::position::Side;
use plyd_search::{Engine, Limits, Stop, StoppedBy};

use super::request::PreparedReview;

/// Bytes of the table of a review's engine. It has the results of about twenty plies at the default limits; those of
/// the next ply serve most.
const TABLE_BYTES: usize = 16 << 20;

/// Bytes of the histories of any game.
const HISTORIES: usize = 4 << 20;

/// A review under way. It owns its engine: the searches of one review are one question, so what others search meanwhile
/// must not change its answer.
pub struct ReviewRun {
    pub(super) prepared: PreparedReview,
    engine: Engine,
    /// The plies that are left end here.
    left: usize,
    pub(super) totals: Totals,
}

/// Counts over all judged plies.
#[derive(Default)]
pub(super) struct Totals {
    /// Ply, side and loss of each measured move.
    pub(super) measured: Vec<(usize, Side, f64)>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) queued: Duration,
    pub(super) is_cut_by_time: bool,
}

impl PreparedReview {
    /// Begins the review, with an engine of its own.
    #[must_use]
    pub fn begin(self) -> ReviewRun {
        ReviewRun::new(self)
    }
}

impl ReviewRun {
    /// The most memory that a review takes beside its game and its answer, in bytes.
    pub const MEMORY: usize = TABLE_BYTES + TABLE_BYTES / 16 + HISTORIES;

    pub(super) fn new(prepared: PreparedReview) -> Self {
        let left = prepared.plies.end;
        Self { engine: Engine::new(TABLE_BYTES).keeping_all(), left, prepared, totals: Totals::default() }
    }

    /// The plies that are not judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left - self.prepared.plies.start
    }

    /// Judges the next ply by a search that ends at `latest` at the latest. Work for a worker; `queued` is the time that
    /// it waited for it.
    ///
    /// # Panics
    /// If no ply is left.
    pub fn judge_next(&mut self, stop: &Stop, latest: Option<Instant>, queued: Duration) -> Judgement {
        self.left -= 1;
        let PreparedReview { review, question, time_of_ply, .. } = &self.prepared;
        let own = Instant::now() + *time_of_ply;
        let deadline = Some(latest.map_or(own, |latest| own.min(latest)));
        let question = Question { limits: Limits { deadline, ..question.limits }, ..question.clone() };
        let judged = review.judge(self.left, &question, &mut self.engine, stop);
        let totals = &mut self.totals;
        if let Some(measure) = &judged.measure {
            totals.measured.push((judged.ply, review.moves()[judged.ply].side, measure.loss));
        }
        totals.nodes += judged.nodes;
        totals.elapsed += judged.elapsed;
        totals.queued += queued;
        totals.is_cut_by_time |= judged.stopped_by == StoppedBy::Time;
        judged
    }

    /// The game and its moves.
    #[must_use]
    pub const fn prepared(&self) -> &PreparedReview {
        &self.prepared
    }

    /// The judged plies in a few numbers.
    #[must_use]
    pub fn sum_up(&self) -> Summary {
        Summary::of(&self.totals.measured)
    }
}
