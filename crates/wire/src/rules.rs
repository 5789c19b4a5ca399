//! Rules to check: the request and its answer.

use plyd_games::answer::{Description, Standing};
use plyd_games::board::{Board, Layout, RowColumn};
use plyd_games::catalogue::Game;
use plyd_games::rules::{Trial, Warning, Word};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::Count;
use super::position::{OutcomeReport, at};

/// Rules to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct RulesCheckRequest {
    pub rules: Box<RawValue>,
    pub seed: Option<Count>,
}

/// The answer of `rules/check`.
#[derive(Debug, Serialize)]
pub struct RulesCheckReport {
    rules: Box<RawValue>,
    state: String,
    board: Option<Board>,
    layout: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absent: Vec<RowColumn>,
    words: Vec<Word>,
    perft: Vec<Option<u64>>,
    game: GameReport,
    warnings: Vec<Warning>,
}

/// A random game.
#[derive(Debug)]
pub struct TriedGame {
    /// The names of its moves.
    pub moves: Vec<String>,
    /// Its last position.
    pub end: Standing,
}

#[derive(Debug, Serialize)]
struct GameReport {
    moves: Vec<String>,
    outcome: Option<OutcomeReport>,
}

impl RulesCheckReport {
    /// The report of rules that were tried out. `start` is their start.
    #[must_use]
    pub fn new(game: &Game, trial: &Trial, start: Description, perft: Vec<Option<u64>>, played: TriedGame) -> Self {
        let outcome = played.end.outcome.map(|outcome| OutcomeReport::new(&game.about, outcome));
        Self {
            rules: RawValue::from_string(trial.text()).expect("rules are JSON"),
            state: at(&start.standing.state),
            board: start.board,
            layout: start.layout.map(Layout::name),
            absent: start.absent,
            words: trial.words(),
            perft,
            game: GameReport { moves: played.moves, outcome },
            warnings: trial.warnings(),
        }
    }
}
