//! The tree that a search walked: requests for it, and answers.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::game_tree::{GameTree, TreeQuestion, View};
use plyd_games::notation::About;
use plyd_search::tree::{ALGORITHMS, Cut, Node};
use plyd_search::{Algorithm, Instant, Limits, Score, Stop, StoppedBy};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{Count, DrawsName, OrderName, Without, up_to};
use super::moves::MoveList;
use super::position::State;
use super::refusal::{Refusal, RefusalKind};
use super::request::position;
use super::stats::ProgressStats;

impl Caps {
    /// The deepest tree that a request may ask for.
    pub const MAX_TREE_DEPTH: u64 = 12;
    /// The most nodes that an answer may list.
    pub const MAX_TREE_NODES: u64 = 5_000;
}

const DEFAULT_DEPTH: u64 = 3;
const DEFAULT_NODES: u64 = 300;

/// How many nodes may be visited for each node that may be listed.
const VISITED_PER_LISTED: u64 = 1_000;

/// A tree; see openapi.yaml for each field.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRequest {
    #[serde(default)]
    state: Option<Box<RawValue>>,
    #[serde(default)]
    moves: Option<MoveList>,
    #[serde(default)]
    depth: Option<Count>,
    #[serde(default)]
    max_nodes: Option<Count>,
    #[serde(default)]
    algorithm: Option<String>,
    #[serde(default)]
    without: Option<Without>,
    #[serde(default)]
    order: Option<OrderName>,
}

/// A validated tree request. Only the size of the tree can still make it fail.
pub struct PreparedTree {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: TreeQuestion,
    /// When the answer is due.
    pub deadline: Instant,
    /// Trees of the same class are expected to take equally long.
    pub cost_class: u64,
    /// The request in canonical form. It always has the same answer.
    pub canonical: String,
}

impl TreeRequest {
    /// Validates all fields and the position. The request's time counts from `arrived`.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn prepare(self, game: &'static Game, caps: &Caps, arrived: Instant) -> Result<PreparedTree, Refusal> {
        let walk = walk_of(self.algorithm.as_deref())?;
        let depth = up_to("depth", self.depth, 0, Caps::MAX_TREE_DEPTH)?.unwrap_or(DEFAULT_DEPTH);
        let listed = up_to("max_nodes", self.max_nodes, 1, Caps::MAX_TREE_NODES)?.unwrap_or(DEFAULT_NODES);
        let position = position(game, self.state.as_deref(), self.moves.unwrap_or_default(), DrawsName::Claimed)?;
        let order = self.order.map(|order| order.find(&*position)).transpose()?;
        // Names are checked, and there is nothing to switch off: a tree is walked without any technique.
        let _ = self.without;
        let deadline = arrived + Duration::from_millis(caps.max_time_ms);
        let nodes = listed * VISITED_PER_LISTED;
        let limits = Limits { nodes, deadline: Some(deadline), ..Limits::depth(depth as u32) };
        let mut hasher = DefaultHasher::new();
        (game.id, "tree", walk.name(), depth, listed.ilog2()).hash(&mut hasher);
        let canonical = format!("tree {} {} {order:?} {depth} {listed}", position.identity(), walk.name());
        let question = TreeQuestion { walk, order, limits, listed: listed as usize };
        Ok(PreparedTree { game, position, question, deadline, cost_class: hasher.finish(), canonical })
    }
}

/// The algorithm of this name.
fn walk_of(name: Option<&str>) -> Result<Algorithm, Refusal> {
    let Some(name) = name else { return Ok(Algorithm::Textbook) };
    ALGORITHMS.into_iter().find(|walk| walk.name() == name).ok_or_else(|| {
        let names = ALGORITHMS.map(Algorithm::name).join(", ");
        let detail = format!("no tree is walked by {name:?}; expected one of {names}");
        Refusal::new(RefusalKind::InvalidBody, detail).at("algorithm")
    })
}

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The tree is too large for the request's limits.
    TooLarge(Refusal),
    /// The time limit was reached.
    Unfinished,
}

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(refusal) => refusal.fmt(f),
            Self::Unfinished => f.write_str("the time was over before the tree was done"),
        }
    }
}

impl std::error::Error for NoTree {}

impl PreparedTree {
    /// Walks the tree, on a worker.
    ///
    /// # Errors
    /// [`NoTree`], because half a tree would be misleading.
    pub fn walk(&self, stop: &Stop) -> Result<GameTree, NoTree> {
        self.position.tree(&self.question, stop).map_err(|limit| match limit {
            StoppedBy::Nodes => NoTree::TooLarge(self.too_large()),
            _ => NoTree::Unfinished,
        })
    }

    fn too_large(&self) -> Refusal {
        let TreeQuestion { limits: Limits { depth, nodes, .. }, walk, listed, .. } = self.question;
        let more = match listed as u64 {
            Caps::MAX_TREE_NODES => String::new(),
            _ => format!(" or a larger max_nodes, at most {}", Caps::MAX_TREE_NODES),
        };
        let detail = format!(
            "{} would visit more than {nodes} nodes to depth {depth}, and max_nodes {listed} allows no more; expected a \
             smaller depth{more}",
            walk.name(),
        );
        Refusal::new(RefusalKind::LimitExceeded, detail).at("depth")
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The question about the tree.
    #[must_use]
    pub const fn question(&self) -> &TreeQuestion {
        &self.question
    }

    /// The report of the walked tree.
    #[must_use]
    pub fn report(&self, tree: GameTree) -> TreeReport {
        let about = &self.game.about;
        let (side, of_max) = (tree.root.side, tree.root.value);
        let score = if side == tree.max_side { of_max } else { -of_max };
        let expected = about.expected_score.published(score, about.expected_score.fit.is_none());
        let root = NodeReport::new(about, tree.root);
        TreeReport {
            game: self.game.id,
            state: State::new(about, self.position.state()),
            algorithm: self.question.walk.name(),
            depth: self.question.limits.depth,
            max_side: about.players[tree.max_side.index()],
            value: root.value,
            pv: tree.pv,
            expected,
            truncated: tree.truncated,
            stats: ProgressStats::new(tree.stats, tree.elapsed),
            root,
        }
    }
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
    /// The expected score of the side to move.
    expected: f64,
    truncated: bool,
    stats: ProgressStats,
    root: NodeReport,
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
