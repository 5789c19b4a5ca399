//! The tree that a search walked in whichever game: [`plyd_search::tree`], its moves with names and its positions
//! written.

use std::time::{Duration, Instant};

use plyd_search::position::Side;
use plyd_search::tree::{Bound, Cut, Walk, WalkedNode, WalkedTree, Why, walk};
use plyd_search::{History, Limits, Score, Stats, Stop, StoppedBy};

use crate::board::Board;
use crate::catalogue::Playable;

/// What to walk of a position's tree, and how much of it to list.
#[derive(Clone, Copy, Debug)]
pub struct TreeQuestion {
    /// How.
    pub walk: Walk,
    /// When to be done; what is not done by then has no answer.
    pub limits: Limits,
    /// Nodes to list at most.
    pub listed: usize,
}

/// A tree as it was walked; all scores are Max's.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// Who is Max.
    pub max_side: Side,
    /// The root, and below it what is listed.
    pub root: NamedNode,
    /// The chosen line.
    pub pv: Vec<String>,
    /// What the whole search did.
    pub stats: Stats,
    /// Whether nodes were visited that are not listed.
    pub truncated: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// A node of a tree; see [`WalkedNode`].
#[derive(Clone, Debug)]
pub struct NamedNode {
    /// The move that led here; `None` for the root.
    pub mv: Option<String>,
    /// How a person writes it, where that is not its name.
    pub label: Option<String>,
    /// Who is to move, or would be.
    pub side: Side,
    /// Its canonical state.
    pub state: String,
    /// Its board, if that is small enough to be drawn as the node.
    pub board: Option<Board>,
    /// What Max was sure of when the node was entered.
    pub alpha: Option<Score>,
    /// What Min was sure of when the node was entered.
    pub beta: Option<Score>,
    /// What was found.
    pub value: Score,
    /// What that says of the minimax value.
    pub bound: Bound,
    /// Where the value comes from.
    pub why: Why,
    /// Why some moves were not tried.
    pub cut: Option<Cut<String>>,
    /// The moves that were not tried.
    pub pruned: Vec<String>,
    /// How many more were not tried.
    pub pruned_omitted: usize,
    /// Children that were visited and are not listed.
    pub omitted: usize,
    /// Children in visiting order.
    pub children: Vec<Self>,
}

impl GameTree {
    /// Walks the tree of a position with this past.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn of<P: Playable>(
        position: &P,
        history: History,
        question: &TreeQuestion,
        stop: &Stop,
    ) -> Result<Self, StoppedBy> {
        let TreeQuestion { walk: way, limits, listed } = *question;
        let walked = walk(position, way, limits, history, listed, stop)?;
        let mut clock = Clock { deadline: limits.deadline, stop, written: 0 };
        let WalkedTree { max_side, root, pv, stats, truncated, elapsed } = walked;
        let root = name(position, (None, None), root, &mut clock)?;
        let mut at = position.clone();
        let mut names = Vec::with_capacity(pv.len());
        for mv in pv {
            names.push(at.move_text(mv));
            at.play_unchecked(mv);
        }
        Ok(Self { max_side, root, pv: names, stats, truncated, elapsed })
    }
}

/// Looks at the limits while nodes are written.
struct Clock<'a> {
    deadline: Option<Instant>,
    stop: &'a Stop,
    written: u64,
}

/// The cells of a board that can stand for a node in a picture.
const CELLS_DRAWN_MAX: usize = 9;

/// So many nodes are written between two looks at the clock.
const NODES_AT_ONCE: u64 = 64;

/// Names a node's moves, and those below it. As deep as the tree: a few plies.
fn name<P: Playable>(
    position: &P,
    (mv, label): (Option<String>, Option<String>),
    node: WalkedNode<P::Move>,
    clock: &mut Clock,
) -> Result<NamedNode, StoppedBy> {
    clock.written += 1;
    if clock.written.is_multiple_of(NODES_AT_ONCE) {
        clock.stop.check(clock.deadline)?;
    }
    let mut children = Vec::with_capacity(node.children.len());
    for child in node.children {
        let mv = child.mv.expect("only the root has no move");
        let names = (Some(position.move_text(mv)), position.label(mv));
        children.push(name(&position.after(mv), names, child, clock)?);
    }
    let named = |cut: Cut<P::Move>| Cut { at_alpha: cut.at_alpha, by: position.move_text(cut.by), window: cut.window };
    Ok(NamedNode {
        mv,
        label,
        side: node.side,
        state: position.state(),
        board: position.board().filter(|board| board.iter().map(Vec::len).sum::<usize>() <= CELLS_DRAWN_MAX),
        alpha: node.alpha,
        beta: node.beta,
        value: node.value,
        bound: node.bound,
        why: node.why,
        cut: node.cut.map(named),
        pruned: node.pruned.into_iter().map(|mv| position.move_text(mv)).collect(),
        pruned_omitted: node.pruned_omitted,
        omitted: node.omitted,
        children,
    })
}
