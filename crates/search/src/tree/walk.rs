//! The walk: a slow, obvious recursion with all values for Max.

use std::ops::Range;
use std::time::Instant;

use super::listing::Listing;
use super::{Bound, Cut, PRUNED_LISTED_MAX, Tree, Walk, Walked, Why};
use crate::limits::{Limits, Stop, StoppedBy};
use crate::position::Side;
use crate::score::{Score, Window};
use crate::searcher::Searcher;
use crate::{Algorithm, Evaluate, History, Question, Table};

/// Searches straight to `limits.depth`, and lists at most `listed` of the visited nodes, shallow ones first. The value
/// and the statistics are those of the complete search.
///
/// # Errors
/// The limit that was reached. An incomplete search has no value.
pub fn walk<P: Evaluate>(
    root: &P,
    walk: Walk,
    limits: Limits,
    history: History,
    listed: usize,
    stop: &Stop,
) -> Result<Walked<P::Move>, StoppedBy> {
    let started = Instant::now();
    let question = Question { algorithm: Algorithm::Minimax, history, ..Question::new(limits) };
    let mut table = Table::new(0);
    let mut searcher = Searcher::new(root, &question, &mut table, stop);
    searcher.pv.reserve(limits.depth);
    let mut walker = Walker { walk, depth: limits.depth, searcher, listing: Listing::new(listed), kept: Vec::new() };
    let window = Window::FULL;
    walker.visit(root, None, At { ply: 0, parent: Some(0) }, window)?;
    let Walker { searcher, listing, kept: mut moves, .. } = walker;
    let first = moves.len();
    moves.extend_from_slice(searcher.pv.line(0));
    let tree = Tree {
        max_side: searcher.max_side,
        pv: (first..moves.len()).collect(),
        stats: searcher.stats,
        truncated: listing.is_full(),
        root: listing.into_root(),
        elapsed: started.elapsed(),
    };
    Ok(Walked { tree, moves })
}

struct Walker<'a, P: Evaluate> {
    walk: Walk,
    depth: u32,
    searcher: Searcher<'a, P>,
    listing: Listing,
    /// The moves of the listing.
    kept: Vec<P::Move>,
}

/// The position of a node in the tree.
#[derive(Clone, Copy)]
struct At {
    ply: u32,
    /// Its parent's index in the listing of the ply before, if it has one.
    parent: Option<usize>,
}

/// A node's value for Max, relative to the root.
#[derive(Clone, Copy)]
struct Valued {
    score: Score,
    bound: Bound,
    why: Why,
}

impl<P: Evaluate> Walker<'_, P> {
    /// The value of a node. `window` is Max's.
    fn visit(&mut self, node: &P, mv: Option<P::Move>, at: At, window: Window) -> Result<Valued, StoppedBy> {
        self.searcher.visit(at.ply)?;
        self.searcher.pv.clear(at.ply);
        let side = node.side_to_move();
        let listed = self.listing.enter(at.ply, at.parent, side, window);
        if let Some(record) = self.listing.get(at.ply, listed) {
            record.mv = mv.map(|mv| keep(&mut self.kept, &[mv]).start);
        }
        let valued = match self.leaf(node, at.ply)? {
            Some(leaf) => {
                self.searcher.stats.leaves += 1;
                leaf
            }
            None => self.interior(node, At { ply: at.ply, parent: listed }, window)?,
        };
        if let Some(record) = self.listing.get(at.ply, listed) {
            (record.value, record.bound, record.why) = (valued.score, valued.bound, valued.why);
        }
        Ok(valued)
    }

    /// The value of a node where no moves are tried.
    fn leaf(&mut self, node: &P, ply: u32) -> Result<Option<Valued>, StoppedBy> {
        let side = node.side_to_move();
        // An earlier visit to the root ends nothing, unless the game has ended by coming to it now.
        let outcome = if ply == 0 { self.searcher.root_outcome(node) } else { self.searcher.outcome(node) };
        let (score, why) = match outcome {
            Some(outcome) => (Score::of(outcome, side).from_tt(ply), Why::Over),
            None if ply < self.depth => return Ok(None),
            None if self.walk == Walk::Textbook => (self.searcher.evaluate(node), Why::Static),
            None => (self.searcher.leaf_value(node, ply, Window::FULL)?, Why::Static),
        };
        Ok(Some(Valued { score: self.for_max(score, side), bound: Bound::Exact, why }))
    }

    fn for_max(&self, score: Score, side: Side) -> Score {
        if side == self.searcher.max_side { score } else { -score }
    }

    /// The value of a node from those of its moves; `at.parent` is its own index in the listing.
    fn interior(&mut self, node: &P, at: At, window: Window) -> Result<Valued, StoppedBy> {
        let first = self.searcher.moves.len();
        node.legal_moves(&mut self.searcher.moves);
        if self.walk == Walk::AlphaBeta {
            node.order(&mut self.searcher.moves[first..]);
        }
        let end = self.searcher.moves.len();
        self.searcher.stats.interior += 1;
        self.searcher.stats.legal_moves += (end - first) as u64;
        let is_max = node.side_to_move() == self.searcher.max_side;
        let Window { mut alpha, mut beta } = window;
        let mut best: Option<Valued> = None;
        for index in first..end {
            let mv = self.searcher.moves[index];
            let child_window = if self.walk == Walk::Minimax { Window::FULL } else { Window { alpha, beta } };
            let child_at = At { ply: at.ply + 1, parent: at.parent };
            let child = self.visit(&node.after(mv), Some(mv), child_at, child_window)?;
            let better =
                best.is_none_or(|best| if is_max { child.score > best.score } else { child.score < best.score });
            if better {
                self.searcher.pv.extend(at.ply, mv);
            }
            if better || best.is_some_and(|best| best.score == child.score && child.bound == Bound::Exact) {
                best = Some(child);
            }
            if is_max {
                alpha = alpha.max(child.score);
            } else {
                beta = beta.min(child.score);
            }
            if self.walk != Walk::Minimax && alpha >= beta && index + 1 < end {
                self.cut_off(node.side_to_move(), (alpha, beta), first, index, at);
                let bound = if is_max { Bound::Lower } else { Bound::Upper };
                best = best.map(|best| Valued { bound, ..best });
                break;
            }
        }
        self.searcher.moves.truncate(first);
        let best = best.expect("a game that goes on has a move");
        Ok(Valued { why: Why::Interior, ..best })
    }

    /// Counts and lists a cut-off by the move at index `by`, at a node whose moves begin at `first`.
    fn cut_off(&mut self, side: Side, window: (Score, Score), first: usize, by: usize, at: At) {
        let Searcher { stats, moves, max_side, .. } = &mut self.searcher;
        stats.cut_off(side, *max_side, by + 1 - first, moves.len() - first);
        if let Some(record) = self.listing.get(at.ply, at.parent) {
            let untried = &moves[by + 1..];
            let listed = untried.len().min(PRUNED_LISTED_MAX);
            let by = keep(&mut self.kept, &moves[by..=by]).start;
            let cut = Cut { at_alpha: side != *max_side, by, window };
            record.cut_off(cut, keep(&mut self.kept, &untried[..listed]), untried.len() - listed);
        }
    }
}

/// Keeps moves; returns their indices.
fn keep<M: Copy>(kept: &mut Vec<M>, moves: &[M]) -> Range<usize> {
    let first = kept.len();
    kept.extend_from_slice(moves);
    first..kept.len()
}
