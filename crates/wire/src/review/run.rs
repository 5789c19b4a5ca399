//! A running review. One warm engine judges the plies from the end of the game to its beginning.

use std::hint::black_box;
use std::time::Duration;

use plyd_games::catalogue::Question;
use plyd_games::record::Draft;
use plyd_games::review::{Judged, Judgement, PUZZLE_NODES, Puzzle, Summary};
use plyd_search::{Engine, Instant, Limits, Stop, StoppedBy, Table};
use serde_json::value::{RawValue, to_raw_value};

use super::request::{PreparedReview, Source};
use crate::record::NoRecord;

/// Bytes of the engine's table, which has room for 131,072 results. At the default limit, a ply of chess stores 50,000
/// at most. In games with cheaper nodes, a ply may overwrite results of its own.
const TABLE_BYTES: usize = 2 << 20;

/// Bytes of move histories, enough for any game.
const HISTORIES: usize = 2 << 20;

/// Bytes that have to be left when a review gets its table: for its histories, and for those of another search. Without
/// memory for these the process would end, so reviews must not take the last.
const LEFT_FREE: usize = 2 * HISTORIES;

/// A running review. It owns its engine, because searches of other requests must not change its answer.
pub struct ReviewRun {
    pub(super) prepared: PreparedReview,
    /// Made for the first search, so that a review that waits for a worker has no table yet.
    engine: Option<Engine>,
    /// The index after the last ply that is left.
    left: usize,
    pub(super) totals: Totals,
    /// The judged plies, for the annotated record.
    judged: Vec<Judgement>,
    /// The mistakes that may still give a puzzle, the smallest first. There are none before all plies are judged.
    candidates: Vec<usize>,
    pub(super) puzzles: Vec<Puzzle>,
}

/// The system has no memory for a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Counts over all judged plies.
#[derive(Default)]
pub(super) struct Totals {
    /// Each judged move.
    pub(super) measured: Vec<Judged>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) queued: Duration,
    pub(super) is_cut_by_time: bool,
}

impl PreparedReview {
    /// Begins the review. It takes no more memory before its first ply is judged.
    #[must_use]
    pub fn begin(self) -> ReviewRun {
        ReviewRun::new(self)
    }
}

impl ReviewRun {
    /// How much memory a review takes from its first ply on, in addition to its game and its answer, in bytes.
    pub const MEMORY: usize = TABLE_BYTES + TABLE_BYTES / 16 + HISTORIES;

    pub(super) fn new(prepared: PreparedReview) -> Self {
        let left = prepared.plies.end;
        Self {
            engine: None,
            left,
            prepared,
            totals: Totals::default(),
            judged: Vec::new(),
            candidates: Vec::new(),
            puzzles: Vec::new(),
        }
    }

    /// The plies that have not been judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left - self.prepared.plies.start
    }

    /// Makes the engine, if there is none yet. This is work for a worker.
    ///
    /// # Errors
    /// If the system has no memory for it, or would have too little left.
    pub fn make_engine(&mut self) -> Result<(), OutOfMemory> {
        if self.engine.is_none() {
            let mut left_free = Vec::<u8>::new();
            left_free.try_reserve_exact(LEFT_FREE).map_err(|_| OutOfMemory)?;
            let table = Table::try_new(TABLE_BYTES).ok_or(OutOfMemory)?;
            // Otherwise the compiler might leave out the allocation, which nobody uses.
            drop(black_box(left_free));
            self.engine = Some(Engine::of_one_question(table));
        }
        Ok(())
    }

    /// Judges the next ply by a search that ends at `latest` or sooner. This is work for a worker; `queued` is the time
    /// that the ply waited for it.
    ///
    /// # Panics
    /// If no ply is left, or if there is no engine yet and no memory for one.
    pub fn judge_next(&mut self, stop: &Stop, latest: Option<Instant>, queued: Duration) -> Judgement {
        self.make_engine().expect("there is memory");
        self.left -= 1;
        let question = self.question(1, latest);
        let PreparedReview { review, puzzles, .. } = &self.prepared;
        let engine = self.engine.as_mut().expect("it was made");
        let judged = review.judge(self.left, &question, engine, stop);
        let totals = &mut self.totals;
        if let Some(measure) = &judged.measure {
            let side = review.moves()[judged.ply].side;
            totals.measured.push(Judged { ply: judged.ply, side, loss: measure.loss, verdict: measure.verdict });
        }
        totals.nodes += judged.nodes;
        totals.elapsed += judged.elapsed;
        totals.queued += queued;
        totals.is_cut_by_time |= judged.stopped_by == StoppedBy::Time;
        if self.prepared.annotated.is_some() {
            self.judged.push(judged.clone());
        }
        if *puzzles && self.left == self.prepared.plies.start {
            self.candidates = review.puzzle_candidates(&totals.measured);
            self.candidates.reverse();
        }
        judged
    }

    /// The question about a ply, within as much time as so many plies have, until `latest` or sooner.
    fn question(&self, plies: u32, latest: Option<Instant>) -> Question {
        let PreparedReview { question, time_of_ply, .. } = &self.prepared;
        let own = Instant::now() + *time_of_ply * plies;
        let deadline = Some(latest.map_or(own, |latest| own.min(latest)));
        Question { limits: Limits { deadline, ..question.limits }, ..question.clone() }
    }

    /// Whether there is another mistake to look for a puzzle after. Only once all plies are judged.
    #[must_use]
    pub const fn has_candidates(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// Looks for a puzzle after the next mistake, by a search of four times the nodes of a ply that ends at `latest` or
    /// sooner. This is work for a worker. Does nothing if there are no [candidates](Self::has_candidates) left.
    pub fn find_puzzle(&mut self, stop: &Stop, latest: Option<Instant>, queued: Duration) {
        let (started, question) = (Instant::now(), self.question(PUZZLE_NODES as u32, latest));
        let (Some(ply), Some(engine)) = (self.candidates.pop(), &mut self.engine) else { return };
        let PreparedReview { game, review, .. } = &self.prepared;
        let sought = review.puzzle(game, ply, &question, engine, stop);
        self.puzzles.extend(sought.puzzle);
        self.puzzles.sort_by_key(|puzzle| puzzle.ply);
        self.totals.nodes += sought.nodes;
        self.totals.is_cut_by_time |= sought.is_cut_by_time;
        self.totals.elapsed += started.elapsed();
        self.totals.queued += queued;
    }

    /// Judges all plies and looks for the puzzles, on this thread and by `latest` if there is such a time. Calls `on_ply`
    /// with the report of each ply, the last one first. Ends early if the stop flag is raised.
    pub fn finish(&mut self, stop: &Stop, latest: Option<Instant>, on_ply: &mut dyn FnMut(Box<RawValue>)) {
        while self.left() > 0 && !stop.is_raised() {
            let judged = self.judge_next(stop, latest, Duration::ZERO);
            on_ply(to_raw_value(&self.report(judged)).expect("answers are plain data"));
        }
        while self.has_candidates() && !stop.is_raised() {
            self.find_puzzle(stop, latest, Duration::ZERO);
        }
    }

    /// The puzzles that were found, in the order of the game.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The annotated record; `None` if none is wanted.
    ///
    /// # Errors
    /// The limit that ended the writing.
    pub fn annotated(&self, deadline: Option<Instant>, stop: &Stop) -> Result<Option<String>, NoRecord> {
        let PreparedReview { game, review, annotated, .. } = &self.prepared;
        let Some(Source { format, tags, result, comments }) = annotated else { return Ok(None) };
        let moves: Vec<String> = review.moves().iter().map(|mv| mv.name.clone()).collect();
        let state = review.start().state();
        let draft = Draft { state: &state, moves: &moves, tags, result: result.as_deref(), comments };
        let notes = review.notes(&self.judged);
        Ok(Some(game.write_annotated(&draft, &notes, *format, deadline, stop)?))
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    use crate::{Caps, ReviewRequest, from_json};

    /// The address space of this process, in bytes.
    fn address_space() -> usize {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
        statm.split(' ').next().unwrap().parse::<usize>().unwrap() * 4096
    }

    #[test]
    fn a_review_takes_its_memory_with_its_first_ply() {
        const MANY: usize = 64;
        // Threads of other tests reserve some hundred megabytes.
        const OTHERS: usize = 512 << 20;
        let (stop, caps) = (Stop::default(), Caps::new(1_000_000, 60_000));
        let begin = || {
            let request: ReviewRequest = from_json(br#"{"moves": "e4 e5", "nodes": 100}"#).unwrap();
            request.prepare(CATALOGUE.find("chess").unwrap(), &caps, None, &stop).ok().unwrap().begin()
        };
        let before = address_space();
        let mut runs: Vec<ReviewRun> = (0..MANY).map(|_| begin()).collect();
        assert!(address_space() < before + OTHERS);
        for run in &mut runs {
            run.judge_next(&stop, None, Duration::ZERO);
        }
        assert!(address_space() < before + MANY * ReviewRun::MEMORY + OTHERS);
    }
}
