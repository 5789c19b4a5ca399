//! An explicit game tree, as in textbooks: leaves have numbers, and Max and Min choose the path.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::notation::{About, InvalidState, Notation, ScoreKind};
use plyd_search::expected_score::ExpectedScore;
use plyd_search::hooks::{AllMoves, Hooks, NoForced, NoLeaves, NoSolver, NoTactics};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Evaluate, Score};

mod json;

use json::{Form, Written};

/// A node of a tree. Copies share the tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Arc<[Node]>,
    at: u32,
}

/// A stored node. All nodes are in one list, in which the children of a node are next to each other.
#[derive(Clone, Debug)]
struct Node {
    name: Box<str>,
    /// The form in which it was sent.
    form: Form,
    /// The side to move. For a leaf this is Max, because its number is from Max's point of view.
    side: Side,
    /// The number of a leaf, or the static value of an inner node at the depth limit.
    value: Option<i32>,
    first_child: u32,
    children: u32,
    /// Plies to the farthest leaf.
    height: u32,
    key: u64,
}

const NAMES: [&str; 2] = ["max", "min"];

impl Tree {
    fn new(root: Written) -> Self {
        let mut nodes = vec![Node::named(String::new())];
        let mut pending = vec![(0, root, Side::First)];
        while let Some((at, written, turn)) = pending.pop() {
            match written {
                Written::Leaf(value) => nodes[at].value = Some(value),
                Written::Inner { form, side, value, children } => {
                    let side = side.unwrap_or(turn);
                    let first_child = nodes.len();
                    let node = &mut nodes[at];
                    (node.form, node.side, node.value) = (form, side, value);
                    (node.first_child, node.children) = (first_child as u32, children.len() as u32);
                    for (place, (name, child)) in children.into_iter().enumerate() {
                        nodes.push(Node::named(name));
                        pending.push((first_child + place, child, side.other()));
                    }
                }
            }
        }
        Self::with_keys(nodes)
    }

    /// Sets the keys. A node's key is a digest of its subtree, independent of how the tree was written. Children come
    /// after their parents in the list, so going backwards reaches them first.
    fn with_keys(mut nodes: Vec<Node>) -> Self {
        for at in (0..nodes.len()).rev() {
            let mut digest = DefaultHasher::new();
            let node = &nodes[at];
            (node.side, node.value, node.children).hash(&mut digest);
            let mut height = 0;
            for child in &nodes[node.first_child as usize..][..node.children as usize] {
                (&child.name, child.key).hash(&mut digest);
                height = height.max(child.height + 1);
            }
            (nodes[at].key, nodes[at].height) = (digest.finish(), height);
        }
        Self { nodes: nodes.into(), at: 0 }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at as usize]
    }

    fn children(&self) -> impl Iterator<Item = Self> {
        let node = self.node();
        (node.first_child..node.first_child + node.children).map(|at| Self { nodes: Arc::clone(&self.nodes), at })
    }
}

impl Node {
    fn named(name: String) -> Self {
        Self {
            name: name.into(),
            form: Form::Object,
            side: Side::First,
            value: None,
            first_child: 0,
            children: 0,
            height: 0,
            key: 0,
        }
    }
}

impl Position for Tree {
    /// The child's number.
    type Move = u32;

    const MAX_SIDE: Option<Side> = Some(Side::First);

    fn side_to_move(&self) -> Side {
        self.node().side
    }

    fn outcome(&self) -> Option<Outcome> {
        let node = self.node();
        (node.children == 0).then(|| Outcome::Points(node.value.unwrap_or(0)))
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(0..self.node().children);
    }

    fn play_unchecked(&mut self, child: u32) {
        self.at = self.node().first_child + child;
    }

    fn key(&self) -> u64 {
        self.node().key
    }
}

impl Evaluate for Tree {
    type Hooks = Self;

    fn plies_left(&self) -> u32 {
        self.node().height
    }

    fn evaluate(&self) -> Score {
        let node = self.node();
        let value = Score::points(node.value.unwrap_or(0));
        if node.side == Side::First { value } else { -value }
    }
}

/// No iterative deepening, because a number high up in the tree does not predict which branch is best. Searching children
/// from left to right at full depth gives the values, visits and prunings of the textbook.
impl Hooks<Self> for Tree {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;

    const AT_ONCE: bool = true;
}

impl Notation for Tree {
    const ABOUT: About = About {
        title: "Game tree",
        players: NAMES,
        sides: None,
        summary: "An explicit tree of numbers, as textbooks draw them: see which branches alpha-beta skips.",
        rules: "The side to move at a node chooses one of its children. A leaf ends the game with its number, which is \
                Max's gain and Min's loss. At the depth limit an inner node counts as its own value, or 0.",
        state_notation: "JSON. A leaf is a whole number within ±1,000,000 (its value for Max). An inner node is an \
                         array of nodes, or an object with `children` (names to nodes, in order), and optionally \
                         `side` (`max` or `min`) and `value` (for Max). Sides alternate from max if not given; at most \
                         60 levels; names have 1 to 64 bytes. Answers write arrays as arrays, and objects with their `side`.",
        state_examples: &[
            "[[3,12,8],[2,4,6],[14,5,2]]",
            r#"{"side":"min","children":{"left":[5,9],"right":{"side":"max","value":1,"children":{"a":-3,"b":7}}}}"#,
            "5",
        ],
        state_is_json: true,
        move_notation: "The child's name, or its index `0`, `1`, … in an array.",
        move_examples: &["0", "left"],
        layout: None,
        pieces: &[],
        score: ScoreKind::Given,
        score_unit: "The numbers of the tree, seen from the side to move.",
        counted_in: None,
        default_depth: json::HEIGHT_MAX,
        review_nodes: 200_000,
        max_depth: json::HEIGHT_MAX,
        max_minimax_depth: json::HEIGHT_MAX,
        expected_score: ExpectedScore::FIXED,
        levels: None,
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        json::read(text).map(Self::new)
    }

    fn state(&self) -> String {
        json::write(self, Side::First)
    }

    fn move_text(&self, child: u32) -> String {
        self.nodes[(self.node().first_child + child) as usize].name.to_string()
    }

    /// There are no other spellings, because the author of the tree chose the names.
    fn respelled(&self, _: &str, _: Vec<u32>) -> Vec<u32> {
        Vec::new()
    }

    fn reason(&self) -> &'static str {
        "leaf"
    }

    /// Sides exchanged and numbers negated.
    fn twins(&self) -> Vec<Self> {
        let exchanged = |node: &Node| Node {
            side: if node.children > 0 { node.side.other() } else { node.side },
            value: node.value.map(|value| -value),
            ..node.clone()
        };
        match self.node().children {
            0 => Vec::new(),
            _ => vec![Self { at: self.at, ..Self::with_keys(self.nodes.iter().map(exchanged).collect()) }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use plyd_search::{Algorithm, Analysis, StoppedBy};

    fn analyse(state: &str, algorithm: Algorithm, depth: u32) -> Analysis<u32> {
        testing::analyse(&Tree::parse(state).unwrap(), algorithm, depth)
    }

    #[test]
    fn the_textbook_tree_has_its_value_visits_and_prunings() {
        // Max chooses among the minima of (3, 12, 8), (2, …) and (14, 5, 2). After 2 is seen, 4 and 6 do not matter.
        let analysis = analyse("[[3,12,8],[2,4,6],[14,5,2]]", Algorithm::AlphaBeta, 60);
        let stats = analysis.stats;
        assert_eq!((analysis.best, analysis.score.value()), (Some(0), 3));
        assert_eq!((stats.leaves, stats.moves_pruned, stats.interior, stats.nodes), (7, 2, 4, 11));
        assert_eq!((stats.alpha_cutoffs, stats.beta_cutoffs, stats.first_move_cutoffs), (1, 0, 1));
        assert_eq!((stats.deepest_ply, stats.legal_moves), (2, 12));
        assert_eq!((analysis.stopped_by, analysis.lines[0].pv.as_slice()), (StoppedBy::Solved, [0, 0].as_slice()));
        let minimax = analyse("[[3,12,8],[2,4,6],[14,5,2]]", Algorithm::Minimax, 60);
        assert_eq!((minimax.score.value(), minimax.stats.nodes, minimax.stats.leaves), (3, 13, 9));
    }

    #[test]
    fn a_min_root_cuts_at_max_nodes() {
        // Min has 5 on the left. On the right Max gets at least 8 from the first leaf, so 1 is skipped.
        let analysis = analyse(r#"{"side":"min","children":{"l":[4,5],"r":[8,1]}}"#, Algorithm::AlphaBeta, 2);
        assert_eq!((analysis.score.value(), analysis.best), (-5, Some(0)));
        let stats = analysis.stats;
        assert_eq!((stats.alpha_cutoffs, stats.beta_cutoffs, stats.moves_pruned, stats.leaves), (0, 1, 1, 3));
    }

    #[test]
    fn a_deep_cut_prunes_inner_nodes() {
        // Left: Min's 6. Right: Min sees 9 from its first Max node, then 4 from the second leaf, so [[7],[8]] is cut
        // off.
        let analysis = analyse("[[6,7],[[9,3],4,[7,8]]]", Algorithm::AlphaBeta, 60);
        let stats = analysis.stats;
        assert_eq!((analysis.score.value(), stats.moves_pruned, stats.alpha_cutoffs), (6, 1, 1));
        assert_eq!((stats.first_move_cutoffs, stats.leaves, stats.interior), (0, 5, 4));
    }

    #[test]
    fn the_depth_limit_takes_an_inner_nodes_own_value() {
        let state = r#"[{"value":7,"children":{"a":1}},{"value":9,"children":{"a":0}},[100]]"#;
        let cut = analyse(state, Algorithm::AlphaBeta, 1);
        assert_eq!((cut.score.value(), cut.best, cut.proven, cut.stopped_by), (9, Some(1), false, StoppedBy::Depth));
        let whole = analyse(state, Algorithm::AlphaBeta, 2);
        assert_eq!((whole.score.value(), whole.best, whole.proven), (100, Some(2), true));
        assert_eq!(analyse(state, Algorithm::AlphaBeta, 0).score.value(), 0);
    }

    #[test]
    fn ragged_trees_single_children_and_repeated_turns_work() {
        for (state, value) in [
            ("[[[[4]]]]", 4),
            ("[1,[2,[3,[4,-5]]]]", 2),
            (r#"{"side":"max","children":{"x":{"side":"max","children":{"a":1,"b":6}},"y":5}}"#, 6),
            ("-7", -7),
        ] {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                assert_eq!(analyse(state, algorithm, 60).score.value(), value, "{state}");
            }
        }
    }
}
