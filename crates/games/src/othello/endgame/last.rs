//! The last four empty squares, in specialised functions.

use super::super::bitboard;
use super::board::{Board, odd_regions, quadrant};
use super::{Node, Solver};
use crate::bits::members;
use pulp::{Simd, WithSimd};

/// The most visits that solving the last four squares can take, including passes.
pub(super) const LAST_VISITS: u64 = 58;
/// Lower than every value: there is no legal move.
const NO_MOVE: i32 = -65;

/// A node with N known empty squares.
#[derive(Clone, Copy)]
struct LastNode<const N: usize> {
    board: Board,
    alpha: i32,
    ply: u32,
    squares: [u8; N],
}

impl<const N: usize> LastNode<N> {
    /// The node after a pass.
    #[inline(always)]
    fn passed(self) -> Self {
        Self { board: self.board.passed(), alpha: -self.alpha - 1, ply: self.ply + 1, ..self }
    }

    /// The node after a move, if the move is legal.
    #[inline(always)]
    fn after<const M: usize>(self, square: u8, squares: [u8; M]) -> Option<LastNode<M>> {
        let flipped = self.board.flips_or_none(square);
        if flipped == 0 {
            return None;
        }
        let board = self.board.after(square, flipped);
        Some(LastNode { board, alpha: -self.alpha - 1, ply: self.ply + 1, squares })
    }

    /// The value before a pass, given the best value after it. If there is no move after the pass either, the game is
    /// over.
    #[inline(always)]
    fn before_pass(self, best: i32) -> i32 {
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
            4 => self.last_four(LastNode { board, alpha, ply, squares }),
            3 => self.last_three(LastNode { board, alpha, ply, squares: [a, b, c] }),
            2 => self.last_two(LastNode { board, alpha, ply, squares: [a, b] }),
            1 => self.last_one(board, a, ply),
            _ => board.difference(),
        }
    }

    /// The value for the side to move, which passes if it has no move. The functions for fewer squares do the same.
    #[inline(always)]
    fn last_four(&mut self, node: LastNode<4>) -> i32 {
        self.visits.visit(node.ply);
        match self.any_of_four(node) {
            NO_MOVE => {
                let node = node.passed();
                self.visits.visit(node.ply);
                node.before_pass(self.any_of_four(node))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_four(&mut self, node: LastNode<4>) -> i32 {
        let simd = self.simd;
        // Squares in odd regions come first. If there are two of them, this order is also right for the three squares
        // that are left after each move.
        let [a, b, c, d] = node.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
            if let Some(after) = node.after(square, rest) {
                best = best.max(-simd.vectorize(Three { solver: self, node: after }));
                if best > node.alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn last_three(&mut self, node: LastNode<3>) -> i32 {
        let node = LastNode { squares: isolated_first(node.squares), ..node };
        self.visits.visit(node.ply);
        match self.any_of_three(node) {
            NO_MOVE => {
                let node = node.passed();
                self.visits.visit(node.ply);
                node.before_pass(self.any_of_three(node))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_three(&mut self, node: LastNode<3>) -> i32 {
        let [a, b, c] = node.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some(after) = node.after(square, rest) {
                best = best.max(-self.last_two(after));
                if best > node.alpha {
                    break;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn last_two(&mut self, node: LastNode<2>) -> i32 {
        self.visits.visit(node.ply);
        match self.any_of_two(node) {
            NO_MOVE => {
                let node = node.passed();
                self.visits.visit(node.ply);
                node.before_pass(self.any_of_two(node))
            }
            best => best,
        }
    }

    #[inline(always)]
    fn any_of_two(&mut self, node: LastNode<2>) -> i32 {
        let [a, b] = node.squares;
        let mut best = NO_MOVE;
        for (square, rest) in [(a, b), (b, a)] {
            if let Some(after) = node.after(square, []) {
                best = best.max(-self.last_one(after.board, rest, after.ply));
                if best > node.alpha {
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
        let flips = bitboard::count_last_flips(square, board.own);
        if flips > 0 {
            return 2 * (own + flips + 1) - 64;
        }
        match bitboard::count_last_flips(square, board.other) {
            0 if own >= 32 => 2 * own - 62,
            flips => 2 * (own - flips) - 64,
        }
    }
}

struct Three<'s, 'v, 't, S> {
    solver: &'s mut Solver<'v, 't, S>,
    node: LastNode<3>,
}

impl<S: Simd> WithSimd for Three<'_, '_, '_, S> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> i32 {
        self.solver.last_three(self.node)
    }
}

/// Puts a square that is alone in its quadrant first.
#[inline(always)]
fn isolated_first([a, b, c]: [u8; 3]) -> [u8; 3] {
    if quadrant(b) == quadrant(c) {
        [a, b, c]
    } else if quadrant(a) == quadrant(c) {
        [b, a, c]
    } else if quadrant(a) == quadrant(b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}
