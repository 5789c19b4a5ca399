//! Game trees as books print them: the nodes that one search visited, to be looked at.
//!
//! This search is separate from [`crate::search`] and made to be read: no deepening, no table, no closed form.

mod listing;
mod walker;

use std::time::Duration;

use self::listing::Listing;
pub(crate) use self::walker::Walker;
use crate::limits::{Interrupted, Limits, Stop, StoppedBy};
use crate::position::Side;
pub use crate::score::Bound;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::{Algorithm, Evaluate, History, Instant, MoveOrder, Question, Stats, Table};

/// The algorithms that walk a tree, the default first. All are searches as books print them:
///
/// - [`Algorithm::Textbook`] tries moves in `legal_moves` order, cuts off when alpha ≥ beta, and a leaf has its static
///   value.
/// - [`Algorithm::AlphaBeta`] has the game's own order of moves, and quiescence as in [`crate::search`].
/// - [`Algorithm::Minimax`] tries every move of every node.
pub const ALGORITHMS: [Algorithm; 3] = [Algorithm::Textbook, Algorithm::AlphaBeta, Algorithm::Minimax];

/// Searches straight to `limits.depth` in this order of moves, or else in the algorithm's own, and lists at most `listed`
/// of the visited nodes, shallow ones first. The value and the statistics are those of the complete search.
///
/// # Errors
/// The limit that was reached. An incomplete search has no value.
pub fn walk<P: Evaluate>(
    root: &P,
    algorithm: Algorithm,
    order: Option<MoveOrder<P::Move>>,
    limits: Limits,
    history: History,
    listed: usize,
    stop: &Stop,
) -> Result<Walked<P::Move>, StoppedBy> {
    let started = Instant::now();
    let own = if algorithm == Algorithm::AlphaBeta { MoveOrder::Game } else { MoveOrder::Given };
    let order = Some(order.unwrap_or(own));
    // Plain, so that the walk uses no technique.
    let question =
        Question { algorithm: Algorithm::Minimax, closed_forms: false, order, history, ..Question::new(limits) };
    let mut table = Table::new(0);
    let mut searcher = Searcher::new(root, &question, &mut table, stop);
    let max_side = searcher.meter.max_side;
    let mut listing = Listing::new(listed, max_side);
    searcher.pv.reserve(limits.depth);
    let mut walker = Walker::new(&mut searcher, algorithm, &mut listing);
    let visited = walker.visit(root, limits.depth, 0, None, Window::FULL);
    visited.map_err(|Interrupted| searcher.meter.stopped_by())?;
    let truncated = listing.is_full();
    let pv = listing.keep(searcher.pv.line(0)).collect();
    let (root, moves) = listing.into_root();
    let tree = Tree { max_side, root, pv, stats: searcher.meter.stats, truncated, elapsed: started.elapsed() };
    Ok(Walked { tree, moves })
}

/// The most untried moves that are listed for a node; the rest are counted.
pub const PRUNED_LISTED_MAX: usize = 64;

/// The result of a [`walk()`].
///
/// The tree's moves are indices into `moves`, so that code for trees is compiled once, not for each game.
#[derive(Clone, Debug)]
pub struct Walked<M> {
    /// The tree.
    pub tree: Tree<usize>,
    /// The moves in the tree.
    pub moves: Vec<M>,
}

/// A tree as it was walked. All scores are Max's, and distances of wins and losses count from the root.
///
/// `M` is a move, and `V` a view of a node's position; the search itself has none.
#[derive(Clone, Debug)]
pub struct Tree<M, V = ()> {
    /// Max: the game's own, or else the side to move at the root.
    pub max_side: Side,
    /// The root, and the listed nodes below it.
    pub root: Node<M, V>,
    /// The chosen line: at every node the first move of the best value, in visiting order.
    pub pv: Vec<M>,
    /// Counters of the whole search.
    pub stats: Stats,
    /// Whether nodes were visited that are not listed.
    pub truncated: bool,
    /// The time that it took.
    pub elapsed: Duration,
}

/// A node as it was visited.
#[derive(Clone, Debug)]
pub struct Node<M, V = ()> {
    /// The move that led here; `None` for the root.
    pub mv: Option<M>,
    /// The side to move, even if the game is over.
    pub side: Side,
    /// Alpha when the node was entered, the value that Max is sure of; `None` if there is none yet.
    pub alpha: Option<Score>,
    /// Beta when the node was entered, the value that Min is sure of; `None` if there is none yet.
    pub beta: Option<Score>,
    /// Its value.
    pub value: Score,
    /// The relation of the value to the minimax value.
    pub bound: Bound,
    /// The source of the value.
    pub why: Why,
    /// The cut-off, if some moves were not tried.
    pub cut: Option<Cut<M>>,
    /// The moves that were not tried, at most [`PRUNED_LISTED_MAX`].
    pub pruned: Vec<M>,
    /// The number of further moves that were not tried.
    pub pruned_omitted: usize,
    /// The number of children that were visited and are not listed.
    pub omitted: usize,
    /// The view of the position.
    pub view: V,
    /// Children in visiting order.
    pub children: Vec<Self>,
}

/// The source of a node's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its moves.
    Interior,
    /// A static evaluation: the depth ends here.
    Static,
    /// The end of the game.
    Over,
}

impl Why {
    /// Its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interior => "interior",
            Self::Static => "static",
            Self::Over => "over",
        }
    }
}

/// A cut-off: the rest of a node's moves were not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<M> {
    /// Whether Min was to move, and found a value no greater than alpha; else Max found one no less than beta.
    pub at_alpha: bool,
    /// The move that cut off.
    pub by: M,
    /// Alpha and beta at the cut-off, for Max.
    pub window: (Score, Score),
}
