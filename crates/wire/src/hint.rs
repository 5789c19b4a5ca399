//! Hints: the request and its answer.

use plyd_games::board::RowColumn;
use plyd_games::catalogue::Game;
use plyd_games::hint::{Fact, Found, Hint, Stage, Threat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::{Count, DrawsName};
use super::moves::MoveList;
use super::position::{OutcomeReport, State};
use super::report::ENGINE;

/// A hint.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct HintRequest {
    pub state: Option<Box<RawValue>>,
    pub moves: Option<MoveList>,
    pub draws: Option<DrawsName>,
    pub stage: Option<Count>,
    pub level: Option<Count>,
    pub depth: Option<Count>,
    pub nodes: Option<Count>,
    pub time_ms: Option<Count>,
    pub wait_ms: Option<Count>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    line_labels: Option<Vec<String>>,
    depth: u32,
    stopped_by: Option<&'static str>,
    nodes: u64,
    deterministic: bool,
    algorithm: &'static str,
    level: Option<u8>,
    engine: &'static str,
}

/// The facts of a request for a hint that its answer repeats.
#[derive(Clone, Copy, Debug)]
pub struct HintEcho {
    /// How much the hint tells.
    pub stage: Stage,
    /// The level of the request.
    pub level: Option<u8>,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Whether the same request always has the same answer, unless the published cap on time ends a search.
    pub repeatable: bool,
}

impl HintReport {
    /// The report of a hint in this game.
    #[must_use]
    pub fn new(game: &'static Game, echo: HintEcho, hint: Hint) -> Self {
        let HintEcho { stage, level, algorithm, repeatable } = echo;
        let about = &game.about;
        let text = hint.text(stage);
        let Hint { standing, found } = hint;
        let found = found.as_ref();
        let shown = found.filter(|_| stage > Stage::Place);
        let told = found.filter(|_| stage == Stage::Line).map(|found| &found.answer);
        let line = told.and_then(|answer| answer.analysis.lines.first());
        let cells = |found: &Found| if stage == Stage::Place { found.place.clone() } else { found.cells.clone() };
        Self {
            game: game.id,
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
            line_labels: told.and_then(|answer| answer.texts.first()?.labels.clone()),
            depth: found.map_or(0, |found| found.answer.analysis.depth),
            stopped_by: found.map(|found| found.answer.analysis.stopped_by.name()),
            nodes: found.map_or(0, |found| found.nodes),
            deterministic: repeatable && !found.is_some_and(|found| found.is_cut_by_time),
            algorithm,
            level,
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
