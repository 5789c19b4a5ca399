//! The end of the game, solved: alpha-beta on bare sets of squares, with null windows alone.
//!
//! What endgame solvers of Othello do: moves that leave few replies first ("fastest first"), regions of odd size before
//! others so as to have the last move in each, cut-offs by stable discs, a table, and the last four squares written
//! out.

mod board;
mod deep;
mod last;

use super::bitboard::{self, CORNERS, Squares, diagonal_neighbours};
use super::rules::Othello;
use crate::bits::members;
use crate::processor::dispatch;
use board::Board;
pub(super) use board::odd_regions;
use deep::Try;
use last::LAST_VISITS;
use plyd_search::hooks::{Endgame, SolverContext};
use plyd_search::{Score, Window};
use pulp::{Simd, WithSimd};

pub(super) const ENDGAME: Endgame<Othello> = Endgame { estimated_nodes, solve };

/// With fewer than these, counting replies costs more than it saves.
const FASTEST_FIRST: u32 = 6;
/// With more than these, results are kept.
const UNKEPT: u32 = 6;

/// About what it takes in games, in nodes of the search, eight of which take the time of one: 20,000 with 16 empty
/// squares, 2.4 times as much for each more.
fn estimated_nodes(position: &Othello) -> u64 {
    (0..position.empty().count_ones().min(44)).fold(1, |nodes: u64, _| (nodes * 12).div_ceil(5)) / 60
}

/// Bounds the final difference for the side to move, see [`Endgame::solve`].
fn solve(position: &Othello, window: Window, visits: &mut SolverContext<'_>) -> Option<Score> {
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
        let mut solver = Solver { visits: self.visits, tries: Vec::new(), simd };
        let value = solver.value(self.node);
        // The node itself is counted already.
        solver.visits.nodes = solver.visits.nodes.saturating_sub(1);
        value.map(Score::points)
    }
}

/// A board to value: is it worth more than alpha?
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    alpha: i32,
    empty: u32,
    /// Its distance from where the solver began.
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

/// All of it is compiled for the processor at hand: each function is inlined into those that call it but where it says
/// otherwise, by `vectorize`.
struct Solver<'v, 't, S> {
    visits: &'v mut SolverContext<'t>,
    /// The moves of the nodes whose results are kept, from the first to the one at hand.
    tries: Vec<Try>,
    simd: S,
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The value of a board, fail-soft: at least the result where that is above alpha, at most the result where it is
    /// not. `None` if it may not go on so long.
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
        if alpha >= worth_a_look(empty) {
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
        if empty > UNKEPT {
            self.best_kept(&node, moves)
        } else if empty >= FASTEST_FIRST {
            self.fastest_first(&node, moves)
        } else {
            self.odd_first(&node, moves)
        }
    }

    #[inline(always)]
    fn fastest_first(&mut self, node: &Node, moves: Squares) -> Option<i32> {
        let board = node.board;
        let odd = odd_regions(board.empty());
        let mut tries = [(0, board); UNKEPT as usize];
        let mut count = 0;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let promise = promise(next, square, odd);
            let mut place = count;
            while place > 0 && tries[place - 1].0 > promise {
                tries[place] = tries[place - 1];
                place -= 1;
            }
            tries[place] = (promise, next);
            count += 1;
        }
        let mut best = -64;
        for (_, next) in &tries[..count] {
            best = best.max(-self.value(node.child(*next))?);
            if best > node.alpha {
                break;
            }
        }
        Some(best)
    }

    #[inline(always)]
    fn odd_first(&mut self, node: &Node, moves: Squares) -> Option<i32> {
        let board = node.board;
        let odd = odd_regions(board.empty());
        let mut best = -64;
        for part in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
            for square in members(part) {
                let next = board.after(square, board.flips(square));
                best = best.max(-self.value(node.child(next))?);
                if best > node.alpha {
                    return Some(best);
                }
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

/// What a move leaves the other side: less is tried earlier.
#[inline(always)]
fn promise(next: Board, square: u8, odd: Squares) -> i32 {
    let here = 1u64 << square;
    let replies = next.moves();
    8 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
        - 4 * i32::from(here & odd != 0)
        - 6 * i32::from(here & CORNERS != 0)
}

/// From which alpha on stable discs of the other side are worth counting: with more squares to fill, fewer are stable.
const fn worth_a_look(empty: u32) -> i32 {
    2 * empty as i32 - 2
}
