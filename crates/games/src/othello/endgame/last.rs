//! The last four empty squares, in specialised functions.

use super::super::bitboard;
use super::board::{Board, odd_regions, quarter};
use super::{Node, Solver};
use crate::bits::members;
use pulp::{Simd, WithSimd};

/// The most visits that the last four squares take, including passes.
pub(super) const LAST_VISITS: u64 = 58;
/// Below every value: there is no legal move.
const NO_MOVE: i32 = -65;

/// A node with N known empty squares.
#[derive(Clone, Copy)]
struct Few<const N: usize> {
    board: Board,
    alpha: i32,
    ply: u32,
    squares: [u8; N],
}

impl<const N: usize> Few<N> {
    /// The node after a pass.
    #[inline(always)]
    fn passed(self) -> Self {
        Self { board: self.board.passed(), alpha: -self.alpha - 1, ply: self.ply + 1, ..self }
    }

    /// The node after a move, if the move is legal.
    #[inline(always)]
    fn after<const M: usize>(self, square: u8, squares: [u8; M]) -> Option<Few<M>> {
        let flipped = self.board.tried(square);
        if flipped == 0 {
            return None;
        }
        let board = self.board.after(square, flipped);
        Some(Few { board, alpha: -self.alpha - 1, ply: self.ply + 1, squares })
    }

    /// The value before a pass, given the best value after it. Without a move after it the game is over.
    #[inline(always)]
    fn reply(self, best: i32) -> i32 {
        if best == NO_MOVE { self.board.passed().difference() } else { -best }
    }
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The value of a board with at most four empty squares.
    #[inline(always)]
    pub(super) fn last(&mut self, node: Node) -> i32 {
        let Node { board, alpha, ply, .. } = node;
        let empty = board.empty();
        let odd = odd_regions(empty);
        let mut squares = [0; 4];
        let mut count = 0;
        for square in members(empty & odd).chain(members(empty & !odd)) {
            squares[count & 3] = square;
            count += 1;
        }
        let [a, b, c, _] = squares;
        match count {
            4 => self.last_four(Few { board, alpha, ply, squares }),
            3 => self.last_three(Few { board, alpha, ply, squares: [a, b, c] }),
            2 => self.last_two(Few { board, alpha, ply, squares: [a, b] }),
            1 => self.last_one(board, a, ply),
            _ => board.difference(),
        }
    }

    /// The value for the side to move; if it has no move, it passes. The functions for fewer squares do the same.
    #[inline(always)]
    fn last_four(&mut self, few: Few<4>) -> i32 {
        self.visits.visit(few.ply);
        match self.any_of_four(few) {
            NO_MOVE => {
                let few = few.passed();
                self.visits.visit(few.ply);
                few.reply(self.any_of_four(few))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_four(&mut self, few: Few<4>) -> i32 {
        let simd = self.simd;
        // Squares in odd regions stay before the others if there are one or three.
        let [a, b, c, d] = few.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
            if let Some(after) = few.after(square, rest) {
                best = best.max(-simd.vectorize(Three { solver: self, few: after }));
                if best > few.alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn last_three(&mut self, few: Few<3>) -> i32 {
        let few = Few { squares: alone_first(few.squares), ..few };
        self.visits.visit(few.ply);
        match self.any_of_three(few) {
            NO_MOVE => {
                let few = few.passed();
                self.visits.visit(few.ply);
                few.reply(self.any_of_three(few))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_three(&mut self, few: Few<3>) -> i32 {
        let [a, b, c] = few.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(after) = few.after(square, rest) {
                best = best.max(-self.last_two(after));
                if best > few.alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn last_two(&mut self, few: Few<2>) -> i32 {
        self.visits.visit(few.ply);
        match self.any_of_two(few) {
            NO_MOVE => {
                let few = few.passed();
                self.visits.visit(few.ply);
                few.reply(self.any_of_two(few))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_two(&mut self, few: Few<2>) -> i32 {
        let [a, b] = few.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, b), (b, a)] {
            if let Some(after) = few.after(square, []) {
                best = best.max(-self.last_one(after.board, rest, after.ply));
                if best > few.alpha {
                    break;
                }
            }
        }
        best
    }

    /// The value with one empty square, which goes to the first side that can move there.
    #[inline(always)]
    fn last_one(&mut self, board: Board, square: u8, ply: u32) -> i32 {
        self.visits.visit(ply);
        let own = board.own.count_ones() as i32;
        let turned = bitboard::turned_by_last(square, board.own);
        if turned > 0 {
            return 2 * (own + turned + 1) - 64;
        }
        match bitboard::turned_by_last(square, board.other) {
            0 if own >= 32 => 2 * own - 62,
            turned => 2 * (own - turned) - 64,
        }
    }
}

struct Three<'s, 'v, 't, S> {
    solver: &'s mut Solver<'v, 't, S>,
    few: Few<3>,
}

impl<S: Simd> WithSimd for Three<'_, '_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> i32 {
        self.solver.last_three(self.few)
    }
}

/// A square that is alone in its quadrant comes first.
#[inline(always)]
fn alone_first([a, b, c]: [u8; 3]) -> [u8; 3] {
    if quarter(b) == quarter(c) {
        [a, b, c]
    } else if quarter(a) == quarter(c) {
        [b, a, c]
    } else if quarter(a) == quarter(b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}
