//! The tree that a search walked: requests for it, and answers.

use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::game_tree::{GameTree, TreeQuestion, View};
use plyd_games::notation::About;
use plyd_search::Score;
use plyd_search::tree::{Cut, Node};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::fields::{BoardSize, Count, OrderName, Without};
use super::moves::MoveList;
use super::position::State;
use super::stats::ProgressStats;

/// A tree.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "openapi.yaml describes each field")]
pub struct TreeRequest {
    pub rules: Option<Box<RawValue>>,
    pub state: Option<Box<RawValue>>,
    pub size: Option<BoardSize>,
    pub moves: Option<MoveList>,
    pub depth: Option<Count>,
    pub max_nodes: Option<Count>,
    pub algorithm: Option<String>,
    pub without: Option<Without>,
    pub order: Option<OrderName>,
}

/// The answer of `tree`.
#[derive(Debug, Serialize)]
pub struct TreeReport {
    game: &'static str,
    state: State,
    algorithm: &'static str,
    depth: u32,
    max_side: &'static str,
    value: i32,
    pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv_labels: Option<Vec<String>>,
    /// The expected score of the side to move.
    expected: f64,
    truncated: bool,
    stats: ProgressStats,
    root: NodeReport,
    /// What may be wrong about the state of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl TreeReport {
    /// The report of the tree that was walked for this question. `times` decides whether it says how long the search
    /// took.
    #[must_use]
    pub fn new(
        game: &'static Game,
        position: &dyn AnyPosition,
        question: &TreeQuestion,
        tree: GameTree,
        times: bool,
    ) -> Self {
        let about = &game.about;
        let (side, of_max) = (tree.root.side, tree.root.value);
        let score = if side == tree.max_side { of_max } else { -of_max };
        let expected = about.expected_score.published(score, about.expected_score.fit.is_none());
        let root = NodeReport::new(about, tree.root);
        Self {
            game: game.id,
            state: State::new(about, position.state()),
            algorithm: question.walk.name(),
            depth: question.limits.depth,
            max_side: about.players[tree.max_side.index()],
            value: root.value,
            pv_labels: position.labels(&tree.pv),
            pv: tree.pv,
            expected,
            truncated: tree.truncated,
            stats: ProgressStats::new(tree.stats, times.then_some(tree.elapsed)),
            root,
            warnings: position.warnings(),
        }
    }
}

/// A node of the tree. All numbers are from Max's point of view.
#[derive(Debug, Serialize)]
struct NodeReport {
    r#move: Option<String>,
    label: Option<String>,
    side: &'static str,
    state: State,
    alpha: Option<i32>,
    beta: Option<i32>,
    value: i32,
    bound: &'static str,
    why: &'static str,
    cut: Option<CutReport>,
    pruned: Vec<String>,
    pruned_omitted: usize,
    omitted: usize,
    children: Vec<Self>,
}

#[derive(Debug, Serialize)]
struct CutReport {
    kind: &'static str,
    by: String,
    at: [i32; 2],
}

impl NodeReport {
    fn new(about: &About, node: Node<String, View>) -> Self {
        Self {
            r#move: node.mv,
            label: node.view.label,
            side: about.players[node.side.index()],
            state: State::new(about, node.view.state),
            alpha: node.alpha.map(Score::value),
            beta: node.beta.map(Score::value),
            value: node.value.value(),
            bound: node.bound.name(),
            why: node.why.name(),
            cut: node.cut.map(CutReport::new),
            pruned: node.pruned,
            pruned_omitted: node.pruned_omitted,
            omitted: node.omitted,
            children: node.children.into_iter().map(|child| Self::new(about, child)).collect(),
        }
    }
}

impl CutReport {
    fn new(cut: Cut<String>) -> Self {
        let (alpha, beta) = cut.window;
        Self { kind: if cut.at_alpha { "alpha" } else { "beta" }, by: cut.by, at: [alpha.value(), beta.value()] }
    }
}
