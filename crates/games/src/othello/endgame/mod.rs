//! Endgame solver: alpha-beta with null windows on bitboards.
//!
//! It uses the standard techniques of Othello endgame solvers. Moves that leave few replies come first ("fastest
//! first"). Moves in regions of odd size come before others, because the side that moves there first also gets the last
//! move (parity). With many empty squares, a short search by the evaluation helps to order moves. Stable discs give
//! cutoffs, all nodes with more than four empty squares use a transposition table, and the last four squares have
//! specialised functions.

mod board;
mod deep;
mod last;

use super::bitboard::{self, CORNERS, Squares, diagonal_neighbours};
use super::rules::Othello;
use crate::bits::members;
use crate::processor::dispatch;
pub(super) use board::odd_regions;
use board::{Board, MAX_SMALL};
use deep::Candidate;
use last::LAST_VISITS;
use plyd_search::hooks::{SolverContext, SolverEntry};
use plyd_search::{Score, Window};
use pulp::{Simd, WithSimd};

/// Estimate of the solver's typical effort, in nodes of the main search. One of these takes as long as eight nodes of
/// the solver. The estimate is 20,000 with 16 empty squares, and 2.4 times as much for each further square.
pub(super) fn estimated_nodes(position: &Othello) -> u64 {
    (0..position.empty().count_ones().min(44)).fold(1, |nodes: u64, _| (nodes * 12).div_ceil(5)) / 60
}

/// Bounds the final disc difference for the side to move, see [`Solver::solve`](plyd_search::hooks::Solver::solve).
pub(super) fn solve(position: &Othello, window: Window, visits: &mut SolverContext<'_>) -> Option<Score> {
    let board = Board { own: position.own(), other: position.other() };
    let alpha = window.alpha.value().clamp(-65, 64);
    dispatch(Solve { node: Node { board, alpha, empty: board.empty().count_ones(), ply: 0 }, visits })
}

struct Solve<'v, 't> {
    node: Node,
    visits: &'v mut SolverContext<'t>,
}

impl WithSimd for Solve<'_, '_> {
    type Output = Option<Score>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Option<Score> {
        let mut solver = Solver { visits: self.visits, candidates: Vec::new(), simd };
        let value = solver.value(self.node);
        // The main search has already counted the root node.
        solver.visits.nodes = solver.visits.nodes.saturating_sub(1);
        value.map(Score::points)
    }
}

/// A null-window search, which asks whether the board is worth more than alpha.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    alpha: i32,
    empty: u32,
    /// The distance from the solver's root.
    ply: u32,
}

impl Node {
    #[inline(always)]
    fn child(&self, board: Board) -> Self {
        Self { board, alpha: -self.alpha - 1, empty: self.empty - 1, ply: self.ply + 1 }
    }

    #[inline(always)]
    fn passed(&self) -> Self {
        Self { board: self.board.passed(), alpha: -self.alpha - 1, empty: self.empty, ply: self.ply + 1 }
    }
}

/// The solver, compiled for an instruction set that is chosen at run time. Functions are inlined into their callers,
/// except where `vectorize` is called.
struct Solver<'v, 't, S> {
    visits: &'v mut SolverContext<'t>,
    /// A stack with the moves of all nodes with more than [`MAX_SMALL`] empty squares.
    candidates: Vec<Candidate>,
    simd: S,
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The value of a board, fail-soft: a lower bound if it exceeds alpha, otherwise an upper bound. `None` if the
    /// visits are used up.
    #[inline(always)]
    fn value(&mut self, node: Node) -> Option<i32> {
        if !self.visits.allows(LAST_VISITS) {
            return None;
        }
        let simd = self.simd;
        simd.vectorize(Value { solver: self, node })
    }

    #[inline(always)]
    fn value_here(&mut self, node: Node) -> Option<i32> {
        let Node { board, alpha, empty, ply } = node;
        if empty <= 4 {
            return Some(self.last(node));
        }
        self.visits.visit(ply);
        if alpha >= stability_alpha(empty) {
            let most = 64 - 2 * bitboard::stable(board.other, board.own).count_ones() as i32;
            if most <= alpha {
                return Some(most);
            }
        }
        let moves = board.moves();
        if moves == 0 {
            return if board.passed().moves() == 0 {
                Some(board.difference())
            } else {
                Some(-self.value(node.passed())?)
            };
        }
        if empty > MAX_SMALL {
            return self.search_with_evaluation(&node, moves);
        }
        let key = board.key(empty);
        let known = self.visits.probe(key);
        if let Some(points) = known.and_then(|known| known.cutoff(alpha)) {
            return Some(points);
        }
        let points = self.fastest_first(&node, moves)?;
        self.visits.store_recent(key, SolverEntry { points, at_least: points > alpha, best: None });
        Some(points)
    }

    /// The value of the best move of a node with at most [`MAX_SMALL`] empty squares.
    #[inline(always)]
    fn fastest_first(&mut self, node: &Node, moves: Squares) -> Option<i32> {
        let board = node.board;
        let odd = odd_regions(board.empty());
        let mut candidates = [(0, board); MAX_SMALL as usize];
        let mut count = 0;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let move_score = move_score(next, square, odd);
            let mut index = count;
            while index > 0 && candidates[index - 1].0 > move_score {
                candidates[index] = candidates[index - 1];
                index -= 1;
            }
            candidates[index] = (move_score, next);
            count += 1;
        }
        let mut best = -64;
        for (_, next) in &candidates[..count] {
            best = best.max(-self.value(node.child(*next))?);
            if best > node.alpha {
                break;
            }
        }
        Some(best)
    }
}

struct Value<'s, 'v, 't, S> {
    solver: &'s mut Solver<'v, 't, S>,
    node: Node,
}

impl<S: Simd> WithSimd for Value<'_, '_, '_, S> {
    type Output = Option<i32>;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> Option<i32> {
        self.solver.value_here(self.node)
    }
}

/// The ordering score by the replies that are left to the opponent. Lower is better.
#[inline(always)]
fn move_score(next: Board, square: u8, odd: Squares) -> i32 {
    let here = 1u64 << square;
    let replies = next.moves();
    8 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
        - 4 * i32::from(here & odd != 0)
        - 6 * i32::from(here & CORNERS != 0)
}

/// From this alpha on, counting the opponent's stable discs may give a cutoff. With more empty squares, fewer discs are
/// stable.
const fn stability_alpha(empty: u32) -> i32 {
    2 * empty as i32 - 2
}
