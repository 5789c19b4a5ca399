//! The answers to a review: its plies and a summary.

use plyd_games::answer::Claimable;
use plyd_games::catalogue::Game;
use plyd_games::hint::Reason;
use plyd_games::opening::Opening;
use plyd_games::record::Lost;
use plyd_games::review::{Judgement, Measure, PlyNote, Puzzle, Review, Summary, TurningPoint};
use plyd_search::Line;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::request::CurveName;
use crate::position::{OutcomeReport, State};
use crate::report::{ENGINE, ScoreReport};
use crate::stats::Times;

/// A judged ply.
#[derive(Debug, Serialize)]
pub struct PlyReport {
    ply: usize,
    side: &'static str,
    r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    best: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_label: Option<String>,
    score: Option<ScoreReport>,
    best_score: ScoreReport,
    expected: Option<f64>,
    best_expected: Option<f64>,
    loss: Option<f64>,
    plies_lost: Option<u32>,
    allows_win: Option<u32>,
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<Reason>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_labels: Option<Vec<String>>,
    only_move: bool,
    book: bool,
    opening: Option<Opening>,
    depth: u32,
    stopped_by: &'static str,
    nodes: u64,
}

impl PlyReport {
    /// The report of a ply of this game.
    #[must_use]
    pub fn new(game: &Game, review: &Review, judged: Judgement) -> Self {
        let played = &review.moves()[judged.ply];
        let allows_win = judged.allows_win(game.about.score);
        let Judgement { ply, best, best_label, labels, measure, facts, notes, book, depth, stopped_by, nodes, .. } =
            judged;
        let score =
            |line: &Line<String>| ScoreReport::new(game.about.score, line.score, played.side, line.proven, false);
        let number = |number: fn(&Measure) -> f64| measure.as_ref().map(number);
        Self {
            ply,
            side: game.about.players[played.side.index()],
            r#move: played.name.clone(),
            label: played.label.clone(),
            best: best.pv[0].clone(),
            best_label,
            score: measure.as_ref().map(|measure| score(&measure.line)),
            best_score: score(&best),
            expected: number(|measure| measure.expected),
            best_expected: number(|measure| measure.best_expected),
            loss: number(|measure| measure.loss),
            plies_lost: measure.as_ref().and_then(|measure| measure.plies_lost),
            allows_win,
            verdict: measure.as_ref().map(|measure| measure.verdict.name()),
            notes: notes.into_iter().map(PlyNote::name).collect(),
            facts,
            pv: best.pv,
            pv_labels: labels,
            only_move: played.is_only,
            book,
            opening: review.opening_at(ply).cloned(),
            depth,
            stopped_by: stopped_by.name(),
            nodes,
        }
    }
}

/// A review without its plies.
#[derive(Debug, Serialize)]
pub struct SummaryReport {
    game: &'static str,
    state: State,
    /// Each side under its player's name.
    sides: Map<String, Value>,
    turning_points: Vec<TurningPoint>,
    outcome: Option<OutcomeReport>,
    claimable: Option<Claimable>,
    opening: Option<Opening>,
    #[serde(flatten)]
    made: ReviewMade,
    engine: &'static str,
}

/// How a review was made, and the optional parts that the request asks for.
#[derive(Debug, Serialize)]
pub struct ReviewMade {
    /// Whose games the curve describes.
    pub curve: CurveName,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Whether the same request has the same answer again.
    pub deterministic: bool,
    /// The totals of all searches.
    pub stats: ReviewStats,
    /// The annotated record, if one is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What the record has and the annotated record does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Lost>,
    /// The warnings about the record that was read, as sentences with line and column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The puzzles, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<Vec<PuzzleReport>>,
}

/// The totals of all searches of a review.
#[derive(Debug, Serialize)]
pub struct ReviewStats {
    /// The visited nodes.
    pub nodes: u64,
    /// How long the searches took, if the answer reports times.
    #[serde(flatten)]
    pub times: Option<Times>,
}

impl SummaryReport {
    /// The report of the judged plies.
    #[must_use]
    pub fn new(game: &Game, review: &Review, summary: Summary, made: ReviewMade) -> Self {
        let (about, end) = (&game.about, review.end());
        let sides = about.players.iter().zip(summary.sides);
        Self {
            game: game.id,
            state: State::new(about, review.start().state()),
            sides: sides.map(|(player, side)| ((*player).to_owned(), json!(side))).collect(),
            turning_points: summary.turning_points,
            outcome: end.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            claimable: end.claimable,
            opening: review.opening().cloned(),
            made,
            engine: ENGINE,
        }
    }
}

/// A position after a mistake in which one move is far better than all others.
#[derive(Debug, Serialize)]
pub struct PuzzleReport {
    ply: usize,
    side: &'static str,
    state: State,
    moves: [String; 1],
    solution: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_labels: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    loss: f64,
    facts: Vec<Reason>,
    source: PuzzleSource,
    mistake: String,
}

/// The game that a puzzle comes from.
#[derive(Debug, Serialize)]
struct PuzzleSource {
    game: &'static str,
    #[serde(flatten)]
    origin: GameOrigin,
    ply: usize,
}

/// Where a judged game comes from.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameOrigin {
    /// Which game of the record or file it is, counted from 0; `None` if the game came as moves.
    pub game_index: Option<usize>,
    /// The names of its players, if they are known.
    pub players: [Option<String>; 2],
}

impl PuzzleReport {
    /// The report of a puzzle of this review. `origin` says where the reviewed game comes from.
    #[must_use]
    pub fn new(game: &Game, review: &Review, origin: &GameOrigin, puzzle: &Puzzle) -> Self {
        let Puzzle { ply, before, solution, labels, label, loss, facts, .. } = puzzle;
        let mistake = &review.moves()[ply - 1];
        Self {
            ply: *ply,
            side: game.about.players[review.moves()[*ply].side.index()],
            state: State::new(&game.about, before.clone()),
            moves: [mistake.name.clone()],
            solution: solution.clone(),
            solution_labels: labels.clone(),
            label: label.clone(),
            loss: *loss,
            facts: facts.clone(),
            source: PuzzleSource { game: game.id, origin: origin.clone(), ply: *ply },
            mistake: mistake.label.as_ref().unwrap_or(&mistake.name).clone(),
        }
    }
}

/// A review: its plies in the order of the game, already serialised, and the summary.
#[derive(Debug, Serialize)]
pub struct ReviewReport {
    /// The plies as JSON.
    pub plies: Vec<Box<RawValue>>,
    /// The summary of the plies.
    #[serde(flatten)]
    pub summary: SummaryReport,
}
