//! The nodes that a walk keeps, ply by ply. Deep nodes below late moves are left out first.
//!
//! Nothing here depends on the game: a move is an index into those that the [walk](super::walk()) keeps.

use std::ops::Range;

use super::{Bound, Cut, Node, Why};
use crate::position::Side;
use crate::score::{Score, Window};

/// A node while the walk goes on.
pub(super) struct Record {
    pub(super) mv: Option<usize>,
    side: Side,
    window: Window,
    pub(super) value: Score,
    pub(super) bound: Bound,
    pub(super) why: Why,
    cut: Option<Cut<usize>>,
    pruned: Range<usize>,
    pruned_omitted: usize,
    visited_children: usize,
    /// The index of its parent within the ply above.
    parent: usize,
}

impl Record {
    /// A node that has just been entered.
    const fn new(parent: usize, side: Side, window: Window) -> Self {
        Self {
            mv: None,
            side,
            window,
            value: Score::ZERO,
            bound: Bound::Exact,
            why: Why::Interior,
            cut: None,
            pruned: 0..0,
            pruned_omitted: 0,
            visited_children: 0,
            parent,
        }
    }

    /// Notes the cut-off, the untried moves that are listed, and the number of others.
    pub(super) fn cut_off(&mut self, cut: Cut<usize>, pruned: Range<usize>, omitted: usize) {
        (self.cut, self.pruned, self.pruned_omitted) = (Some(cut), pruned, omitted);
    }

    fn into_node(self) -> Node<usize> {
        let Window { alpha, beta } = self.window;
        Node {
            mv: self.mv,
            side: self.side,
            alpha: (alpha != Score::MIN).then_some(alpha),
            beta: (beta != Score::MAX).then_some(beta),
            value: self.value,
            bound: self.bound,
            why: self.why,
            cut: self.cut,
            pruned: self.pruned.collect(),
            pruned_omitted: self.pruned_omitted,
            omitted: self.visited_children,
            view: (),
            children: Vec::new(),
        }
    }
}

/// The nodes listed so far, by plies.
///
/// Each ply keeps up to `most` nodes, those whose parents are kept. The room that the plies above leave is known only
/// at the end. A ply that overflows fills the listing alone, so none of the plies below it is missed.
pub(super) struct Listing {
    most: usize,
    plies: Vec<Vec<Record>>,
    /// Whether a node found no room.
    overflown: bool,
}

impl Listing {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, plies: Vec::new(), overflown: false }
    }

    /// Lists a node whose parent is listed, if there is room, and returns its index within its ply.
    pub(super) fn enter(&mut self, ply: u32, parent: Option<usize>, side: Side, window: Window) -> Option<usize> {
        let ply = ply as usize;
        let parent = parent?;
        if let Some(above) = ply.checked_sub(1) {
            self.plies[above][parent].visited_children += 1;
        }
        if self.plies.len() == ply {
            self.plies.push(Vec::new());
        }
        let siblings = &mut self.plies[ply];
        if siblings.len() == self.most {
            self.overflown = true;
            return None;
        }
        siblings.push(Record::new(parent, side, window));
        Some(siblings.len() - 1)
    }

    /// A listed node.
    pub(super) fn get(&mut self, ply: u32, index: Option<usize>) -> Option<&mut Record> {
        self.plies.get_mut(ply as usize)?.get_mut(index?)
    }

    /// Whether more was visited than can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.overflown || self.plies.iter().map(Vec::len).sum::<usize>() > self.most
    }

    /// The listed nodes as a tree.
    pub(super) fn into_root(mut self) -> Node<usize> {
        let mut room = self.most;
        for ply in &mut self.plies {
            ply.truncate(room);
            room -= ply.len();
        }
        let mut below: Vec<(usize, Node<usize>)> = Vec::new();
        while let Some(ply) = self.plies.pop() {
            let parents = ply.iter().map(|record| record.parent).collect::<Vec<_>>();
            let mut nodes: Vec<Node<usize>> = ply.into_iter().map(Record::into_node).collect();
            for (parent, child) in below {
                nodes[parent].omitted -= 1;
                nodes[parent].children.push(child);
            }
            below = parents.into_iter().zip(nodes).collect();
        }
        below.pop().expect("the root is always listed").1
    }
}
