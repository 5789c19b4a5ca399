//! The nodes of a walk that are kept, shallow ones first.

use std::ops::Range;

use super::walker::Observer;
use super::{Cut, Node, PRUNED_LISTED_MAX, Why};
use crate::position::Side;
use crate::score::{Bound, Score, Window};

/// The tree as it grows. Its moves are indices into `moves`.
///
/// Only after the walk is it known how many nodes each ply may list. So each ply keeps up to `most` nodes at first, and
/// [`into_root`](Self::into_root) removes the surplus.
pub(super) struct Listing<M> {
    most: usize,
    max_side: Side,
    /// The number of nodes of each ply that are kept.
    kept: Vec<usize>,
    /// By ply, the node that the walk is at; `None` if it is not kept.
    open: Vec<Option<Node<usize>>>,
    root: Option<Node<usize>>,
    /// Whether a ply had more nodes than `most`.
    overflown: bool,
    /// The moves of the kept nodes.
    moves: Vec<M>,
}

impl<M: Copy> Observer<M> for Listing<M> {
    fn enter(&mut self, ply: u32, mv: Option<M>, side: Side, window: Window) {
        let above = self.open.last_mut().map(Option::as_mut);
        if let Some(Some(parent)) = above {
            parent.omitted += 1;
        } else if ply > 0 {
            self.open.push(None);
            return;
        }
        self.kept.resize(self.kept.len().max(ply as usize + 1), 0);
        if self.kept[ply as usize] == self.most {
            self.overflown = true;
            self.open.push(None);
            return;
        }
        self.kept[ply as usize] += 1;
        let window = self.for_max(side, window, Window::flipped);
        let mv = mv.map(|mv| self.keep(&[mv]).start);
        self.open.push(Some(Node {
            mv,
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
        }));
    }

    fn cut_off(&mut self, moves: &[M], window: Window) {
        let Some(Some(Node { side, .. })) = self.open.last() else { return };
        let (side, listed) = (*side, (moves.len() - 1).min(PRUNED_LISTED_MAX));
        let mut kept = self.keep(&moves[..=listed]);
        let Window { alpha, beta } = self.for_max(side, window, Window::flipped);
        let at_alpha = side != self.max_side;
        let Some(Some(node)) = self.open.last_mut() else { return };
        node.cut = kept.next().map(|by| Cut { at_alpha, by, window: (alpha, beta) });
        node.pruned = kept.collect();
        node.pruned_omitted = moves.len() - 1 - listed;
    }

    fn leave(&mut self, score: Score, bound: Bound, why: Why) {
        let Some(Some(mut node)) = self.open.pop() else { return };
        node.value = self.for_max(node.side, score, |score| -score);
        node.bound = self.for_max(node.side, bound, |bound| -bound);
        node.why = why;
        match self.open.last_mut() {
            Some(Some(parent)) => {
                parent.omitted -= 1;
                parent.children.push(node);
            }
            _ => self.root = Some(node),
        }
    }
}

impl<M: Copy> Listing<M> {
    pub(super) const fn new(most: usize, max_side: Side) -> Self {
        Self { most, max_side, kept: Vec::new(), open: Vec::new(), root: None, overflown: false, moves: Vec::new() }
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
        self.overflown || self.kept.iter().sum::<usize>() > self.most
    }

    /// The listed nodes as a tree, and their moves.
    pub(super) fn into_root(mut self) -> (Node<usize>, Vec<M>) {
        let mut left = self.most;
        for ply in &mut self.kept {
            *ply = left.min(*ply);
            left -= *ply;
        }
        let mut root = self.root.expect("the root is always kept");
        trim(&mut root, &mut self.kept[1..]);
        (root, self.moves)
    }
}

/// Removes surplus nodes below this one. `room` says how many each ply may keep.
fn trim(node: &mut Node<usize>, room: &mut [usize]) {
    let Some((here, below)) = room.split_first_mut() else { return };
    let listed = node.children.len().min(*here);
    *here -= listed;
    node.omitted += node.children.len() - listed;
    node.children.truncate(listed);
    node.children.iter_mut().for_each(|child| trim(child, below));
}
