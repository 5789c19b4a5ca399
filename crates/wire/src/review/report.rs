//! The answers to a review: its plies and a summary.

use std::time::Duration;

use plyd_games::catalogue::Game;
use plyd_games::review::{Judgement, Measure, Puzzle, Review, SideSummary, Summary, Verdict};
use plyd_search::Line;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::request::CurveName;
use crate::hint::FactReport;
use crate::position::{ClaimReport, OpeningReport, OutcomeReport, State};
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
    verdict: Option<&'static str>,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_labels: Option<Vec<String>>,
    only_move: bool,
    book: bool,
    opening: Option<OpeningReport>,
    depth: u32,
    stopped_by: &'static str,
    nodes: u64,
}

impl PlyReport {
    /// The report of a ply of this game.
    #[must_use]
    pub fn new(game: &Game, review: &Review, judged: Judgement) -> Self {
        let played = &review.moves()[judged.ply];
        let Judgement { ply, best, best_label, labels, measure, book, depth, stopped_by, nodes, .. } = judged;
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
            verdict: measure.as_ref().map(|measure| measure.verdict.name()),
            pv: best.pv,
            pv_labels: labels,
            only_move: played.is_only,
            book,
            opening: review.opening_at(ply).cloned().map(OpeningReport::new),
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
    sides: Sides,
    turning_points: Vec<TurningPointReport>,
    outcome: Option<OutcomeReport>,
    claimable: Option<ClaimReport>,
    opening: Option<OpeningReport>,
    curve: CurveName,
    algorithm: &'static str,
    deterministic: bool,
    stats: ReviewStats,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<Vec<PuzzleReport>>,
    engine: &'static str,
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
    facts: Vec<FactReport>,
}

impl PuzzleReport {
    /// The report of a puzzle of this review.
    #[must_use]
    pub fn new(game: &Game, review: &Review, puzzle: &Puzzle) -> Self {
        let Puzzle { ply, before, solution, labels, label, loss, facts, .. } = puzzle;
        Self {
            ply: *ply,
            side: game.about.players[review.moves()[*ply].side.index()],
            state: State::new(&game.about, before.clone()),
            moves: [review.moves()[ply - 1].name.clone()],
            solution: solution.clone(),
            solution_labels: labels.clone(),
            label: label.clone(),
            loss: *loss,
            facts: facts.iter().map(FactReport::new).collect(),
        }
    }
}

/// A review: its plies in the order of the game, already serialised, and the summary.
#[derive(Debug, Serialize)]
pub struct ReviewReport {
    plies: Vec<Box<RawValue>>,
    #[serde(flatten)]
    summary: SummaryReport,
}

impl ReviewReport {
    /// The report with these plies.
    #[must_use]
    pub const fn new(plies: Vec<Box<RawValue>>, summary: SummaryReport) -> Self {
        Self { plies, summary }
    }
}

/// Both sides, each under its player's name.
#[derive(Debug)]
struct Sides([(&'static str, SideReport); 2]);

impl Serialize for Sides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(player, side)| (player, side)))
    }
}

#[derive(Debug, Serialize)]
struct SideReport {
    accuracy: Option<f64>,
    mean_loss: Option<f64>,
    verdicts: Verdicts,
}

/// The number of moves of each verdict.
#[derive(Debug)]
struct Verdicts([u32; Verdict::ALL.len()]);

impl Serialize for Verdicts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (verdict, count) in Verdict::ALL.into_iter().zip(self.0) {
            map.serialize_entry(verdict.name(), &count)?;
        }
        map.end()
    }
}

#[derive(Debug, Serialize)]
struct TurningPointReport {
    ply: usize,
    loss: f64,
}

/// The totals of all searches of a review.
#[derive(Debug, Serialize)]
struct ReviewStats {
    nodes: u64,
    #[serde(flatten)]
    times: Option<Times>,
}

/// The totals of a review.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "the names say all")]
pub struct ReviewTotals {
    pub nodes: u64,
    pub elapsed: Duration,
    pub queued: Duration,
}

/// What a summary is made of.
pub struct ReviewEcho<'a> {
    /// The game.
    pub game: &'static Game,
    /// Its moves.
    pub review: &'a Review,
    /// The judged moves.
    pub summary: Summary,
    /// Whose games the curve describes.
    pub curve: CurveName,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Whether the same request has the same answer again.
    pub deterministic: bool,
    /// What the searches took.
    pub totals: &'a ReviewTotals,
    /// Whether to report times.
    pub times: bool,
    /// The annotated record, if one is wanted.
    pub record: Option<String>,
    /// The puzzles, if they are wanted.
    pub puzzles: Option<&'a [Puzzle]>,
}

impl SummaryReport {
    /// The report of the judged plies.
    #[must_use]
    pub fn new(echo: ReviewEcho<'_>) -> Self {
        let ReviewEcho { game, review, summary, curve, algorithm, deterministic, totals, times, record, puzzles } =
            echo;
        let (about, end) = (&game.about, review.end());
        let side = |SideSummary { accuracy, mean_loss, verdicts }| SideReport {
            accuracy,
            mean_loss,
            verdicts: Verdicts(verdicts),
        };
        let [first, second] = summary.sides.map(side);
        let puzzles = puzzles.map(|all| all.iter().map(|puzzle| PuzzleReport::new(game, review, puzzle)).collect());
        Self {
            game: game.id,
            state: State::new(about, review.start().state()),
            sides: Sides([(about.players[0], first), (about.players[1], second)]),
            turning_points: summary
                .turning_points
                .iter()
                .map(|point| TurningPointReport { ply: point.ply, loss: point.loss })
                .collect(),
            outcome: end.outcome.map(|outcome| OutcomeReport::new(about, outcome)),
            claimable: end.claimable.map(|reason| ClaimReport { reason }),
            opening: review.opening().cloned().map(OpeningReport::new),
            curve,
            algorithm,
            deterministic,
            stats: ReviewStats {
                nodes: totals.nodes,
                times: times.then(|| Times::new(totals.elapsed, Some(totals.queued), totals.nodes)),
            },
            record,
            puzzles,
            engine: ENGINE,
        }
    }
}
