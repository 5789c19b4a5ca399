//! The operation `review`: a game is judged ply by ply, from its end to its beginning.
//!
//! - `read`: reading the request

mod read;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use plyd_games::catalogue::{Game, Question};
use plyd_games::record::{Draft, Lost, Record};
use plyd_games::review::{
    Judged, Judgement, OTHERS_SHARE, PUZZLE_NODES, PUZZLES_MAX, PlyNote, Puzzle, Review as Moves, Summary,
};
use plyd_search::{Engine, Instant, Limits as SearchLimits, Stop, StoppedBy, Table};
use plyd_wire::{
    Code, CurveName, GameOrigin, PlyReport, Problem, PuzzleReport, ReviewMade, ReviewReport, ReviewStats,
    SummaryReport, Times,
};
use serde_json::value::{RawValue, to_raw_value};

use read::Source;
pub(crate) use read::curve_of;
pub use read::read;

use crate::job::{Cost, Done, Job, Part, Parts, Place, Searched, Step, Turn};
use crate::limits::Limits;

/// Bytes of the engine's table, which has room for 131,072 results. At the default limit, a ply of chess stores 50,000
/// at most. In games with cheaper nodes, a ply may overwrite its own results.
const TABLE_BYTES: usize = 2 << 20;

/// Bytes of the table for moves that were not played, whose searches have fewer nodes.
const OTHERS_TABLE_BYTES: usize = TABLE_BYTES / OTHERS_SHARE as usize;

/// Bytes of move histories, enough for any game.
const HISTORIES: usize = 2 << 20;

/// Bytes that have to be free when a review gets its table: for its own move histories, and for another search's. If
/// these could not be allocated, the process would end, so a review must not take the last memory.
const LEFT_FREE: usize = 2 * HISTORIES;

/// A review may take this multiple of its estimated cost, including its waits, before it is given up.
const TIMES_COST: u64 = 2;

/// A review. It has its own engine, because searches of other requests must not change its answer.
pub struct Review {
    /// The game.
    pub game: &'static Game,
    /// Its moves.
    pub moves: Moves,
    /// Where the game comes from, for the puzzles.
    origin: GameOrigin,
    /// What was read of its record although it is wrong.
    warnings: Vec<String>,
    curve: CurveName,
    /// The question for each position.
    question: Question,
    /// The plies that are left to judge. They are judged from the last to the first.
    plies: Range<usize>,
    /// The parts of the record that the annotated record repeats; `None` if no annotated record is wanted.
    annotated: Option<Source>,
    /// The puzzles that were found, in the order of the game; `None` if none are wanted.
    pub puzzles: Option<Vec<Puzzle>>,
    /// How long the search of a ply may take.
    time_of_ply: Duration,
    /// The expected time of each ply's search.
    cost_of_ply: Duration,
    /// Plies of the same class are expected to take equally long.
    class: u64,
    limits: Limits,
    /// Whether the same request always has the same answer: no time limit has ended a search, and none was asked for.
    is_repeatable: bool,
    /// Created for the first search, so that a review takes no memory for a table while it waits for a worker.
    engine: Option<Engine>,
    /// The most nodes of a ply's search.
    nodes_of_ply: u64,
    /// The most nodes of all searches.
    budget: u64,
    /// Each judged move.
    measured: Vec<Judged>,
    /// The judged plies, for the annotated record.
    judged: Vec<Judgement>,
    /// The reports of the judged plies, the last ply first. Empty if the caller takes them one by one.
    reports: Vec<Box<RawValue>>,
    /// The mistakes that may still give a puzzle, the smallest first. Empty until all plies are judged.
    candidates: Vec<usize>,
    nodes: u64,
    elapsed: Duration,
    queued: Duration,
}

impl Job for Review {
    fn cost(&self) -> Cost {
        let candidates = match self.left() {
            0 => self.candidates.len(),
            left if self.puzzles.is_some() => PUZZLES_MAX.min(left + self.measured.len()),
            _ => 0,
        };
        let left = self.cost_of_ply * (self.left() + PUZZLE_NODES as usize * candidates) as u32;
        let place = if left.is_zero() { Place::Short } else { Place::Search };
        Cost { place, class: self.class, deadline: self.deadline(), left: Some(left), ..Cost::default() }
    }

    fn run(mut self: Box<Self>, turn: Turn<'_>, parts: Parts<'_>) -> Result<Step, Problem> {
        if self.left() > 0 {
            let judged = self.judge_next(turn.stop, turn.queued)?;
            let searched = Searched {
                game: self.game.id,
                algorithm: self.question.algorithm.name(),
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
        if self.find_puzzle(turn.stop, turn.queued) {
            return Ok(Step::Again(self, None));
        }
        let summary = self.summary(turn.stop)?;
        let mut plies = std::mem::take(&mut self.reports);
        plies.reverse();
        let done = if parts.is_some() { Done::json(&summary) } else { Done::json(&ReviewReport { plies, summary }) };
        Ok(Step::Done(Done { repeatable: self.is_repeatable, ..done }))
    }
}

impl Review {
    /// How much memory a review takes from its first ply on, in addition to its game and its answer, in bytes.
    pub const MEMORY: usize = TABLE_BYTES + TABLE_BYTES / 16 + HISTORIES;

    /// The same review of the game in this record, which it annotates if that is wanted.
    #[must_use]
    pub fn of_record(self, record: &Record, annotated: bool) -> Self {
        let warnings = record.warning_texts();
        Self { warnings, annotated: annotated.then(|| Source::of(record.clone())), ..self }
    }

    /// How many plies have not been judged yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.plies.len()
    }

    /// The time by which it has to be done; `None` if neither the server nor a batch sets one.
    fn deadline(&self) -> Option<Instant> {
        let budget = Duration::from_millis(TIMES_COST * self.limits.caps.max_review_ms);
        let due = self.limits.short_time.map(|_| self.limits.arrived + budget);
        due.into_iter().chain(self.limits.latest).min()
    }

    /// Makes the engine, if there is none yet.
    ///
    /// # Errors
    /// If the system has no memory for it, or would have too little left.
    fn make_engine(&mut self) -> Result<(), Problem> {
        if self.engine.is_none() {
            let mut left_free = Vec::<u8>::new();
            let no_memory =
                || Problem::new(Code::Overloaded, "not enough memory for this review; nothing was searched");
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
        let ply = self.plies.next_back().expect("a ply is left");
        let question = self.question(self.time_of_ply);
        let engine = self.engine.as_mut().expect("it was made");
        let mut judged = self.moves.judge(ply, &question, engine, stop);
        if let Some(measure) = &judged.measure {
            let side = self.moves.moves()[ply].side;
            self.measured.push(Judged { ply, side, loss: measure.loss, verdict: measure.verdict });
        }
        self.nodes += judged.nodes;
        self.elapsed += judged.elapsed;
        self.queued += queued;
        self.is_repeatable &= judged.stopped_by != StoppedBy::Time;
        if self.moves.may_be_great(&judged) && self.has_nodes_for_others() {
            self.look_at_others(&mut judged, stop);
        }
        if self.annotated.is_some() {
            self.judged.push(judged.clone());
        }
        if self.puzzles.is_some() && self.plies.is_empty() {
            self.candidates = self.moves.puzzle_candidates(&self.measured);
            self.candidates.reverse();
        }
        Ok(judged)
    }

    /// Whether the review's budget has the nodes for a search of the other moves of a ply, apart from those that the
    /// plies and puzzles that are left may take.
    fn has_nodes_for_others(&self) -> bool {
        let puzzles = if self.puzzles.is_some() { PUZZLE_NODES as usize * PUZZLES_MAX } else { 0 };
        let kept = (self.left() + puzzles) as u64 * self.nodes_of_ply;
        self.nodes + kept + self.nodes_of_ply / OTHERS_SHARE <= self.budget
    }

    /// Searches the moves that were not played, to see if the played one is the only good one. This has an engine of its
    /// own, so that it does not change what later plies find, and keeps it only as long as it runs.
    fn look_at_others(&mut self, judged: &mut Judgement, stop: &Stop) {
        let (started, question) = (Instant::now(), self.question(self.time_of_ply / OTHERS_SHARE as u32));
        let Some(table) = Table::try_new(OTHERS_TABLE_BYTES) else {
            self.is_repeatable = false;
            return;
        };
        let others = self.moves.others(judged, &question, &mut Engine::of_one_question(table), stop);
        self.nodes += others.nodes;
        self.elapsed += started.elapsed();
        self.is_repeatable &= !others.is_cut_by_time;
        if others.is_great {
            judged.notes.push(PlyNote::Great);
        }
    }

    /// The question about a ply. Its search gets this time, but has to end by the review's deadline.
    fn question(&self, time: Duration) -> Question {
        let own = Instant::now() + time;
        let deadline = Some(self.deadline().map_or(own, |latest| own.min(latest)));
        Question { limits: SearchLimits { deadline, ..self.question.limits }, ..self.question.clone() }
    }

    /// Looks for a puzzle after the next mistake, by a search of four times the nodes of a ply. Returns `false` if there
    /// is no such mistake left, or before all plies are judged.
    pub fn find_puzzle(&mut self, stop: &Stop, queued: Duration) -> bool {
        let (started, question) = (Instant::now(), self.question(self.time_of_ply * PUZZLE_NODES as u32));
        let (Some(ply), Some(engine), Some(puzzles)) = (self.candidates.pop(), &mut self.engine, &mut self.puzzles)
        else {
            return false;
        };
        let sought = self.moves.puzzle(self.game, ply, &question, engine, stop);
        puzzles.extend(sought.puzzle);
        puzzles.sort_by_key(|puzzle| puzzle.ply);
        self.nodes += sought.nodes;
        self.is_repeatable &= !sought.is_cut_by_time;
        self.elapsed += started.elapsed();
        self.queued += queued;
        true
    }

    /// The report of a judged ply.
    #[must_use]
    pub fn report(&self, judged: Judgement) -> PlyReport {
        PlyReport::new(self.game, &self.moves, judged)
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
        let Self { game, moves, nodes, elapsed, queued, .. } = self;
        let times = || Times::new(*elapsed, Some(*queued), *nodes);
        let report = |puzzle| PuzzleReport::new(game, moves, &self.origin, puzzle);
        let (record, skipped) = self.annotated(stop)?.unzip();
        let made = ReviewMade {
            curve: self.curve,
            algorithm: self.question.algorithm.name(),
            deterministic: self.is_repeatable,
            stats: ReviewStats { nodes: *nodes, times: (!self.limits.is_repeatable).then(times) },
            record,
            skipped: skipped.unwrap_or_default(),
            warnings: self.warnings.clone(),
            puzzles: self.puzzles.as_ref().map(|puzzles| puzzles.iter().map(report).collect()),
        };
        Ok(SummaryReport::new(game, moves, self.sum_up(), made))
    }

    /// The annotated record, and what it does not have of the record that was read; `None` if none is wanted.
    ///
    /// # Errors
    /// A game that its record format cannot express, or the limit that ended the writing.
    pub fn annotated(&self, stop: &Stop) -> Result<Option<(String, Vec<Lost>)>, Problem> {
        let Some(Source { format, tags, result, comments, annotations, skipped }) = &self.annotated else {
            return Ok(None);
        };
        let names: Vec<String> = self.moves.moves().iter().map(|mv| mv.name.clone()).collect();
        let (state, result) = (self.moves.start().state(), result.as_deref());
        let draft = Draft { tags, result, comments, annotations, ..Draft::new(&state, &names) };
        let notes = self.moves.notes(&self.judged);
        let due = self.limits.due(Instant::now());
        let (text, lost) = self.game.write_annotated(&draft, &notes, *format, due, stop)?;
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        let unread = skipped.counts().into_iter().filter(|(_, count)| *count > 0);
        for (what, count) in unread.chain(lost.into_iter().map(|Lost { what, count }| (what, count))) {
            *counts.entry(what).or_default() += count;
        }
        Ok(Some((text, counts.into_iter().map(|(what, count)| Lost { what, count }).collect())))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
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
        // Threads of other tests reserve a few hundred megabytes.
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
