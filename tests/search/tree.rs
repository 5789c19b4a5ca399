//! The listed tree is the one that a textbook's alpha-beta walks, node by node.

use crate::common::oracle;
use crate::common::trees::RandomTree;
use plyd::games::TicTacToe;
use plyd::notation::Notation;
use plyd::position::{Outcome, Side};
use plyd::search::tree::{Bound, Node, Tree, Walked, Why, walk};
use plyd::search::{Algorithm, Evaluate, History, Limits, Score, Stop, StoppedBy};

/// The counts that a textbook gives.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    pruned: u64,
}

/// Alpha-beta as textbooks print it, with separate code for Max and Min. `max` is the side that is Max.
struct Textbook {
    max: Side,
    counted: Counted,
}

impl Textbook {
    fn value<P: Evaluate>(&mut self, node: &P, depth: u32, ply: u32, mut alpha: Score, mut beta: Score) -> Score {
        self.counted.nodes += 1;
        let for_max = |score: Score| if node.side_to_move() == self.max { score } else { -score };
        if let Some(outcome) = node.outcome() {
            self.counted.leaves += 1;
            return match outcome {
                Outcome::Win(side) if side == self.max => Score::win_in(ply),
                Outcome::Win(_) => Score::loss_in(ply),
                Outcome::Draw => Score::ZERO,
                Outcome::Points(points) => Score::points(if self.max == Side::First { points } else { -points }),
            };
        }
        if depth == 0 {
            self.counted.leaves += 1;
            return for_max(node.evaluate());
        }
        let moves = oracle::moves(node);
        let mut tried = 0;
        let mut value;
        if node.side_to_move() == self.max {
            value = Score::MIN;
            for mv in &moves {
                tried += 1;
                value = value.max(self.value(&node.after(*mv), depth - 1, ply + 1, alpha, beta));
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        } else {
            value = Score::MAX;
            for mv in &moves {
                tried += 1;
                value = value.min(self.value(&node.after(*mv), depth - 1, ply + 1, alpha, beta));
                beta = beta.min(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.counted.cutoffs += u64::from(tried < moves.len());
        self.counted.pruned += (moves.len() - tried) as u64;
        value
    }
}

fn walked<P: Evaluate>(root: &P, way: Algorithm, depth: u32, listed: usize) -> Tree<usize> {
    with_moves(root, way, depth, listed).tree
}

fn with_moves<P: Evaluate>(root: &P, way: Algorithm, depth: u32, listed: usize) -> Walked<P::Move> {
    walk(root, way, None, Limits::depth(depth), History::default(), listed, &Stop::default())
        .expect("nothing limits it")
}

/// The minimax value of a node for `max` by static evaluation of leaves, from the perspective of the root.
fn minimax<P: Evaluate>(node: &P, max: Side, depth: u32, ply: u32) -> Score {
    Plain(max).value(node, depth, ply)
}

struct Plain(Side);

impl Plain {
    fn value<P: Evaluate>(&self, node: &P, depth: u32, ply: u32) -> Score {
        if depth == 0 || node.outcome().is_some() {
            return Textbook { max: self.0, counted: Counted::default() }.value(node, 0, ply, Score::MIN, Score::MAX);
        }
        let values = oracle::moves(node).into_iter().map(|mv| self.value(&node.after(mv), depth - 1, ply + 1));
        if node.side_to_move() == self.0 { values.max().unwrap() } else { values.min().unwrap() }
    }
}

/// Compares what the tree says about a node and its descendants with the rules of the game and with plain minimax.
/// Returns the number of nodes.
fn check<P: Evaluate>(position: &P, node: &Node<usize>, moves: &[P::Move], max: Side, depth: u32, ply: u32) -> u64 {
    let truth = minimax(position, max, depth, ply);
    match node.bound {
        Bound::Exact => assert_eq!(node.value, truth),
        Bound::Lower => assert!(node.value <= truth && node.beta.is_some_and(|beta| node.value >= beta)),
        Bound::Upper => assert!(node.value >= truth && node.alpha.is_some_and(|alpha| node.value <= alpha)),
    }
    assert!(node.alpha.zip(node.beta).is_none_or(|(alpha, beta)| alpha < beta), "entered with an open window");
    assert_eq!(node.side, position.side_to_move());
    let over = position.outcome().is_some();
    assert_eq!(
        node.why,
        if over {
            Why::Over
        } else if depth == 0 {
            Why::Static
        } else {
            Why::Interior
        }
    );
    if node.why != Why::Interior {
        assert!(node.children.is_empty() && node.pruned.is_empty() && node.cut.is_none());
        return 1;
    }
    let legal = oracle::moves(position);
    let tried: Vec<P::Move> = node.children.iter().map(|child| moves[child.mv.unwrap()]).collect();
    let pruned: Vec<P::Move> = node.pruned.iter().map(|index| moves[*index]).collect();
    assert_eq!([tried.clone(), pruned].concat(), legal, "tried and pruned are the legal moves in order");
    assert_eq!(node.cut.is_some(), !node.pruned.is_empty());
    if let Some(cut) = node.cut {
        assert_eq!((moves[cut.by], cut.at_alpha), (*tried.last().unwrap(), node.side != max));
        assert!(cut.window.0 >= cut.window.1);
    }
    1 + node
        .children
        .iter()
        .map(|child| check(&position.after(moves[child.mv.unwrap()]), child, moves, max, depth - 1, ply + 1))
        .sum::<u64>()
}

#[test]
fn on_random_trees_it_is_the_textbooks() {
    let mut cutoffs = 0;
    for seed in 0..300 {
        let root = RandomTree::new(seed);
        let (depth, max) = (1 + (seed % 5) as u32, root.side);
        let mut textbook = Textbook { max, counted: Counted::default() };
        let value = textbook.value(&root, depth, 0, Score::MIN, Score::MAX);
        let Walked { tree, moves } = with_moves(&root, Algorithm::Textbook, depth, usize::MAX);
        let stats = tree.stats;
        let counted = Counted {
            nodes: stats.nodes,
            leaves: stats.leaves,
            cutoffs: stats.alpha_cutoffs + stats.beta_cutoffs,
            pruned: stats.moves_pruned,
        };
        assert_eq!((tree.root.value, &counted), (value, &textbook.counted), "seed {seed}");
        assert_eq!(check(&root, &tree.root, &moves, max, depth, 0), stats.nodes, "seed {seed}: every node is listed");
        assert!(!tree.truncated);
        cutoffs += counted.cutoffs;
    }
    assert!(cutoffs > 1_000, "{cutoffs} cut-offs are too few to mean much");
}

#[test]
fn minimax_and_alpha_beta_have_the_value_that_searches_have() {
    for seed in 0..300 {
        let root = RandomTree::new(seed);
        let depth = 1 + (seed % 4) as u32;
        // In this game, leaves have a quiescence search.
        let value = oracle::value(&root, depth, 0);
        let value = if root.side == Side::First { value } else { -value };
        let minimax = walked(&root, Algorithm::Minimax, depth, usize::MAX);
        assert_eq!(minimax.root.value, value, "seed {seed}");
        assert_eq!((minimax.stats.nodes, minimax.stats.moves_pruned), (oracle::nodes(&root, depth, 0), 0));
        let ordered = walked(&root, Algorithm::AlphaBeta, depth, usize::MAX);
        assert_eq!(ordered.root.value, value, "seed {seed}");
        assert!(ordered.stats.nodes <= minimax.stats.nodes);
    }
}

#[test]
fn shallow_and_early_nodes_are_listed_and_the_rest_is_counted() {
    fn count(node: &Node<usize>) -> usize {
        1 + node.children.iter().map(count).sum::<usize>()
    }
    fn omitted(node: &Node<usize>) -> usize {
        node.omitted + node.children.iter().map(omitted).sum::<usize>()
    }
    let root = TicTacToe::parse(TicTacToe::ABOUT.start()).unwrap();
    let whole = walked(&root, Algorithm::Minimax, 3, usize::MAX);
    let line = |Walked { tree, moves }: Walked<_>| tree.pv.iter().map(|index| moves[*index]).collect::<Vec<_>>();
    let pv = |most| line(with_moves(&root, Algorithm::Minimax, 3, most));
    assert_eq!((count(&whole.root), omitted(&whole.root)), (1 + 9 + 72 + 504, 0));
    for (most, plies) in [(1, [1, 0, 0]), (5, [1, 4, 0]), (10, [1, 9, 0]), (30, [1, 9, 20]), (100, [1, 9, 72])] {
        let tree = walked(&root, Algorithm::Minimax, 3, most);
        let second: usize = tree.root.children.iter().map(|child| child.children.len()).sum();
        assert_eq!([1, tree.root.children.len(), second], plies, "{most}");
        assert_eq!((count(&tree.root), tree.truncated, tree.stats.nodes), (most, true, 586));
        assert_eq!((tree.root.value, pv(most)), (whole.root.value, pv(usize::MAX)), "the search is whole");
        assert_eq!(tree.root.omitted, 9 - tree.root.children.len());
    }
    assert!(!walked(&root, Algorithm::Minimax, 3, 586).truncated);
}

#[test]
fn tic_tac_toe_to_its_end_has_the_published_number_of_nodes() {
    let root = TicTacToe::parse(TicTacToe::ABOUT.start()).unwrap();
    let tree = walked(&root, Algorithm::Textbook, 9, 1);
    assert_eq!((tree.stats.nodes, tree.root.value), (7_865, Score::ZERO));
    assert_eq!(walked(&root, Algorithm::Minimax, 9, 1).stats.nodes, 549_946);
}

#[test]
fn limits_end_a_walk_without_an_answer() {
    let root = TicTacToe::parse(TicTacToe::ABOUT.start()).unwrap();
    let limited =
        |limits, stop: &Stop| walk(&root, Algorithm::Minimax, None, limits, History::default(), 1, stop).map(|_| ());
    let nodes = |nodes| Limits { nodes, ..Limits::depth(3) };
    assert_eq!(limited(nodes(585), &Stop::default()), Err(StoppedBy::Nodes));
    assert_eq!(limited(nodes(586), &Stop::default()), Ok(()));
    let stop = Stop::default();
    stop.raise();
    assert_eq!(limited(Limits::depth(9), &stop), Err(StoppedBy::Time));
    let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::depth(9) };
    assert_eq!(limited(late, &Stop::default()), Err(StoppedBy::Time));
}
