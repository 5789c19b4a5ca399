//! Hints: the request and its answer.

use plyd_games::board::RowColumn;
use plyd_games::catalogue::{AnyPosition, Game, Question};
use plyd_games::hint::{Fact, Found, Hint, LINES, Stage, Threat, hint};
use plyd_search::{Engine, Instant, Stop, TieBreak};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{Count, DrawsName, up_to};
use super::manners::Timing;
use super::moves::MoveList;
use super::position::{OutcomeReport, State};
use super::refusal::{Refusal, RefusalKind};
use super::report::ENGINE;
use super::request::{SearchRequest, cost_class, position};

/// A hint; see openapi.yaml for each field.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    state: Option<Box<RawValue>>,
    moves: Option<MoveList>,
    draws: Option<DrawsName>,
    stage: Option<Count>,
    level: Option<Count>,
    depth: Option<Count>,
    nodes: Option<Count>,
    time_ms: Option<Count>,
    wait_ms: Option<Count>,
}

/// A validated hint, ready for admission.
pub struct PreparedHint {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: Question,
    timing: Timing,
    stage: Stage,
    level: Option<u8>,
    /// Whether the same request always has the same answer, unless the published cap on time ends a search.
    repeatable: bool,
    /// The time by which the hint has to begin.
    pub begin_by: Instant,
    /// The time by which all searches of the hint end.
    pub deadline: Instant,
    /// Hints of the same class are expected to take equally long.
    pub cost_class: u64,
}

impl HintRequest {
    /// Validates all fields and the position. The time limit counts from `arrived`. Without any limit, the search is
    /// that of a ply of a review.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn prepare(self, game: &'static Game, caps: &Caps, arrived: Instant) -> Result<PreparedHint, Refusal> {
        let Self { state, moves, draws, stage, level, depth, nodes, time_ms, wait_ms } = self;
        let stage = up_to("stage", stage, 1, 3)?.and_then(Stage::of).unwrap_or(Stage::Place);
        if depth == Some(Count(0)) {
            let detail = "depth is 0, expected at least 1: a hint is found by looking ahead";
            return Err(Refusal::new(RefusalKind::InvalidBody, detail).at("depth"));
        }
        let nothing = depth.is_none() && nodes.is_none() && time_ms.is_none() && level.is_none();
        let nodes = nodes.or_else(|| nothing.then(|| Count(game.about.review_nodes.min(caps.max_nodes))));
        let repeatable = time_ms.is_none();
        let asked = SearchRequest::within(depth, nodes, time_ms).at_level(level);
        let (question, echo) = asked.question(game, caps, arrived)?;
        let timing = Timing::new(arrived, wait_ms, question.limits.deadline)?;
        // A level lends its depth and nodes. Its mistakes would be no hints.
        let question = Question {
            multi_pv: LINES,
            tie_break: TieBreak::First,
            handicap: None,
            count_minimax: false,
            warm: false,
            threads: 1,
            ..question
        };
        let position = position(game, state.as_deref(), moves.unwrap_or_default(), draws.unwrap_or_default())?;
        let cost_class = cost_class(game, &question, arrived).rotate_left(1);
        let (begin_by, deadline) = (timing.begin_by(), timing.deadline());
        let level = echo.level;
        Ok(PreparedHint { game, position, question, timing, stage, level, repeatable, begin_by, deadline, cost_class })
    }
}

impl PreparedHint {
    /// Searches for the hint on a worker.
    #[must_use]
    pub fn run(mut self, engine: &mut Engine, stop: &Stop) -> HintReport {
        self.question.limits.deadline = Some(self.timing.ends(Instant::now()).hard);
        let Self { game, position, question, .. } = &self;
        let hint = hint(game, &**position, question, game.about.expected_score, (engine, stop));
        HintReport::new(&self, hint)
    }
}

/// The answer of `hint`.
#[derive(Debug, Serialize)]
pub struct HintReport {
    game: &'static str,
    state: State,
    to_move: &'static str,
    outcome: Option<OutcomeReport>,
    stage: u8,
    text: String,
    cells: Vec<RowColumn>,
    facts: Vec<FactReport>,
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    line: Vec<String>,
    depth: u32,
    stopped_by: Option<&'static str>,
    nodes: u64,
    deterministic: bool,
    algorithm: &'static str,
    level: Option<u8>,
    engine: &'static str,
}

impl HintReport {
    fn new(asked: &PreparedHint, hint: Hint) -> Self {
        let (stage, about) = (asked.stage, &asked.game.about);
        let text = hint.text(stage);
        let Hint { standing, found } = hint;
        let found = found.as_ref();
        let shown = found.filter(|_| stage > Stage::Place);
        let line = found.filter(|_| stage == Stage::Line).and_then(|found| found.answer.analysis.lines.first());
        let cells = |found: &Found| if stage == Stage::Place { found.place.clone() } else { found.cells.clone() };
        Self {
            game: asked.game.id,
            state: State::new(about, standing.state),
            to_move: about.players[standing.to_move.index()],
            outcome: standing.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            stage: stage.number(),
            text,
            cells: found.map_or_else(Vec::new, cells),
            facts: found.map_or_else(Vec::new, |found| found.facts_of(stage).map(FactReport::new).collect()),
            r#move: shown.map(|found| found.name().to_owned()),
            label: shown.and_then(|found| found.label.clone()),
            line: line.map_or_else(Vec::new, |line| line.pv.clone()),
            depth: found.map_or(0, |found| found.answer.analysis.depth),
            stopped_by: found.map(|found| found.answer.analysis.stopped_by.name()),
            nodes: found.map_or(0, |found| found.nodes),
            deterministic: asked.repeatable && !found.is_some_and(|found| found.is_cut_by_time),
            algorithm: asked.question.algorithm.name(),
            level: asked.level,
            engine: ENGINE,
        }
    }

    /// The game's id, the algorithm and what ended the search; depth and nodes.
    #[must_use]
    pub fn search(&self) -> ([&'static str; 3], u32, u64) {
        ([self.game, self.algorithm, self.stopped_by.unwrap_or("solved")], self.depth, self.nodes)
    }
}

/// A fact: its code, and its numbers and moves.
#[derive(Debug, Default, Serialize)]
pub(super) struct FactReport {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_in: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gains: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
}

impl FactReport {
    pub(super) fn new(fact: &Fact) -> Self {
        let plain = Self { code: fact.code(), ..Self::default() };
        match fact {
            Fact::OnlyMove | Fact::ForcedCapture | Fact::Book | Fact::KeepsDraw => plain,
            Fact::WinsIn { plies } | Fact::LosesIn { plies } | Fact::PreventsWinIn { plies } => {
                Self { plies: Some(*plies), ..plain }
            }
            Fact::WinsBy { points }
            | Fact::LosesBy { points }
            | Fact::Gains { points }
            | Fact::BestByPoints { points } => Self { points: Some(*points), ..plain },
            Fact::Threatens { mv, then } => {
                let (wins_in, gains) = match *then {
                    Threat::WinsIn(plies) => (Some(plies), None),
                    Threat::Gains(points) => (None, Some(points)),
                };
                Self { r#move: Some(mv.clone()), wins_in, gains, ..plain }
            }
            Fact::BestBy { expected } => Self { expected: Some(*expected), ..plain },
            Fact::EqualTo { moves } => Self { moves: Some(moves.clone()), ..plain },
        }
    }
}
