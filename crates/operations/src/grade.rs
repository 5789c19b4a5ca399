//! The operation `grade`: moves of a position are judged against its best one.

use plyd_games::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd_games::hint::reasons;
use plyd_games::review::{Judge, LargestLosses, grade, searches};
use plyd_search::{Instant, TieBreak};
use plyd_wire::fields::Count;
use plyd_wire::{
    Candidate, Caps, Code, GradeExtra, GradeReport, GradeRequest, GradeSettings, Meant, Problem, SearchRequest,
};

use crate::job::{Cost, Done, Job, Parts, Place, Searched, Step, Turn};
use crate::limits::{Limits, class};
use crate::position::{Start, reach};
use crate::review::curve_of;
use crate::rules::join;
use crate::search::{LATE_DESCRIPTION, ahead, cost_class, question};
use crate::text::text;
use crate::timing::Timing;

/// Moves to be judged.
struct Grade {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    candidates: Vec<Candidate>,
    /// The moves that are judged: those of the candidates, each once, or all.
    moves: Vec<MoveIndex>,
    judge: Judge,
    question: Question,
    timing: Timing,
    settings: GradeSettings,
    wants_facts: bool,
    wants_text: bool,
    cost: Cost,
    /// The request in canonical form, if it sets no time limit.
    canonical: Option<String>,
}

/// Reads a request to judge moves. Without any limit, each search is as large as a review's for a ply.
pub(crate) fn read(request: GradeRequest, game: &'static Game, limits: &Limits) -> Result<Step, Problem> {
    let Limits { caps, arrived, .. } = *limits;
    let GradeRequest { rules, state, size, moves, draws, candidates, depth, nodes, time_ms, .. } = request;
    let (game, state) = join(game, rules, state, size)?;
    check(&candidates)?;
    let path = if moves.is_some() { "moves" } else { "state" };
    let (wait_ms, algorithm) = (request.wait_ms, request.algorithm);
    let search = SearchRequest { depth, nodes, time_ms, algorithm, ..SearchRequest::default() };
    let (question, echo) = question(&ahead(search, "a grade", game, &caps)?, game, &caps, arrived)?;
    let timing = Timing::new(limits, wait_ms, question.limits.deadline)?;
    let from = Start { state: state.as_deref(), size };
    let position = reach(game, from, moves.unwrap_or_default(), draws.unwrap_or_default())?.position;
    if position.count_moves() == 0 {
        let detail = "the game is over, so there is no move to judge";
        return Err(Problem::new(Code::InvalidState, detail).at(path));
    }
    let with = request.with.unwrap_or_default();
    let extras = [GradeExtra::Facts, GradeExtra::Rank, GradeExtra::Text];
    let [wants_facts, wants_ranks, wants_text] = extras.map(|extra| with.contains(&extra));
    let (candidates, moves) = find(candidates, &*position, wants_ranks);
    let searches = searches(question.algorithm, moves.len());
    let most = caps.max_nodes / searches;
    if let Some(Count(nodes)) = nodes.filter(|Count(nodes)| *nodes > most) {
        let detail = format!(
            "{searches} searches of {nodes} nodes would exceed the published limit of {}; nodes may be {most} here",
            caps.max_nodes
        );
        return Err(Problem::new(Code::LimitExceeded, detail).at("nodes"));
    }
    let mut question =
        Question { tie_break: TieBreak::First, count_minimax: false, warm: false, threads: 1, ..question };
    question.limits.nodes = question.limits.nodes.min(most);
    let curve = request.curve.unwrap_or_default();
    let judge = Judge { curve: curve_of(game, curve), largest_losses: LargestLosses::PUBLISHED };
    let repeatable = time_ms.is_none();
    let canonical = || {
        let extras = format!("{wants_facts} {wants_ranks} {wants_text}");
        format!("grade {} {} {candidates:?} {curve:?} {extras}", position.identity(), question.identity())
    };
    let canonical = repeatable.then(canonical);
    let cost = Cost {
        place: Place::Search,
        class: class(("grade", cost_class(game, &question, arrived), searches, position.rules_digest())),
        begin_by: Some(timing.begin_by()),
        deadline: Some(timing.deadline()),
        ..Cost::default()
    };
    let settings = GradeSettings { curve, algorithm: echo.algorithm, repeatable };
    Ok(Step::of(Grade {
        game,
        position,
        candidates,
        moves,
        judge,
        question,
        timing,
        settings,
        wants_facts,
        wants_text,
        cost,
        canonical,
    }))
}

/// Checks the number of candidates and their sizes.
fn check(candidates: &[String]) -> Result<(), Problem> {
    let (most, bytes) = (Caps::MAX_GRADE_CANDIDATES, Caps::MAX_CANDIDATE_BYTES);
    if candidates.is_empty() {
        return Err(Problem::new(Code::InvalidBody, "expected at least one move to judge").at("candidates"));
    }
    if candidates.len() > most {
        let detail = format!("candidates has {} moves; the limit is {most}", candidates.len());
        return Err(Problem::new(Code::LimitExceeded, detail).at("candidates"));
    }
    match candidates.iter().position(|text| text.len() > bytes) {
        Some(index) => {
            let detail = format!("the move has {} bytes; the limit is {bytes}", candidates[index].len());
            Err(Problem::new(Code::LimitExceeded, detail).at(format!("candidates[{index}]")))
        }
        None => Ok(()),
    }
}

/// The moves that the candidates mean, and those to judge.
fn find(candidates: Vec<String>, position: &dyn AnyPosition, all: bool) -> (Vec<Candidate>, Vec<MoveIndex>) {
    let names = position.move_names();
    let mut moves: Vec<MoveIndex> = if all { (0..names.len()).map(MoveIndex).collect() } else { Vec::new() };
    let mut read = |given: String| {
        let found = position.find_moves(std::slice::from_ref(&given)).map_err(|(_, illegal)| illegal);
        let meant = found.map(|found| {
            let index = found[0];
            let place = moves.iter().position(|mv| *mv == index).unwrap_or_else(|| {
                moves.push(index);
                moves.len() - 1
            });
            Meant { place, name: names[index.0].clone(), label: position.label(index), facts: None }
        });
        Candidate { given, meant }
    };
    let candidates = candidates.into_iter().map(&mut read).collect();
    (candidates, moves)
}

impl Job for Grade {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn canonical(&self) -> Option<&str> {
        self.canonical.as_deref()
    }

    fn run(self: Box<Self>, turn: Turn<'_>, _: Parts<'_>) -> Result<Step, Problem> {
        let Self { game, position, mut candidates, moves, judge, mut question, timing, mut settings, .. } = *self;
        let latest = timing.deadline().max(Instant::now() + LATE_DESCRIPTION);
        let described = self.wants_text.then(|| position.describe(Some(latest), turn.stop)).transpose()?;
        let text = described.map(|described| text(&game.about, &*position, &described));
        let end = Some(timing.ends(Instant::now()).hard);
        if self.wants_facts {
            for meant in candidates.iter_mut().filter_map(|candidate| candidate.meant.as_mut().ok()) {
                let is_in_time = turn.stop.check(end).is_ok();
                meant.facts = is_in_time.then(|| reasons(game, &*position, moves[meant.place]));
                settings.repeatable &= is_in_time;
            }
        }
        question.limits.deadline = end;
        let graded = grade(&*position, &moves, &judge, &question, (turn.engine, turn.stop));
        let stopped_by = graded.stopped_by.name();
        let mut report = GradeReport::new(game, &*position, settings, candidates, graded);
        report.text = text;
        let GradeReport { game, algorithm, depth, nodes, deterministic, .. } = report;
        let searched = Some(Searched { game, algorithm, stopped_by, depth, nodes });
        Ok(Step::Done(Done { repeatable: deterministic, searched, ..Done::json(&report) }))
    }
}
