//! The nodes that a walk keeps, ply by ply. Deep nodes below late moves are left out first.

use std::ops::Range;

use super::{Cut, Node, PRUNED_LISTED_MAX, Why};
use crate::exact::Observer;
use crate::position::Side;
use crate::score::{Bound, Score, Window};

/// A node while the walk goes on. What it says of moves are indices into those that the listing keeps.
struct Record {
    node: Node<usize>,
    /// The index of its parent within the ply above.
    parent: usize,
}

/// The nodes listed so far, by plies.
///
/// Each ply keeps up to `most` nodes, those whose parents are kept. The room that the plies above leave is known only
/// at the end. A ply that overflows fills the listing alone, so none of the plies below it is missed.
pub(super) struct Listing<M> {
    most: usize,
    max_side: Side,
    plies: Vec<Vec<Record>>,
    /// By ply, the index of the node that the walk is at, if it is listed.
    open: Vec<Option<usize>>,
    /// Whether a node found no room.
    overflown: bool,
    /// The moves of the listed nodes.
    pub(super) moves: Vec<M>,
}

impl<M: Copy> Observer<M> for Listing<M> {
    fn enter(&mut self, ply: u32, mv: Option<M>, side: Side, window: Window) {
        let ply = ply as usize;
        self.open.resize(ply + 1, None);
        self.open[ply] = None;
        let parent = match ply.checked_sub(1) {
            None => 0,
            Some(above) => {
                let Some(parent) = self.open[above] else { return };
                self.plies[above][parent].node.omitted += 1;
                parent
            }
        };
        if self.plies.len() == ply {
            self.plies.push(Vec::new());
        }
        if self.plies[ply].len() == self.most {
            self.overflown = true;
            return;
        }
        let window = self.for_max(side, window, Window::flipped);
        let node = Node {
            mv: mv.map(|mv| self.keep(&[mv]).start),
            side,
            alpha: (window.alpha != Score::MIN).then_some(window.alpha),
            beta: (window.beta != Score::MAX).then_some(window.beta),
            value: Score::ZERO,
            bound: Bound::Exact,
            why: Why::Interior,
            cut: None,
            pruned: Vec::new(),
            pruned_omitted: 0,
            omitted: 0,
            view: (),
            children: Vec::new(),
        };
        self.open[ply] = Some(self.plies[ply].len());
        self.plies[ply].push(Record { node, parent });
    }

    fn cut_off(&mut self, ply: u32, moves: &[M], window: Window) {
        let Some(index) = self.open[ply as usize] else { return };
        let listed = (moves.len() - 1).min(PRUNED_LISTED_MAX);
        let kept = self.keep(&moves[..=listed]);
        let side = self.plies[ply as usize][index].node.side;
        let Window { alpha, beta } = self.for_max(side, window, Window::flipped);
        let node = &mut self.plies[ply as usize][index].node;
        node.cut = Some(Cut { at_alpha: side != self.max_side, by: kept.start, window: (alpha, beta) });
        node.pruned = kept.skip(1).collect();
        node.pruned_omitted = moves.len() - 1 - listed;
    }

    fn leave(&mut self, ply: u32, score: Score, bound: Bound, why: Why) {
        let Some(index) = self.open[ply as usize] else { return };
        let side = self.plies[ply as usize][index].node.side;
        let (value, bound) = (self.for_max(side, score, |score| -score), self.for_max(side, bound, |bound| -bound));
        let node = &mut self.plies[ply as usize][index].node;
        (node.value, node.bound, node.why) = (value, bound, why);
    }
}

impl<M: Copy> Listing<M> {
    pub(super) const fn new(most: usize, max_side: Side) -> Self {
        Self { most, max_side, plies: Vec::new(), open: Vec::new(), overflown: false, moves: Vec::new() }
    }

    fn for_max<T>(&self, side: Side, seen: T, flipped: impl FnOnce(T) -> T) -> T {
        if side == self.max_side { seen } else { flipped(seen) }
    }

    /// Keeps moves; returns their indices.
    pub(super) fn keep(&mut self, moves: &[M]) -> Range<usize> {
        let first = self.moves.len();
        self.moves.extend_from_slice(moves);
        first..self.moves.len()
    }

    /// Whether more was visited than can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.overflown || self.plies.iter().map(Vec::len).sum::<usize>() > self.most
    }

    /// The listed nodes as a tree, and their moves.
    pub(super) fn into_root(mut self) -> (Node<usize>, Vec<M>) {
        let mut room = self.most;
        for ply in &mut self.plies {
            ply.truncate(room);
            room -= ply.len();
        }
        let mut below: Vec<Record> = Vec::new();
        while let Some(mut ply) = self.plies.pop() {
            for Record { node, parent } in below {
                let above = &mut ply[parent].node;
                above.omitted -= 1;
                above.children.push(node);
            }
            below = ply;
        }
        (below.pop().expect("the root is always listed").node, self.moves)
    }
}
