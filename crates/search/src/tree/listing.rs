//! What is kept of a walk: the first so many nodes, ply by ply, so that what is left out are the depths of late moves.

use std::time::Duration;

use super::{Bound, Cut, Why};
use crate::position::Side;
use crate::score::{Score, Window};
use crate::stats::Stats;

/// So many moves that were never tried are listed for one node at most; the rest are counted.
pub const PRUNED_LISTED_MAX: usize = 64;

/// A tree as it was walked. All scores are Max's, and told from the root: a win counts its plies from there.
#[derive(Clone, Debug)]
pub struct WalkedTree<M> {
    /// Who is Max: the game's own, or else who is to move at the root.
    pub max_side: Side,
    /// The root, and below it what is listed.
    pub root: WalkedNode<M>,
    /// The chosen line: at every node the first move of the best value, in visiting order.
    pub pv: Vec<M>,
    /// What the whole search did.
    pub stats: Stats,
    /// Whether nodes were visited that are not listed.
    pub truncated: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// A node as it was visited.
#[derive(Clone, Debug)]
pub struct WalkedNode<M> {
    /// The move that led here; `None` for the root.
    pub mv: Option<M>,
    /// Who is to move, or would be.
    pub side: Side,
    /// What Max was sure of when the node was entered; `None` for nothing yet.
    pub alpha: Option<Score>,
    /// What Min was sure of when the node was entered; `None` for nothing yet.
    pub beta: Option<Score>,
    /// What was found.
    pub value: Score,
    /// What that says of the minimax value.
    pub bound: Bound,
    /// Where the value comes from.
    pub why: Why,
    /// Why some moves were not tried.
    pub cut: Option<Cut<M>>,
    /// The moves that were not tried, [`PRUNED_LISTED_MAX`] of them at most.
    pub pruned: Vec<M>,
    /// How many more were not tried.
    pub pruned_omitted: usize,
    /// Children that were visited and are not listed.
    pub omitted: usize,
    /// Children in visiting order.
    pub children: Vec<Self>,
}

/// A node while the walk goes on, and the place of its parent.
pub(super) struct Record<M> {
    mv: Option<M>,
    side: Side,
    window: Window,
    pub(super) value: Score,
    pub(super) bound: Bound,
    pub(super) why: Why,
    cut: Option<Cut<M>>,
    pruned: Vec<M>,
    pruned_omitted: usize,
    visited_children: usize,
    parent: usize,
}

impl<M: Copy> Record<M> {
    /// A node that has just been entered.
    pub(super) const fn new(mv: Option<M>, side: Side, window: Window) -> Self {
        Self {
            mv,
            side,
            window,
            value: Score::ZERO,
            bound: Bound::Exact,
            why: Why::Interior,
            cut: None,
            pruned: Vec::new(),
            pruned_omitted: 0,
            visited_children: 0,
            parent: 0,
        }
    }

    /// Notes why the node's last moves are not tried.
    pub(super) fn cut_off(&mut self, cut: Cut<M>, untried: &[M]) {
        let listed = untried.len().min(PRUNED_LISTED_MAX);
        self.cut = Some(cut);
        self.pruned = untried[..listed].to_vec();
        self.pruned_omitted = untried.len() - listed;
    }

    fn into_node(self) -> WalkedNode<M> {
        let Window { alpha, beta } = self.window;
        WalkedNode {
            mv: self.mv,
            side: self.side,
            alpha: (alpha != Score::MIN).then_some(alpha),
            beta: (beta != Score::MAX).then_some(beta),
            value: self.value,
            bound: self.bound,
            why: self.why,
            cut: self.cut,
            pruned: self.pruned,
            pruned_omitted: self.pruned_omitted,
            omitted: self.visited_children,
            children: Vec::new(),
        }
    }
}

/// The nodes listed so far, by plies.
///
/// Each ply keeps as many as there may be in all, whose parents are kept: how many the plies before it leave room for
/// is known at the end. A ply that could not keep a node is as long as the whole listing may be, so none of the plies
/// below it is missed.
pub(super) struct Listing<M> {
    most: usize,
    plies: Vec<Vec<Record<M>>>,
    /// Whether some node found no room.
    overflown: bool,
}

impl<M: Copy> Listing<M> {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, plies: Vec::new(), overflown: false }
    }

    /// Lists a node whose parent is listed, if there is room, and returns its place within its ply.
    pub(super) fn enter(
        &mut self,
        ply: u32,
        parent: Option<usize>,
        record: impl FnOnce() -> Record<M>,
    ) -> Option<usize> {
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
        siblings.push(Record { parent, ..record() });
        Some(siblings.len() - 1)
    }

    /// A listed node.
    pub(super) fn get(&mut self, ply: u32, place: Option<usize>) -> Option<&mut Record<M>> {
        self.plies.get_mut(ply as usize)?.get_mut(place?)
    }

    /// Whether more was visited than can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.overflown || self.plies.iter().map(Vec::len).sum::<usize>() > self.most
    }

    /// The listed nodes as a tree.
    pub(super) fn into_tree(mut self) -> WalkedNode<M> {
        let mut room = self.most;
        for ply in &mut self.plies {
            ply.truncate(room);
            room -= ply.len();
        }
        let mut below: Vec<(usize, WalkedNode<M>)> = Vec::new();
        while let Some(ply) = self.plies.pop() {
            let parents = ply.iter().map(|record| record.parent).collect::<Vec<_>>();
            let mut nodes: Vec<WalkedNode<M>> = ply.into_iter().map(Record::into_node).collect();
            for (parent, child) in below {
                nodes[parent].omitted -= 1;
                nodes[parent].children.push(child);
            }
            below = parents.into_iter().zip(nodes).collect();
        }
        below.pop().expect("the root is always listed").1
    }
}
