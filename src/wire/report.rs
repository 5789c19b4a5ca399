//! What is answered: the shapes of openapi.yaml, filled from domain values. Only here do these have the names of
//! fields.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use plyd_games::answer::{Answer, Description, Milestone, NamedLine, Progress, Standing};
use plyd_games::board::{Board, Piece, RowColumn};
use plyd_games::catalogue::Game;
use plyd_games::notation::{About, ScoreKind};
use plyd_search::position::{Outcome, Side};
use plyd_search::{Score, Stats, StoppedBy};
use serde::Serialize;
use serde_json::value::RawValue;

use super::request::Caps;

/// Name, version and build, as every answer carries them. Two builds of the same sources are the same build
/// (`build.rs`).
pub const ENGINE: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"), "+", env!("PLYD_BUILD"));

/// A canonical state: a JSON string, or JSON itself where the game is written in it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum State {
    /// The usual notation.
    Text(String),
    /// A JSON value.
    Json(Box<RawValue>),
}

impl State {
    /// Wraps a game's own text.
    #[must_use]
    pub fn new(about: &About, text: String) -> Self {
        match about.state_is_json {
            true => Self::Json(RawValue::from_string(text).expect("the game writes JSON")),
            false => Self::Text(text),
        }
    }
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct OutcomeReport {
    /// One of the game's players; none for a draw, or where nobody is said to win.
    pub winner: Option<&'static str>,
    /// In a few words.
    pub reason: &'static str,
}

impl OutcomeReport {
    fn new(about: &About, (outcome, reason): (Outcome, &'static str)) -> Self {
        // The numbers of a state's own are somebody's gain, and nobody's victory.
        let winner = outcome.winner().filter(|_| about.score != ScoreKind::Given);
        Self { winner: winner.map(|side| about.players[side.index()]), reason }
    }
}

/// A position, without its moves.
#[derive(Debug, Serialize)]
pub struct After {
    /// Its canonical state.
    pub state: State,
    /// Whose turn it is (or would be).
    pub to_move: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// How it ended.
    pub outcome: Option<OutcomeReport>,
}

impl After {
    fn new(about: &About, standing: Standing) -> Self {
        Self {
            state: State::new(about, standing.state),
            to_move: about.players[standing.to_move.index()],
            over: standing.outcome.is_some(),
            outcome: standing.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
        }
    }
}

/// A legal move and where it leads.
#[derive(Debug, Serialize)]
pub struct LegalMove {
    /// Its name.
    pub r#move: String,
    /// The state after it.
    pub state: State,
    /// The cells that it touches, in order.
    pub cells: Vec<RowColumn>,
    /// As a person writes it, or what tells it from another move that touches the same cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// What a letter of a board stands for.
#[derive(Debug, Serialize)]
pub struct PieceReport {
    /// One of the game's players.
    pub side: Option<&'static str>,
    /// What people call it.
    pub name: &'static str,
    /// One character to draw it with.
    pub symbol: &'static str,
}

impl PieceReport {
    /// The letters of a game.
    #[must_use]
    pub fn all(about: &About) -> BTreeMap<char, Self> {
        let report = |piece: &Piece| {
            let side = piece.side.map(|side| about.players[side.index()]);
            (piece.letter, Self { side, name: piece.name, symbol: piece.symbol })
        };
        about.pieces.iter().map(report).collect()
    }
}

/// The answer of `position`.
#[derive(Debug, Serialize)]
pub struct PositionReport {
    /// The game's id.
    pub game: &'static str,
    /// The position itself.
    #[serde(flatten)]
    pub position: After,
    /// Empty when the game is over.
    pub legal_moves: Vec<LegalMove>,
    /// The score of a search of depth 0, for the side to move.
    pub evaluation: i32,
    /// Rows top to bottom; only for games that have a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// What stands at the columns; empty if nothing does.
    pub files: Vec<String>,
    /// What stands at the rows; empty if nothing does.
    pub ranks: Vec<String>,
    /// Lines to draw from one cell to another; only for boards of points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[RowColumn; 2]>,
    /// The pieces in each player's hand; only for games that have hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[Vec<char>; 2]>,
}

impl PositionReport {
    /// What is answered of a position of this game.
    #[must_use]
    pub fn new(game: &Game, described: Description) -> Self {
        let about = &game.about;
        let legal_moves = described.legal_moves.into_iter();
        Self {
            game: game.id,
            position: After::new(about, described.standing),
            legal_moves: legal_moves
                .map(|mv| LegalMove {
                    r#move: mv.name,
                    state: State::new(about, mv.state),
                    cells: mv.cells,
                    label: mv.label,
                })
                .collect(),
            evaluation: described.evaluation.value(),
            board: described.board,
            files: described.files,
            ranks: described.ranks,
            lines: described.lines,
            hands: described.hands,
        }
    }
}

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
    fn new(kind: ScoreKind, score: Score, to_move: Side, proven: bool, over: bool) -> Self {
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
    fn new(about: &About, line: NamedLine, to_move: Side) -> Self {
        Self {
            r#move: line.pv[0].clone(),
            score: ScoreReport::new(about.score, line.score, to_move, line.proven, false),
            pv: line.pv,
            state: State::new(about, line.state),
        }
    }
}

/// The counters of [`Stats`] under their names in the contract.
#[derive(Debug, Serialize)]
#[serde(remote = "Stats")]
struct Counters {
    nodes: u64,
    leaves: u64,
    interior: u64,
    quiescence_nodes: u64,
    alpha_cutoffs: u64,
    beta_cutoffs: u64,
    first_move_cutoffs: u64,
    moves_pruned: u64,
    table_probes: u64,
    table_hits: u64,
    table_cutoffs: u64,
    deepest_ply: u32,
    #[serde(skip)]
    legal_moves: u64,
}

/// The statistics of a search.
#[derive(Debug, Serialize)]
pub(super) struct StatsReport {
    #[serde(flatten, with = "Counters")]
    stats: Stats,
    mean_branching: f64,
    minimax_nodes: Option<u64>,
    pruned_fraction: Option<f64>,
    elapsed_us: u64,
    queued_us: u64,
    nodes_per_second: u64,
    iterations: Vec<IterationReport>,
}

/// One finished iteration.
#[derive(Debug, Serialize)]
struct IterationReport {
    depth: u32,
    r#move: String,
    value: i32,
    nodes: u64,
    elapsed_us: u64,
}

impl IterationReport {
    fn new(done: Milestone) -> Self {
        Self {
            depth: done.depth,
            r#move: done.best,
            value: done.score.value(),
            nodes: done.nodes,
            elapsed_us: micros(done.elapsed),
        }
    }
}

/// How far a search has come: one finished iteration.
#[derive(Debug, Serialize)]
pub struct ProgressReport {
    depth: u32,
    lines: Vec<LineReport>,
    stats: ProgressStats,
}

/// What it took so far, all finished iterations together.
#[derive(Debug, Serialize)]
pub(super) struct ProgressStats {
    #[serde(flatten, with = "Counters")]
    stats: Stats,
    mean_branching: f64,
    elapsed_us: u64,
    nodes_per_second: u64,
}

impl ProgressReport {
    /// What is told of an iteration in this game.
    #[must_use]
    pub fn new(game: &Game, progress: Progress) -> Self {
        let Progress { to_move, depth, lines, stats, elapsed } = progress;
        Self {
            depth,
            lines: lines.into_iter().map(|line| LineReport::new(&game.about, line, to_move)).collect(),
            stats: ProgressStats::new(stats, elapsed),
        }
    }
}

impl ProgressStats {
    pub(super) fn new(stats: Stats, elapsed: Duration) -> Self {
        Self {
            stats,
            mean_branching: round(stats.mean_branching()),
            elapsed_us: micros(elapsed),
            nodes_per_second: per_second(stats.nodes, elapsed),
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
    score: ScoreReport,
    lines: Vec<LineReport>,
    depth: u32,
    stopped_by: &'static str,
    deterministic: bool,
    algorithm: &'static str,
    level: Option<u8>,
    book: bool,
    seed: u64,
    stats: StatsReport,
    engine: &'static str,
}

/// The game so far, as whoever asked has given it, the chosen move included: a position that still has its past.
#[derive(Debug, Serialize)]
struct Next {
    state: State,
    moves: Vec<String>,
}

/// The position of a question as it was asked: a state, and moves played on it.
pub(super) struct Asked {
    state: State,
    moves: Vec<String>,
}

impl Asked {
    pub(super) fn new(about: &About, state: Option<Box<RawValue>>, moves: Vec<String>) -> Self {
        Self { state: state.map_or_else(|| State::new(about, about.start().to_owned()), State::Json), moves }
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

/// What an answer repeats of its question.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    /// How it was searched.
    pub algorithm: &'static str,
    /// The level that was asked for.
    pub level: Option<u8>,
    /// Whether the limit of nodes is the level's own.
    pub own_nodes: bool,
    /// What was drawn from.
    pub seed: u64,
}

impl SearchReport {
    /// Everything that was visited.
    #[must_use]
    pub const fn nodes_and_quiescence(&self) -> u64 {
        self.stats.stats.nodes + self.stats.stats.quiescence_nodes
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

    /// What ended the search.
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

    /// The same, saying how the game that was asked about goes on; not where its moves would be more than may be sent.
    pub(super) fn following(self, Asked { state, mut moves }: Asked) -> Self {
        let chosen = self.r#move.clone().filter(|_| moves.len() < Caps::MAX_MOVES);
        let next = chosen.map(|chosen| {
            moves.push(chosen);
            Next { state, moves }
        });
        Self { next, ..self }
    }

    /// What is answered to a question about a position of this game that waited for so long.
    #[must_use]
    pub fn new(game: &Game, echo: Echo, answer: Answer, queued: Duration) -> Self {
        let about = &game.about;
        let stats = answer.stats;
        let pruned = |all: u64| round((1.0 - stats.nodes as f64 / all as f64).max(0.0));
        let deterministic = !answer.is_cut_by_time();
        let minimax_nodes = answer.minimax_nodes.and_then(Result::ok);
        let (over, side) = (answer.standing.outcome.is_some(), answer.standing.to_move);
        let After { state, to_move, .. } = After::new(about, answer.standing);
        Self {
            game: game.id,
            state,
            to_move,
            r#move: answer.best.map(|(_, name)| name),
            after: answer.after.map(|standing| After::new(about, standing)),
            next: None,
            score: ScoreReport::new(about.score, answer.score, side, answer.proven, over),
            lines: answer.lines.into_iter().map(|line| LineReport::new(about, line, side)).collect(),
            depth: answer.depth,
            stopped_by: match answer.stopped_by {
                // A level's own budget; a server's cap below it is not the level's doing.
                StoppedBy::Depth if echo.level.is_some() => "level",
                StoppedBy::Nodes if echo.own_nodes => "level",
                stopped_by => stopped_by.name(),
            },
            deterministic,
            algorithm: echo.algorithm,
            level: echo.level,
            book: answer.booked,
            seed: echo.seed,
            stats: StatsReport {
                stats,
                mean_branching: round(stats.mean_branching()),
                minimax_nodes,
                pruned_fraction: minimax_nodes.map(pruned),
                elapsed_us: micros(answer.elapsed),
                queued_us: micros(queued),
                nodes_per_second: per_second(stats.nodes, answer.elapsed),
                iterations: answer.iterations.into_iter().map(IterationReport::new).collect(),
            },
            engine: ENGINE,
        }
    }
}

/// Three decimals are plenty, and keep answers readable.
fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
