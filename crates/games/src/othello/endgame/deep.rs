//! With more squares to fill: a table, and moves in an order that is worth some thought.

use super::super::bitboard;
use super::super::evaluation;
use super::board::{Board, odd_regions};
use super::{CORNERS, Node, Solver, Squares, diagonal_neighbours, members};
use plyd_search::Solved;
use pulp::Simd;

/// With so many empty squares the evaluation helps to order moves.
const EVALUATED: u32 = 9;

/// A move, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Try {
    next: Board,
    /// The key of what it leads to.
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
        let known = self.visits.known(key);
        if let Some(Solved { points, at_least, .. }) = known
            && at_least == (points > alpha)
        {
            return Some(points);
        }
        let first = self.tries.len();
        let best_known = known.and_then(|known| known.best).map_or(64, |best| best as u8);
        self.list(node, moves, best_known);
        if node.empty > super::UNKEPT + 1
            && let Some(value) = self.known_child(first, alpha)
        {
            self.tries.truncate(first);
            return Some(value);
        }
        let (mut best, mut best_square) = (-65, None);
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
        let at_least = best > alpha;
        self.visits.keep(key, Solved { points: best, at_least, best: best_square.filter(|_| at_least) });
        Some(best)
    }

    #[inline(always)]
    fn list(&mut self, node: &Node, moves: Squares, best_known: u8) {
        let board = node.board;
        let empty = board.empty();
        let odd = odd_regions(empty);
        let beside_corner = diagonal_neighbours(empty & CORNERS);
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let key = next.key();
            if node.empty > super::UNKEPT + 1 {
                self.visits.prefetch(key);
            }
            let here = 1u64 << square;
            let replies = next.moves();
            let promise = if square == best_known {
                i32::MIN
            } else {
                let frontier = (bitboard::around(next.other) & empty & !here).count_ones();
                let few = 4 * replies.count_ones() + frontier;
                let value = if node.empty >= EVALUATED {
                    evaluation::of(next.own, next.other, replies)
                } else {
                    2 * (replies & CORNERS).count_ones() as i32 + 2 * i32::from(here & beside_corner != 0)
                        - 5 * i32::from(here & CORNERS != 0)
                };
                few as i32 + value - i32::from(here & odd != 0)
            };
            self.tries.push(Try { next, key, square, promise });
        }
    }

    /// A value above alpha that the table knows of a move (enhanced transposition cut-offs; Schaeffer and Plaat 1996).
    #[inline(always)]
    fn known_child(&self, first: usize, alpha: i32) -> Option<i32> {
        self.tries[first..].iter().find_map(|next| {
            let Solved { points, at_least, .. } = self.visits.known(next.key)?;
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
