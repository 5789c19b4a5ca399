//! A running review. One warm engine judges the plies from the end of the game to its beginning.

use std::time::Duration;

use plyd_games::catalogue::Question;
use plyd_games::review::{Judgement, Summary};
use plyd_search::position::Side;
use plyd_search::{Engine, Instant, Limits, Stop, StoppedBy};

use super::request::PreparedReview;

/// Bytes of the engine's table. At the default limits, it holds the results of about twenty plies, of which those of
/// the next ply are the most useful.
const TABLE_BYTES: usize = 16 << 20;

/// Bytes of move histories, enough for any game.
const HISTORIES: usize = 4 << 20;

/// A running review. It owns its engine, because searches of other requests must not change its answer.
pub struct ReviewRun {
    pub(super) prepared: PreparedReview,
    engine: Engine,
    /// The index after the last ply that is left.
    left: usize,
    pub(super) totals: Totals,
}

/// Counts over all judged plies.
#[derive(Default)]
pub(super) struct Totals {
    /// Ply, side and loss of each judged move.
    pub(super) measured: Vec<(usize, Side, f64)>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) queued: Duration,
    pub(super) is_cut_by_time: bool,
}

impl PreparedReview {
    /// Begins the review, with its own engine.
    #[must_use]
    pub fn begin(self) -> ReviewRun {
        ReviewRun::new(self)
    }
}

impl ReviewRun {
    /// How much memory a review takes in addition to its game and its answer, in bytes.
    pub const MEMORY: usize = TABLE_BYTES + TABLE_BYTES / 16 + HISTORIES;

    pub(super) fn new(prepared: PreparedReview) -> Self {
        let left = prepared.plies.end;
        Self { engine: Engine::new(TABLE_BYTES).keeping_all(), left, prepared, totals: Totals::default() }
    }

    /// The plies that have not been judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left - self.prepared.plies.start
    }

    /// Judges the next ply by a search that ends at `latest` or sooner. This is work for a worker; `queued` is the time
    /// that the ply waited for it.
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

    /// The summary of the judged plies.
    #[must_use]
    pub fn sum_up(&self) -> Summary {
        Summary::of(&self.totals.measured)
    }
}
