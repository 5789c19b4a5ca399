//! The answers to a search: the shapes of openapi.yaml, filled from domain values.

use std::fmt;
use std::time::Duration;

use plyd_games::answer::{Answer, Progress};
use plyd_games::catalogue::Game;
use plyd_games::notation::{About, ScoreKind};
use plyd_search::position::Side;
use plyd_search::{Iteration, Line, Score, StoppedBy};
use serde::Serialize;

use super::caps::Caps;
use super::position::{After, OutcomeReport, State};
use super::stats::{ProgressStats, StatsReport};

/// A hash of the sources that decide what an answer says (`build.rs`).
pub const BUILD: &str = env!("BUILD_IDENTITY");

/// Name, version and build, as every answer carries them.
pub const ENGINE: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"), "+", env!("BUILD_IDENTITY"));

/// A score, for the side to move at the root.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ScoreReport {
    /// See [`Score::value`].
    pub value: i32,
    /// `win`, `loss` or `draw`, if proven.
    pub outcome: Option<&'static str>,
    /// Exact plies to the end of a proven win or loss; 0 when the game is over.
    pub plies: Option<u32>,
    /// The same number for Max, as books print it; only where the numbers are the state's own.
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
    pv: Vec<String>,
    state: State,
}

impl LineReport {
    /// Lines, each with the state after its first move.
    fn all(about: &About, lines: Vec<Line<String>>, states: Vec<String>, to_move: Side) -> Vec<Self> {
        let report = |(line, state): (Line<String>, String)| Self {
            r#move: line.pv[0].clone(),
            score: ScoreReport::new(about.score, line.score, to_move, line.proven, false),
            pv: line.pv,
            state: State::new(about, state),
        };
        lines.into_iter().zip(states).map(report).collect()
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
        let Progress { to_move, iteration: Iteration { depth, lines, stats, elapsed, .. }, states } = progress;
        Self {
            depth,
            lines: LineReport::all(&game.about, lines, states, to_move),
            stats: ProgressStats::new(stats, elapsed),
        }
    }
}

/// The answer of `search`.
#[derive(Debug, Serialize)]
pub struct SearchReport {
    game: &'static str,
    state: State,
    to_move: &'static str,
    r#move: Option<String>,
    after: Option<After>,
    next: Option<Next>,
    outcome: Option<OutcomeReport>,
    score: ScoreReport,
    lines: Vec<LineReport>,
    depth: u32,
    stopped_by: &'static str,
    deterministic: bool,
    algorithm: &'static str,
    level: Option<u8>,
    warm: bool,
    threads: usize,
    book: bool,
    seed: u64,
    stats: StatsReport,
    engine: &'static str,
}

/// The request's state and moves, with the chosen move appended: a position that keeps its past.
#[derive(Debug, Serialize)]
pub struct Next {
    state: State,
    moves: Vec<String>,
}

impl Next {
    /// These moves, played on this state.
    #[must_use]
    pub const fn new(state: State, moves: Vec<String>) -> Self {
        Self { state, moves }
    }
}

/// The position of a request as it was given: a state, and moves played on it.
pub struct Asked {
    pub(super) state: State,
    pub(super) moves: Vec<String>,
}

impl Asked {
    /// The question after this move, unless its moves would exceed [`Caps::MAX_MOVES`].
    fn next(self, chosen: Option<&str>) -> Option<Next> {
        let Self { state, mut moves } = self;
        let chosen = chosen.filter(|_| moves.len() < Caps::MAX_MOVES)?;
        moves.push(chosen.to_owned());
        Some(Next { state, moves })
    }
}

/// The JSON of an answer in two parts, between which every request has a `next` of its own. So it serves all requests that
/// came to its position on different ways.
pub struct SharedAnswer {
    before: Box<str>,
    after: Box<str>,
    chosen: Option<Box<str>>,
}

impl SharedAnswer {
    /// The answer of a search that was [asked](super::PreparedSearch::take_asked) nothing.
    #[must_use]
    pub fn of_search(report: &SearchReport) -> Self {
        const NEXT: &str = "\"next\":";
        let json = serde_json::to_string(report).expect("answers are plain data");
        // No text before it contains it: within strings, quotes are escaped, and states in JSON have no such field.
        let at = json.find(NEXT).map_or(json.len(), |at| at + NEXT.len());
        let (before, after) = json.split_at(at);
        let after = after.strip_prefix("null").unwrap_or(after);
        Self { before: before.into(), after: after.into(), chosen: report.chosen().map(Into::into) }
    }

    /// An answer that says nothing of the way to its position.
    #[must_use]
    pub fn whole(json: String) -> Self {
        Self { before: json.into(), after: "".into(), chosen: None }
    }

    /// The JSON for a request that asked so. Answers that are whole have no such part.
    #[must_use]
    pub fn text(&self, asked: Option<Asked>) -> String {
        let next = asked.map(|asked| serde_json::to_string(&asked.next(self.chosen.as_deref())));
        let next = next.and_then(Result::ok).unwrap_or_default();
        [&self.before, &*next, &self.after].concat()
    }

    /// The bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.before.len() + self.after.len() + self.chosen.as_ref().map_or(0, |chosen| chosen.len())
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Json(state) => state.get(),
            State::Text(state) => state,
        };
        write!(f, "{state} {:?}", self.moves)
    }
}

/// The fields of a request that its answer repeats.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The level of the request.
    pub level: Option<u8>,
    /// Whether the level sets the node limit, rather than a cap.
    pub own_nodes: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether the answer depends on nothing but the request, if no limit of time ends the search.
    pub repeatable: bool,
}

impl SearchReport {
    /// All visited nodes, quiescence included.
    #[must_use]
    pub const fn nodes_and_quiescence(&self) -> u64 {
        self.stats.visited()
    }

    /// The game's id.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The algorithm that ran.
    #[must_use]
    pub const fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// The depth of the last finished iteration.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The limit that ended the search.
    #[must_use]
    pub const fn stopped_by(&self) -> &'static str {
        self.stopped_by
    }

    /// The chosen move.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        self.r#move.as_deref()
    }

    /// Whether the same request has the same answer again, timing apart.
    #[must_use]
    pub const fn is_deterministic(&self) -> bool {
        self.deterministic
    }

    /// Adds `next`, unless its moves would exceed [`Caps::MAX_MOVES`].
    pub(super) fn with_next(self, asked: Asked) -> Self {
        Self { next: asked.next(self.chosen()), ..self }
    }

    /// The report of an answer in this game, `queued` being the time before the search began.
    #[must_use]
    pub fn new(game: &Game, echo: Echo, answer: Answer, queued: Duration) -> Self {
        let about = &game.about;
        let stats = StatsReport::new(&answer, queued);
        let deterministic = echo.repeatable && !answer.is_cut_by_time();
        let (found, over, side) = (answer.analysis, answer.standing.outcome.is_some(), answer.standing.to_move);
        let After { state, to_move, outcome, .. } = After::new(about, answer.standing);
        Self {
            game: game.id,
            state,
            to_move,
            r#move: found.best,
            after: answer.after.map(|standing| After::new(about, standing)),
            next: None,
            outcome,
            score: ScoreReport::new(about.score, found.score, side, found.proven, over),
            lines: LineReport::all(about, found.lines, answer.states, side),
            depth: found.depth,
            stopped_by: match found.stopped_by {
                // The node budget of a level, but not a lower cap of the server.
                StoppedBy::Depth if echo.level.is_some() => "level",
                StoppedBy::Nodes if echo.own_nodes => "level",
                stopped_by => stopped_by.name(),
            },
            deterministic,
            algorithm: echo.algorithm,
            level: echo.level,
            warm: found.warm,
            threads: found.threads,
            book: found.booked,
            seed: echo.seed,
            stats,
            engine: ENGINE,
        }
    }
}
