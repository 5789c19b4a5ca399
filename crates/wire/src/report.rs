//! The answers to a search, as in the schemas of openapi.yaml.

use std::time::Duration;

use plyd_games::advice::Advice;
use plyd_games::answer::{Answer, Claimable, Description, LineText, Progress};
use plyd_games::board::RowColumn;
use plyd_games::catalogue::Game;
use plyd_games::notation::{About, ScoreKind};
use plyd_games::opening::Opening;
use plyd_search::position::Side;
use plyd_search::{Iteration, Line, Score, StoppedBy};
use serde::Serialize;

use super::caps::Caps;
use super::position::{After, OutcomeReport, PositionReport, State};
use super::stats::{ProgressStats, StatsReport};

/// A hash of the sources that determine answers (`build.rs`).
pub const BUILD: &str = env!("BUILD_IDENTITY");

/// Name, version and build, which are part of every answer.
pub const ENGINE: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"), "+", env!("BUILD_IDENTITY"));

/// A score, for the side to move at the root.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ScoreReport {
    /// See [`Score::value`].
    pub value: i32,
    /// `win`, `loss` or `draw`, if proven.
    pub outcome: Option<&'static str>,
    /// Plies within which a proven win or loss comes; 0 if the game is over.
    pub plies: Option<u32>,
    /// The same number from Max's point of view, as books print it. Only for scores that the state itself gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_for_max: Option<i32>,
}

impl ScoreReport {
    pub(super) fn new(kind: ScoreKind, score: Score, to_move: Side, proven: bool, over: bool) -> Self {
        let outcome = match score.cmp(&Score::ZERO) {
            _ if kind == ScoreKind::Given || !proven => None,
            std::cmp::Ordering::Greater => Some("win"),
            std::cmp::Ordering::Equal => Some("draw"),
            std::cmp::Ordering::Less => Some("loss"),
        };
        let plies = score.plies().or((over && outcome.is_some()).then_some(0));
        let for_max = if to_move == Side::First { score } else { -score };
        let value_for_max = (kind == ScoreKind::Given).then(|| for_max.value());
        Self { value: score.value(), outcome, plies, value_for_max }
    }
}

/// One of the best moves.
#[derive(Debug, Serialize)]
pub(super) struct LineReport {
    r#move: String,
    score: ScoreReport,
    expected: f64,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_labels: Option<Vec<String>>,
    state: State,
}

impl LineReport {
    fn all(about: &About, lines: Vec<Line<String>>, texts: Vec<LineText>, to_move: Side) -> Vec<Self> {
        let report = |(line, text): (Line<String>, LineText)| Self {
            r#move: line.pv[0].clone(),
            score: ScoreReport::new(about.score, line.score, to_move, line.proven, false),
            expected: about.expected_score.published(line.score, line.proven),
            pv: line.pv,
            pv_labels: text.labels,
            state: State::new(about, text.state),
        };
        lines.into_iter().zip(texts).map(report).collect()
    }
}

/// One finished iteration of a search.
#[derive(Debug, Serialize)]
pub struct ProgressReport {
    depth: u32,
    lines: Vec<LineReport>,
    stats: ProgressStats,
}

impl ProgressReport {
    /// The report of an iteration in this game.
    #[must_use]
    pub fn new(game: &Game, progress: Progress) -> Self {
        let Progress { to_move, iteration: Iteration { depth, lines, stats, elapsed, .. }, texts } = progress;
        Self {
            depth,
            lines: LineReport::all(&game.about, lines, texts, to_move),
            stats: ProgressStats::new(stats, Some(elapsed)),
        }
    }
}

/// How answers name an evaluation whose weights fit many games.
pub(crate) const GENERIC: &str = "generic";

/// The answer of `search`.
#[derive(Debug, Serialize)]
pub struct SearchReport {
    /// The game's id.
    pub game: &'static str,
    state: State,
    to_move: &'static str,
    r#move: Option<String>,
    after: Option<AfterMove>,
    next: Option<Next>,
    label: Option<String>,
    cells: Vec<RowColumn>,
    claimable: Option<Claimable>,
    outcome: Option<OutcomeReport>,
    score: ScoreReport,
    expected: f64,
    /// Left out if the evaluation was made for this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<&'static str>,
    lines: Vec<LineReport>,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// The limit that ended the search.
    pub stopped_by: &'static str,
    /// Whether the same request has the same answer again, apart from timing.
    pub deterministic: bool,
    /// The algorithm that ran.
    pub algorithm: &'static str,
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<u32>,
    warm: bool,
    threads: usize,
    book: bool,
    seed: u64,
    stats: StatsReport,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<Advice>,
    /// Left out if the request does not ask for it; null if the game so far has no named opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Option<Opening>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The position after the chosen move.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum AfterMove {
    Plain(After),
    /// With everything that `position` answers about it.
    Described(Box<PositionReport>),
}

/// The parts of an answer in addition to the search's result.
#[derive(Debug, Default)]
pub struct Additions {
    /// The request's state and moves, to which the chosen move is appended.
    pub way: Option<Next>,
    /// The position after the chosen move.
    pub description: Option<Description>,
    /// What an opponent with manners does.
    pub advice: Option<Advice>,
    /// The opening of the position, if it is asked for.
    pub opening: Option<Option<Opening>>,
    /// What may be wrong about the state of the request.
    pub warnings: Vec<String>,
    /// Whether something was left out because time ran out.
    pub is_cut_by_time: bool,
}

/// The request's state and moves, with the chosen move appended. Unlike a state, this keeps the game's past.
#[derive(Debug, Serialize)]
pub struct Next {
    /// The state.
    pub state: State,
    /// The moves that are played from it.
    pub moves: Vec<String>,
}

impl Next {
    /// The same with one more move, or `None` if there would be more than [`Caps::MAX_MOVES`].
    fn with(mut self, chosen: Option<&str>) -> Option<Self> {
        let chosen = chosen.filter(|_| self.moves.len() < Caps::MAX_MOVES)?;
        self.moves.push(chosen.to_owned());
        Some(self)
    }
}

/// The fields of a request that its answer repeats.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The level of the request, or the one at its place on the Elo scale or next above.
    pub level: Option<u8>,
    /// The place of the request on the Elo scale.
    pub elo: Option<u32>,
    /// Whether the node limit is the level's own rather than a cap.
    pub own_nodes: bool,
    /// The seed of all random choices, if any.
    pub seed: u64,
    /// Whether the same request always has the same answer, unless a time limit ends the search.
    pub repeatable: bool,
}

impl SearchReport {
    /// The report of an answer. `queued` is the time before the search began; without it, no times are reported.
    #[must_use]
    pub fn new(game: &Game, echo: Echo, answer: Answer, queued: Option<Duration>, additions: Additions) -> Self {
        let about = &game.about;
        let stats = StatsReport::new(&answer, queued);
        let Additions { way, description, advice, opening, warnings, is_cut_by_time } = additions;
        let deterministic = echo.repeatable && !answer.is_cut_by_time() && !is_cut_by_time;
        let described = description.map(|all| AfterMove::Described(Box::new(PositionReport::new(game, all))));
        let after = |standing| AfterMove::Plain(After::new(about, standing));
        let (found, over, side) = (answer.analysis, answer.standing.outcome.is_some(), answer.standing.to_move);
        let After { state, to_move, outcome, claimable, .. } = After::new(about, answer.standing);
        Self {
            game: game.id,
            state,
            to_move,
            next: way.and_then(|way| way.with(found.best.as_deref())),
            r#move: found.best,
            label: answer.label,
            cells: answer.cells,
            after: described.or_else(|| answer.after.map(after)),
            outcome,
            claimable,
            score: ScoreReport::new(about.score, found.score, side, found.proven, over),
            expected: about.expected_score.published(found.score, found.proven),
            evaluation: game.has_generic_evaluation.then_some(GENERIC),
            lines: LineReport::all(about, found.lines, answer.texts, side),
            depth: found.depth,
            stopped_by: match found.stopped_by {
                // The node limit of a level, unless the server's cap is lower.
                StoppedBy::Depth if echo.level.is_some() => "level",
                StoppedBy::Nodes if echo.own_nodes => "level",
                stopped_by => stopped_by.name(),
            },
            deterministic,
            algorithm: echo.algorithm,
            level: echo.level.filter(|_| echo.elo.is_none()),
            elo: echo.elo,
            warm: found.warm,
            threads: found.threads,
            book: found.booked,
            seed: echo.seed,
            stats,
            engine: ENGINE,
            advice,
            opening,
            warnings,
        }
    }
}
