//! With more squares to fill: a table, and moves in an order that is worth some thought.

use super::super::bitboard;
use super::super::evaluation;
use super::board::{Board, odd_regions};
use super::{CORNERS, Node, Solver, Squares, diagonal_neighbours, members};
use plyd_search::hooks::SolverEntry;
use pulp::Simd;

/// With so many empty squares the evaluation helps to order moves.
const EVALUATED: u32 = 11;

/// A move, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Try {
    next: Board,
    /// The key of what it leads to, if its result is kept.
    key: u64,
    square: u8,
    /// Less is tried earlier.
    promise: i32,
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The best of some moves, with the help of what the table knows.
    #[inline(always)]
    pub(super) fn best_kept(&mut self, node: &Node, moves: Squares) -> Option<i32> {
        let alpha = node.alpha;
        let key = node.board.key();
        let known = self.visits.probe(key);
        if let Some(SolverEntry { points, at_least, .. }) = known
            && at_least == (points > alpha)
        {
            return Some(points);
        }
        let (mut best, mut best_square) = (-65, None);
        let mut moves = moves;
        // A move that was best once needs no others to be looked at, if it is so again.
        let best_known = known.and_then(|known| known.best).map_or(64, |best| best as u8);
        if let Some(square) = members(moves).find(|square| *square == best_known) {
            best = -self.value(node.child(node.board.after(square, node.board.flips(square))))?;
            best_square = Some(u16::from(square));
            moves &= !(1 << square);
        }
        if best <= alpha {
            let first = self.tries.len();
            self.list(node, moves);
            if node.empty > super::UNKEPT + 1
                && let Some(value) = self.known_child(first, alpha)
            {
                self.tries.truncate(first);
                return Some(value);
            }
            self.rank(node, first);
            for place in first..self.tries.len() {
                let next = self.take_best(place);
                let value = -self.value(node.child(next.next))?;
                if value > best {
                    (best, best_square) = (value, Some(u16::from(next.square)));
                }
                if best > alpha {
                    break;
                }
            }
            self.tries.truncate(first);
        }
        let at_least = best > alpha;
        self.visits.store(key, SolverEntry { points: best, at_least, best: best_square.filter(|_| at_least) });
        Some(best)
    }

    /// Lists moves; how much they promise is open.
    #[inline(always)]
    fn list(&mut self, node: &Node, moves: Squares) {
        let board = node.board;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let mut key = 0;
            if node.empty > super::UNKEPT + 1 {
                key = next.key();
                self.visits.prefetch(key);
            }
            self.tries.push(Try { next, key, square, promise: 0 });
        }
    }

    /// How much the listed moves promise.
    #[inline(always)]
    fn rank(&mut self, node: &Node, first: usize) {
        let empty = node.board.empty();
        let odd = odd_regions(empty);
        let beside_corner = diagonal_neighbours(empty & CORNERS);
        for Try { next, square, promise, .. } in &mut self.tries[first..] {
            let here = 1u64 << *square;
            let replies = next.moves();
            let frontier = (bitboard::around(next.other) & empty & !here).count_ones();
            let few = 4 * replies.count_ones() + frontier;
            let value = if node.empty >= EVALUATED {
                evaluation::of(next.own, next.other, replies)
            } else {
                2 * (replies & CORNERS).count_ones() as i32 + 2 * i32::from(here & beside_corner != 0)
                    - 5 * i32::from(here & CORNERS != 0)
            };
            *promise = few as i32 + value - 2 * i32::from(here & odd != 0);
        }
    }

    /// A value above alpha that the table knows of a move (enhanced transposition cut-offs; Schaeffer and Plaat 1996).
    #[inline(always)]
    fn known_child(&self, first: usize, alpha: i32) -> Option<i32> {
        self.tries[first..].iter().find_map(|next| {
            let SolverEntry { points, at_least, .. } = self.visits.probe(next.key)?;
            (!at_least && -points > alpha).then_some(-points)
        })
    }

    /// The most promising move that is left, from this place on.
    #[inline(always)]
    fn take_best(&mut self, place: usize) -> Try {
        let mut best = place;
        for other in place + 1..self.tries.len() {
            if self.tries[other].promise < self.tries[best].promise {
                best = other;
            }
        }
        self.tries.swap(place, best);
        self.tries[place]
    }
}
