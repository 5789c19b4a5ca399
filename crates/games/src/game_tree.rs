//! The tree of a search in any game: [`plyd_search::tree`] with moves by name and positions as text.

use plyd_search::tree::{Cut, Node, Tree, Walked, walk};
use plyd_search::{Algorithm, Evaluate, History, Instant, Limits, MoveOrder, Stop, StoppedBy};

use crate::answer::MoveIndex;
use crate::board::Board;
use crate::notation::Notation;

/// A question about a position's tree.
#[derive(Clone, Debug)]
pub struct TreeQuestion {
    /// The algorithm whose search is walked.
    pub walk: Algorithm,
    /// The order of moves; `None` for the algorithm's own order.
    pub order: Option<MoveOrder<MoveIndex>>,
    /// The limits. A walk that reaches one of them has no answer.
    pub limits: Limits,
    /// How many nodes are listed at most.
    pub listed: usize,
}

/// A tree with moves by name and positions as text.
pub type GameTree = Tree<String, View>;

/// The position of a node, for display.
#[derive(Clone, Debug)]
pub struct View {
    /// The move to this node as people write it, if that differs from its name.
    pub label: Option<String>,
    /// The canonical state.
    pub state: String,
    /// The board, if it is small enough to represent the node in a picture.
    pub board: Option<Board>,
}

/// The most cells that such a board may have.
const CELLS_DRAWN_MAX: usize = 9;

/// How many nodes are converted to text between two looks at the clock.
const NODES_AT_ONCE: u64 = 64;

/// Walks the tree of a position with this past.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn game_tree<P: Evaluate + Notation>(
    position: &P,
    history: History,
    question: &TreeQuestion,
    stop: &Stop,
) -> Result<GameTree, StoppedBy> {
    let TreeQuestion { walk: way, limits, listed, .. } = *question;
    let mut legal = Vec::new();
    if question.order.is_some() {
        position.legal_moves(&mut legal);
    }
    let order = question.order.clone().map(|order| order.map(|MoveIndex(index)| legal[index]));
    let Walked { tree, moves } = walk(position, way, order, limits, history, listed, stop)?;
    let at_root = At { position: position.clone(), moves: &moves };
    let mut writer = Writer { deadline: limits.deadline, stop, written: 0 };
    writer.tree(&at_root, tree)
}

/// A position in the tree with its type erased, so that the rest is compiled only once for all games.
trait AtNode {
    fn name(&self, mv: usize) -> String;
    fn view(&self, label: Option<String>) -> View;
    /// The position after a move, and the move's label.
    fn after(&self, mv: usize) -> (Box<dyn AtNode + '_>, Option<String>);
}

struct At<'a, P: Evaluate + Notation> {
    position: P,
    moves: &'a [P::Move],
}

impl<P: Evaluate + Notation> AtNode for At<'_, P> {
    fn name(&self, mv: usize) -> String {
        self.position.move_text(self.moves[mv])
    }

    fn view(&self, label: Option<String>) -> View {
        let (state, board) = (self.position.state(), self.position.board());
        View { label, state, board: board.filter(|board| board.iter().map(Vec::len).sum::<usize>() <= CELLS_DRAWN_MAX) }
    }

    fn after(&self, mv: usize) -> (Box<dyn AtNode + '_>, Option<String>) {
        let (mv, moves) = (self.moves[mv], self.moves);
        (Box::new(Self { position: self.position.after(mv), moves }), self.position.label(mv))
    }
}

/// Converts nodes to text, and checks the limits while doing so.
struct Writer<'a> {
    deadline: Option<Instant>,
    stop: &'a Stop,
    written: u64,
}

impl Writer<'_> {
    fn tree(&mut self, at_root: &dyn AtNode, tree: Tree<usize>) -> Result<GameTree, StoppedBy> {
        let Tree { max_side, root, pv, stats, truncated, elapsed } = tree;
        let root = self.node(at_root, None, None, root)?;
        Ok(Tree { max_side, root, pv: line(at_root, &pv), stats, truncated, elapsed })
    }

    /// A node and its subtree. The recursion is as deep as the tree, which is a few plies.
    fn node(
        &mut self,
        at: &dyn AtNode,
        mv: Option<String>,
        label: Option<String>,
        node: Node<usize>,
    ) -> Result<Node<String, View>, StoppedBy> {
        self.written += 1;
        if self.written.is_multiple_of(NODES_AT_ONCE) {
            self.stop.check(self.deadline)?;
        }
        let mut children = Vec::with_capacity(node.children.len());
        for child in node.children {
            let mv = child.mv.expect("only the root has no move");
            let (after, label) = at.after(mv);
            children.push(self.node(&*after, Some(at.name(mv)), label, child)?);
        }
        Ok(Node {
            mv,
            side: node.side,
            alpha: node.alpha,
            beta: node.beta,
            value: node.value,
            bound: node.bound,
            why: node.why,
            cut: node.cut.map(|Cut { at_alpha, by, window }| Cut { at_alpha, by: at.name(by), window }),
            pruned: node.pruned.into_iter().map(|mv| at.name(mv)).collect(),
            pruned_omitted: node.pruned_omitted,
            omitted: node.omitted,
            view: at.view(label),
            children,
        })
    }
}

/// The names of a line of moves. The recursion is as deep as the tree.
fn line(at: &dyn AtNode, moves: &[usize]) -> Vec<String> {
    let Some((mv, rest)) = moves.split_first() else { return Vec::new() };
    let mut names = vec![at.name(*mv)];
    names.extend(line(&*at.after(*mv).0, rest));
    names
}
