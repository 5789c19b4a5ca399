//! Grades of moves: the request and its answer.

use plyd_games::answer::Standing;
use plyd_games::catalogue::{AnyPosition, Game, IllegalMove};
use plyd_games::hint::Reason;
use plyd_games::review::Graded;
use plyd_search::{Line, StoppedBy};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::{BoardSize, Count, DrawsName};
use super::moves::MoveList;
use super::position::{PositionText, State};
use super::report::{ENGINE, ScoreReport};
use super::review::CurveName;

/// Moves of a position to be judged.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct GradeRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub draws: Option<DrawsName>,
    pub candidates: Vec<String>,
    pub depth: Option<Count>,
    pub nodes: Option<Count>,
    pub time_ms: Option<Count>,
    pub wait_ms: Option<Count>,
    pub algorithm: Option<String>,
    pub curve: Option<CurveName>,
    pub with: Option<Vec<GradeExtra>>,
}

/// An extra of a grade.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase", expecting = "`facts`, `rank` or `text`")]
#[expect(missing_docs, reason = "openapi.yaml describes each extra")]
pub enum GradeExtra {
    Facts,
    Rank,
    Text,
}

/// The answer of `grade`.
#[derive(Debug, Serialize)]
pub struct GradeReport {
    /// The game's id.
    pub game: &'static str,
    state: State,
    to_move: &'static str,
    legal: usize,
    curve: CurveName,
    best: BestReport,
    candidates: Vec<CandidateReport>,
    /// The least depth of the searches.
    pub depth: u32,
    /// The nodes of all searches.
    pub nodes: u64,
    /// Whether the same request has the same answer again.
    pub deterministic: bool,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    engine: &'static str,
    /// The position in words, if the request asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<PositionText>,
    /// What may be wrong about the state of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The best move.
#[derive(Debug, Serialize)]
struct BestReport {
    r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    score: ScoreReport,
    expected: f64,
    proven: bool,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_labels: Option<Vec<String>>,
}

/// A judged move, or a text that means none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum CandidateReport {
    Legal(Box<LegalReport>),
    Illegal { given: String, legal: bool, reason: String, near: Vec<String> },
}

#[derive(Debug, Serialize)]
struct LegalReport {
    given: String,
    legal: bool,
    r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    score: Option<ScoreReport>,
    expected: Option<f64>,
    loss: Option<f64>,
    score_loss: Option<i32>,
    plies_lost: Option<u32>,
    proven: bool,
    rank: Option<usize>,
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<Reason>>,
}

/// A candidate as it was read.
#[derive(Debug)]
pub struct Candidate {
    /// The text of the request.
    pub given: String,
    /// The move that it means, or why it means none.
    pub meant: Result<Meant, IllegalMove>,
}

/// The move that a candidate means.
#[derive(Clone, Debug)]
pub struct Meant {
    /// Its place among the moves that were judged.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// The move as a person writes it, if that differs from its name.
    pub label: Option<String>,
    /// What the move does on the board, if the request asks for it.
    pub facts: Option<Vec<Reason>>,
}

/// How the moves of a request are judged.
#[derive(Clone, Copy, Debug)]
pub struct GradeSettings {
    /// Whose games the curve describes.
    pub curve: CurveName,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Whether the same request always has the same answer, unless a time limit ends a search.
    pub repeatable: bool,
}

impl GradeReport {
    /// The report of what was found about these candidates in this position.
    #[must_use]
    pub fn new(
        game: &'static Game,
        position: &dyn AnyPosition,
        settings: GradeSettings,
        candidates: Vec<Candidate>,
        graded: Graded,
    ) -> Self {
        let Graded { best, best_label, best_labels, moves, depth, nodes, stopped_by, expected } = graded;
        let (about, Standing { state, to_move, .. }) = (&game.about, position.standing());
        let score = |line: &Line<String>| ScoreReport::new(about.score, line.score, to_move, line.proven, false);
        let report = |Candidate { given, meant }| match meant {
            Ok(Meant { place, name, label, facts }) => {
                let graded = moves[place].as_ref();
                CandidateReport::Legal(Box::new(LegalReport {
                    given,
                    legal: true,
                    r#move: name,
                    label,
                    score: graded.map(|graded| score(&graded.measure.line)),
                    expected: graded.map(|graded| graded.measure.expected),
                    loss: graded.map(|graded| graded.measure.loss),
                    score_loss: graded.and_then(|graded| score_loss(&best, &graded.measure.line)),
                    plies_lost: graded.and_then(|graded| graded.measure.plies_lost),
                    proven: graded.is_some_and(|graded| best.proven && graded.measure.line.proven),
                    rank: graded.and_then(|graded| graded.rank),
                    verdict: graded.map(|graded| graded.measure.verdict.name()),
                    facts,
                }))
            }
            Err(IllegalMove { detail, candidates }) => {
                CandidateReport::Illegal { given, legal: false, reason: detail, near: candidates }
            }
        };
        Self {
            game: game.id,
            state: State::new(about, state),
            to_move: about.players[to_move.index()],
            legal: position.count_moves(),
            curve: settings.curve,
            candidates: candidates.into_iter().map(report).collect(),
            best: BestReport {
                r#move: best.pv[0].clone(),
                label: best_label,
                score: score(&best),
                expected,
                proven: best.proven,
                pv: best.pv,
                pv_labels: best_labels,
            },
            depth,
            nodes,
            deterministic: settings.repeatable && stopped_by != StoppedBy::Time,
            algorithm: settings.algorithm,
            engine: ENGINE,
            text: None,
            warnings: position.warnings(),
        }
    }
}

/// The difference of two scores in the game's own unit; `None` if one of them is a win or a loss with its distance, or
/// only one of them is proven.
fn score_loss(best: &Line<String>, own: &Line<String>) -> Option<i32> {
    let comparable = best.proven == own.proven && !best.score.is_proven() && !own.score.is_proven();
    comparable.then(|| best.score.value() - own.score.value())
}
