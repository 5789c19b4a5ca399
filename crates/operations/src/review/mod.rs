//! The operation `review`: a game is judged ply by ply, from its end to its beginning.
//!
//! - `read`: reading the request

mod read;

use std::hint::black_box;
use std::time::Duration;

use plyd_games::catalogue::{Game, Question};
use plyd_games::record::{Draft, Record};
use plyd_games::review::{Judged, Judgement, PUZZLE_NODES, PUZZLES_MAX, Puzzle, Review as Moves, Summary};
use plyd_search::{Engine, Instant, Limits as SearchLimits, Stop, StoppedBy, Table};
use plyd_wire::{Code, PlyReport, Problem, ReviewEcho, ReviewReport, ReviewTotals, SummaryReport};
use serde_json::value::{RawValue, to_raw_value};

use read::Plan;
pub use read::read;

use crate::job::{Cost, Done, Job, Part, Parts, Place, Searched, Step, Turn};
use read::Source;

/// Bytes of the engine's table, which has room for 131,072 results. At the default limit, a ply of chess stores 50,000
/// at most. In games with cheaper nodes, a ply may overwrite results of its own.
const TABLE_BYTES: usize = 2 << 20;

/// Bytes of move histories, enough for any game.
const HISTORIES: usize = 2 << 20;

/// Bytes that have to be left when a review gets its table: for its histories, and for those of another search. Without
/// memory for these the process would end, so reviews must not take the last.
const LEFT_FREE: usize = 2 * HISTORIES;

/// A review. It has an engine of its own, because searches of other requests must not change its answer.
pub struct Review {
    plan: Plan,
    /// Made for the first search, so that a review that waits for a worker has no table yet.
    engine: Option<Engine>,
    /// The index after the last ply that is left.
    left: usize,
    /// Each judged move.
    measured: Vec<Judged>,
    totals: ReviewTotals,
    is_cut_by_time: bool,
    /// The judged plies, for the annotated record.
    judged: Vec<Judgement>,
    /// The reports of the judged plies, the last ply first, unless somebody takes them one by one.
    reports: Vec<Box<RawValue>>,
    /// The mistakes that may still give a puzzle, the smallest first. There are none before all plies are judged.
    candidates: Vec<usize>,
    puzzles: Vec<Puzzle>,
}

impl Job for Review {
    fn cost(&self) -> Cost {
        let Plan { cost_of_ply, class, .. } = self.plan;
        let candidates = match self.left() {
            0 => self.candidates.len(),
            _ if self.plan.puzzles => PUZZLES_MAX.min(self.plan.plies.len()),
            _ => 0,
        };
        let left = cost_of_ply * (self.left() + PUZZLE_NODES as usize * candidates) as u32;
        let place = if left.is_zero() { Place::Short } else { Place::Search };
        Cost { place, class, deadline: self.plan.deadline(), left: Some(left), ..Cost::default() }
    }

    fn run(mut self: Box<Self>, turn: Turn<'_>, parts: Parts<'_>) -> Result<Step, Problem> {
        if self.left() > 0 {
            let judged = self.judge_next(turn.stop, turn.queued)?;
            let searched = Searched {
                game: self.plan.game.id,
                algorithm: self.plan.question.algorithm.name(),
                stopped_by: judged.stopped_by.name(),
                depth: judged.depth,
                nodes: judged.nodes,
            };
            // Serialised on the worker too, because lines take time.
            let report = self.report(judged);
            match parts {
                Some(parts) => parts(Part::new("ply", &report)),
                None => self.reports.push(to_raw_value(&report).expect("answers are plain data")),
            }
            return Ok(Step::Again(self, Some(searched)));
        }
        if self.has_candidates() {
            self.find_puzzle(turn.stop, turn.queued);
            return Ok(Step::Again(self, None));
        }
        let summary = self.summary(turn.stop)?;
        let mut plies = std::mem::take(&mut self.reports);
        plies.reverse();
        let done = if parts.is_some() { Done::json(&summary) } else { Done::json(&ReviewReport::new(plies, summary)) };
        Ok(Step::Done(Done { repeatable: self.is_repeatable(), ..done }))
    }
}

impl Review {
    /// How much memory a review takes from its first ply on, in addition to its game and its answer, in bytes.
    pub const MEMORY: usize = TABLE_BYTES + TABLE_BYTES / 16 + HISTORIES;

    fn new(plan: Plan) -> Self {
        Self {
            engine: None,
            left: plan.plies.end,
            plan,
            measured: Vec::new(),
            totals: ReviewTotals::default(),
            is_cut_by_time: false,
            judged: Vec::new(),
            reports: Vec::new(),
            candidates: Vec::new(),
            puzzles: Vec::new(),
        }
    }

    /// The same review, which annotates this record of its game.
    #[must_use]
    pub fn annotating(mut self, record: Record) -> Self {
        self.plan.annotated = Some(Source::of(record));
        self
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.plan.game
    }

    /// The moves.
    #[must_use]
    pub const fn moves(&self) -> &Moves {
        &self.plan.moves
    }

    /// The plies that have not been judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left - self.plan.plies.start
    }

    /// Makes the engine, if there is none yet.
    ///
    /// # Errors
    /// If the system has no memory for it, or would have too little left.
    fn make_engine(&mut self) -> Result<(), Problem> {
        if self.engine.is_none() {
            let mut left_free = Vec::<u8>::new();
            let no_memory =
                || Problem::new(Code::Overloaded, "there is no memory for this review; nothing was searched");
            left_free.try_reserve_exact(LEFT_FREE).map_err(|_| no_memory())?;
            let table = Table::try_new(TABLE_BYTES).ok_or_else(no_memory)?;
            // Otherwise the compiler might leave out the allocation, which nobody uses.
            drop(black_box(left_free));
            self.engine = Some(Engine::of_one_question(table));
        }
        Ok(())
    }

    /// Judges the next ply. `queued` is the time that the ply waited for its turn.
    ///
    /// # Errors
    /// If there is no memory for the search.
    ///
    /// # Panics
    /// If no ply is left.
    pub fn judge_next(&mut self, stop: &Stop, queued: Duration) -> Result<Judgement, Problem> {
        self.make_engine()?;
        self.left -= 1;
        let question = self.question(1);
        let Plan { moves, puzzles, plies, annotated, .. } = &self.plan;
        let engine = self.engine.as_mut().expect("it was made");
        let judged = moves.judge(self.left, &question, engine, stop);
        if let Some(measure) = &judged.measure {
            let side = moves.moves()[judged.ply].side;
            self.measured.push(Judged { ply: judged.ply, side, loss: measure.loss, verdict: measure.verdict });
        }
        self.totals.nodes += judged.nodes;
        self.totals.elapsed += judged.elapsed;
        self.totals.queued += queued;
        self.is_cut_by_time |= judged.stopped_by == StoppedBy::Time;
        if annotated.is_some() {
            self.judged.push(judged.clone());
        }
        if *puzzles && self.left == plies.start {
            self.candidates = moves.puzzle_candidates(&self.measured);
            self.candidates.reverse();
        }
        Ok(judged)
    }

    /// The question about a ply, within as much time as so many plies have.
    fn question(&self, plies: u32) -> Question {
        let own = Instant::now() + self.plan.time_of_ply * plies;
        let deadline = Some(self.plan.deadline().map_or(own, |latest| own.min(latest)));
        Question { limits: SearchLimits { deadline, ..self.plan.question.limits }, ..self.plan.question.clone() }
    }

    /// Whether there is another mistake to look for a puzzle after. Only once all plies are judged.
    #[must_use]
    pub const fn has_candidates(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// Looks for a puzzle after the next mistake, by a search of four times the nodes of a ply. Does nothing if there
    /// are no [candidates](Self::has_candidates) left.
    pub fn find_puzzle(&mut self, stop: &Stop, queued: Duration) {
        let (started, question) = (Instant::now(), self.question(PUZZLE_NODES as u32));
        let (Some(ply), Some(engine)) = (self.candidates.pop(), &mut self.engine) else { return };
        let Plan { game, moves, .. } = &self.plan;
        let sought = moves.puzzle(game, ply, &question, engine, stop);
        self.puzzles.extend(sought.puzzle);
        self.puzzles.sort_by_key(|puzzle| puzzle.ply);
        self.totals.nodes += sought.nodes;
        self.is_cut_by_time |= sought.is_cut_by_time;
        self.totals.elapsed += started.elapsed();
        self.totals.queued += queued;
    }

    /// The puzzles that were found, in the order of the game.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The report of a judged ply.
    #[must_use]
    pub fn report(&self, judged: Judgement) -> PlyReport {
        PlyReport::new(self.plan.game, &self.plan.moves, judged)
    }

    /// The summary of the judged plies.
    #[must_use]
    pub fn sum_up(&self) -> Summary {
        Summary::of(&self.measured)
    }

    /// The report of the summary, with the annotated record if one is wanted.
    ///
    /// # Errors
    /// A game that its record format cannot express, or the limit that ended the writing of the record.
    pub fn summary(&self, stop: &Stop) -> Result<SummaryReport, Problem> {
        let Plan { game, moves, curve, question, puzzles, limits, .. } = &self.plan;
        Ok(SummaryReport::new(ReviewEcho {
            game,
            review: moves,
            summary: self.sum_up(),
            curve: *curve,
            algorithm: question.algorithm.name(),
            deterministic: self.is_repeatable(),
            totals: &self.totals,
            times: !limits.is_repeatable,
            record: self.annotated(stop)?,
            puzzles: puzzles.then_some(&self.puzzles),
        }))
    }

    /// The annotated record; `None` if none is wanted.
    ///
    /// # Errors
    /// A game that its record format cannot express, or the limit that ended the writing.
    pub fn annotated(&self, stop: &Stop) -> Result<Option<String>, Problem> {
        let Plan { game, moves, annotated, limits, .. } = &self.plan;
        let Some(Source { format, tags, result, comments }) = annotated else { return Ok(None) };
        let names: Vec<String> = moves.moves().iter().map(|mv| mv.name.clone()).collect();
        let state = moves.start().state();
        let draft = Draft { state: &state, moves: &names, tags, result: result.as_deref(), comments };
        Ok(Some(game.write_annotated(&draft, &moves.notes(&self.judged), *format, limits.due(), stop)?))
    }

    fn is_repeatable(&self) -> bool {
        self.plan.repeatable && !self.is_cut_by_time
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use plyd_games::CATALOGUE;
    use plyd_wire::{Caps, from_json};

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
        let (stop, limits) = (Stop::default(), Limits::new(Caps::new(1_000_000, 60_000)));
        let begin = || {
            let request = from_json(br#"{"moves": "e4 e5", "nodes": 100}"#).unwrap();
            read(request, CATALOGUE.find("chess").unwrap(), &limits, &stop).unwrap()
        };
        let before = address_space();
        let mut reviews: Vec<Review> = (0..MANY).map(|_| begin()).collect();
        assert!(address_space().saturating_sub(before) < OTHERS);
        for review in &mut reviews {
            review.judge_next(&stop, Duration::ZERO).unwrap();
        }
        assert!(address_space().saturating_sub(before) < MANY * Review::MEMORY + OTHERS);
    }
}
