//! The blocks of a picture: one for each node, one for the moves pruned below a node, and one for nodes that are left
//! out.

use plyd_games::board::{Board, Content};
use plyd_games::catalogue::Game;
use plyd_games::game_tree::{GameTree, TreeQuestion, View};
use plyd_search::tree::{self, Bound, Cut, Why};
use plyd_search::{Algorithm, Score};

use super::text::{NAME_MAX, score_text, shown};

type Node = tree::Node<String, View>;

/// What the caption of a picture says.
#[derive(Clone, Copy, Debug)]
pub struct Caption {
    pub(super) walk: Algorithm,
    pub(super) depth: u32,
    /// The names of the players, beginning with the first player.
    pub(super) players: [&'static str; 2],
}

impl Caption {
    /// The caption for a tree of this game.
    #[must_use]
    pub const fn new(game: &Game, question: &TreeQuestion) -> Self {
        Self { walk: question.walk, depth: question.limits.depth, players: game.about.players }
    }
}

/// A rectangle of the picture, and what is in it.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The index of the parent's block; `None` for the root.
    pub(super) parent: Option<usize>,
    /// The distance from the root.
    pub(super) row: usize,
    /// Whether the block is on the principal variation.
    pub(super) chosen: bool,
    /// The move that leads here, and the window with which it was searched.
    pub(super) labels: Vec<String>,
    pub(super) kind: Kind,
    /// The tooltip.
    pub(super) title: String,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A node of Max or Min.
    Node { is_max: bool, shape: Shape, below: Option<String> },
    /// Moves that were never tried, and the reason.
    Cut,
    /// Nodes that the search visited but the answer does not list.
    Omitted,
}

/// The shape of a node.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A triangle, up for Max and down for Min, with a short text.
    Triangle(String),
    /// A box: the line ends here, at the depth limit or by the rules.
    Leaf { text: String, over: bool },
    /// A small board with a small triangle beside it.
    Board(Board),
}

/// How many pruned moves a block names. The others are only counted.
const PRUNED_NAMED: usize = 3;

/// How many characters fit into a triangle.
const TRIANGLE_TEXT: usize = 3;

/// How all blocks of a picture are drawn.
struct Style {
    max_side: plyd_search::position::Side,
    /// Whether alpha and beta are on separate lines.
    tall_windows: bool,
    /// Whether the algorithm uses windows.
    windows: bool,
    /// Whether every value fits into a triangle.
    values_inside: bool,
}

/// The blocks of a tree, parents before their children.
pub(super) fn blocks(tree: &GameTree, walk: Algorithm) -> Vec<Block> {
    let mut style = Style {
        max_side: tree.max_side,
        tall_windows: false,
        windows: walk != Algorithm::Minimax,
        values_inside: true,
    };
    measure(&tree.root, &mut style);
    let mut blocks = Vec::new();
    add(&tree.root, None, 0, Some(&tree.pv), &style, &mut blocks);
    blocks
}

fn measure(node: &Node, style: &mut Style) {
    style.tall_windows |= window(node).chars().count() > 9;
    style.values_inside &= value_text(node).chars().count() <= TRIANGLE_TEXT || node.why != Why::Interior;
    for child in &node.children {
        measure(child, style);
    }
}

fn bound(score: Option<Score>, none: &str) -> String {
    score.map_or_else(|| none.to_owned(), score_text)
}

fn window(node: &Node) -> String {
    format!("[{}, {}]", bound(node.alpha, "\u{2212}∞"), bound(node.beta, "∞"))
}

fn value_text(node: &Node) -> String {
    let sign = match node.bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    // A word is separated by a space, a number is not.
    let space = if node.value.plies().is_some() && !sign.is_empty() { " " } else { "" };
    format!("{sign}{space}{}", score_text(node.value))
}

/// Whether any value is a win or a loss in a number of plies.
pub(super) fn has_distances(node: &Node) -> bool {
    node.value.plies().is_some() || node.children.iter().any(has_distances)
}

/// The condition of a cutoff with its numbers, such as `4 ≥ β = 3`.
pub(super) fn reason(cut: &Cut<String>) -> String {
    let (alpha, beta) = cut.window;
    match cut.at_alpha {
        true => format!("{} ≤ α = {}", score_text(beta), score_text(alpha)),
        false => format!("{} ≥ β = {}", score_text(alpha), score_text(beta)),
    }
}

fn add(node: &Node, parent: Option<usize>, row: usize, pv: Option<&[String]>, style: &Style, blocks: &mut Vec<Block>) {
    let name = node.view.label.as_ref().or(node.mv.as_ref()).map_or_else(String::new, |name| shown(name, NAME_MAX));
    let mut labels = vec![name];
    if style.windows && style.tall_windows {
        let (alpha, beta) = (bound(node.alpha, "\u{2212}∞"), bound(node.beta, "∞"));
        labels.extend([format!("α {alpha}"), format!("β {beta}")]);
    } else if style.windows {
        labels.push(window(node));
    }
    let at = blocks.len();
    let kind = kind(node, style);
    let title = format!("{} · {}", shown(&node.view.state, 120), value_text(node));
    blocks.push(Block { parent, row, chosen: pv.is_some(), labels, kind, title });
    let mut line = pv.and_then(<[String]>::split_first);
    for child in &node.children {
        let chosen = line.take_if(|(mv, _)| Some(*mv) == child.mv.as_ref()).map(|(_, rest)| rest);
        add(child, Some(at), row + 1, chosen, style, blocks);
    }
    let mut add_text = |kind, labels| {
        let title = String::new();
        blocks.push(Block { parent: Some(at), row: row + 1, chosen: false, labels, kind, title });
    };
    if node.omitted > 0 {
        add_text(Kind::Omitted, vec![format!("… {} more", node.omitted)]);
    }
    if let Some(cut) = &node.cut {
        add_text(Kind::Cut, vec![pruned(node), reason(cut)]);
    }
}

/// The text for the pruned moves.
pub(super) fn pruned(node: &Node) -> String {
    let named = node.pruned.iter().take(PRUNED_NAMED).map(|name| shown(name, NAME_MAX));
    let names = named.collect::<Vec<_>>().join(", ");
    match node.pruned.len() + node.pruned_omitted - node.pruned.len().min(PRUNED_NAMED) {
        0 => names,
        others => format!("{names}, {others} more"),
    }
}

fn kind(node: &Node, style: &Style) -> Kind {
    let (is_max, value) = (node.side == style.max_side, value_text(node));
    let board = node.view.board.as_ref();
    let (shape, below) = match board {
        Some(board) if board.iter().map(Vec::len).sum::<usize>() == 1 => {
            let text = board[0][0].map_or_else(String::new, |content| match content {
                Content::Letter(letter) => letter.to_string(),
                Content::Number(number) => number.to_string(),
            });
            let shape = if node.why == Why::Interior && text.len() <= TRIANGLE_TEXT {
                Shape::Triangle(text)
            } else {
                Shape::Leaf { text, over: node.why == Why::Over }
            };
            (shape, Some(value))
        }
        Some(board) => (Shape::Board(board.clone()), Some(value)),
        None if node.why != Why::Interior => (Shape::Leaf { text: value, over: node.why == Why::Over }, None),
        None if style.values_inside => (Shape::Triangle(value), None),
        None => (Shape::Triangle(String::new()), Some(value)),
    };
    Kind::Node { is_max, shape, below }
}
