//! Hints: the request and its answer.

use plyd_games::board::RowColumn;
use plyd_games::catalogue::Game;
use plyd_games::hint::{Found, Hint, Reason, Stage};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::{BoardSize, Count, DrawsName};
use super::moves::MoveList;
use super::position::{OutcomeReport, State};
use super::report::{ENGINE, Echo};

/// A hint.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct HintRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
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
    /// The game's id.
    pub game: &'static str,
    state: State,
    to_move: &'static str,
    outcome: Option<OutcomeReport>,
    stage: u8,
    text: String,
    cells: Vec<RowColumn>,
    facts: Vec<Reason>,
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_labels: Option<Vec<String>>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// What ended the search; `None` if the game is over.
    pub stopped_by: Option<&'static str>,
    /// The nodes of all searches.
    pub nodes: u64,
    deterministic: bool,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    level: Option<u8>,
    engine: &'static str,
    /// What may be wrong about the state of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl HintReport {
    /// The report of a hint in this game. It tells only what this stage may tell. `echo` has the fields of the request.
    #[must_use]
    pub fn new(game: &'static Game, stage: Stage, echo: Echo, hint: Hint) -> Self {
        let Echo { level, algorithm, repeatable, .. } = echo;
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
            facts: found.map_or_else(Vec::new, |found| found.facts_of(stage).cloned().collect()),
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
            warnings: Vec::new(),
        }
    }
}
