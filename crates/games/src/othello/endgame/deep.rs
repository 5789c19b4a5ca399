//! Nodes with many empty squares, whose moves are ordered with care.

use super::super::bitboard;
use super::super::evaluation::value::evaluate_discs;
use super::board::{Board, MAX_RECENT, MAX_SMALL, odd_regions};
use super::{CORNERS, Node, Solver, Squares, diagonal_neighbours, members};
use plyd_search::hooks::SolverEntry;
use pulp::{Simd, WithSimd};

/// From this number of empty squares, the evaluation helps to order moves.
const EVALUATE_FROM: u32 = 11;
/// From this number of empty squares, moves are searched by the evaluation to order them: one ply, and a ply more for
/// every three squares more. Without such a search, the nodes of large proofs are a few percent more.
const LOOK_AHEAD_FROM: u32 = 16;
/// The value of such a search counts this many times as much as that of the evaluation alone.
const LOOK_AHEAD_WEIGHT: i32 = 2;
/// The search need not tell moves apart that are this many discs below alpha.
const LOOK_AHEAD_MARGIN: i32 = 8;
/// The most moves of a position.
const MOVES: usize = 33;

/// A move and the board after it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    next: Board,
    /// The key of the board after it, if it has more than [`MAX_SMALL`] empty squares.
    key: u64,
    square: u8,
    /// The ordering score. Lower is better.
    move_score: i32,
}

/// A search of some plies by the evaluation, to order moves.
#[derive(Clone, Copy)]
struct LookAhead {
    board: Board,
    depth: u32,
    alpha: i32,
    beta: i32,
    ply: u32,
}

impl LookAhead {
    /// The same for the other side, a ply later.
    #[inline(always)]
    fn below(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, ply: self.ply + 1, ..self }
    }
}

struct Ahead<'s, 'v, 't, S> {
    solver: &'s mut Solver<'v, 't, S>,
    ahead: LookAhead,
}

impl<S: Simd> WithSimd for Ahead<'_, '_, '_, S> {
    type Output = Option<i32>;

    #[inline(always)]
    fn with_simd<T: Simd>(self, _: T) -> Option<i32> {
        self.solver.look_ahead_here(self.ahead)
    }
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The value of the best move.
    #[inline(always)]
    pub(super) fn search_with_evaluation(&mut self, node: &Node, moves: Squares) -> Option<i32> {
        let alpha = node.alpha;
        let key = node.board.key(node.empty);
        let known = self.visits.probe(key);
        if let Some(points) = known.and_then(|known| known.cutoff(alpha)) {
            return Some(points);
        }
        let (mut best, mut best_square) = (-65, None);
        let mut moves = moves;
        // The table's best move is tried before the others are generated, because a cutoff makes them unnecessary.
        let best_known = known.and_then(|known| known.best).map_or(64, |best| best as u8);
        if let Some(square) = members(moves).find(|square| *square == best_known) {
            best = -self.value(node.child(node.board.after(square, node.board.flips(square))))?;
            best_square = Some(u16::from(square));
            moves &= !(1 << square);
        }
        if best <= alpha {
            let first = self.candidates.len();
            self.generate(node, moves);
            if node.empty > MAX_SMALL + 1
                && let Some(value) = self.table_cutoff(first, alpha)
            {
                self.candidates.truncate(first);
                return Some(value);
            }
            self.score_moves(node, first)?;
            for index in first..self.candidates.len() {
                let next = self.pick_best(index);
                let value = -self.value(node.child(next.next))?;
                if value > best {
                    (best, best_square) = (value, Some(u16::from(next.square)));
                }
                if best > alpha {
                    break;
                }
            }
            self.candidates.truncate(first);
        }
        let at_least = best > alpha;
        let entry = SolverEntry { points: best, at_least, best: best_square.filter(|_| at_least) };
        if node.empty <= MAX_RECENT {
            self.visits.store_recent(key, entry);
        } else {
            self.visits.store(key, entry);
        }
        Some(best)
    }

    /// Appends these moves, without ordering scores.
    #[inline(always)]
    fn generate(&mut self, node: &Node, moves: Squares) {
        let board = node.board;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let mut key = 0;
            if node.empty > MAX_SMALL + 1 {
                key = next.key(node.empty - 1);
                self.visits.prefetch(key);
            }
            self.candidates.push(Candidate { next, key, square, move_score: 0 });
        }
    }

    /// Sets the ordering scores of the listed moves. `None` if the visits are used up.
    #[inline(always)]
    fn score_moves(&mut self, node: &Node, first: usize) -> Option<()> {
        let empty = node.board.empty();
        let odd = odd_regions(empty);
        let beside_corner = diagonal_neighbours(empty & CORNERS);
        for index in first..self.candidates.len() {
            let Candidate { next, square, .. } = self.candidates[index];
            let here = 1u64 << square;
            let replies = next.moves();
            let reply_count = replies.count_ones() as i32;
            let parity = i32::from(here & odd != 0);
            self.candidates[index].move_score = if node.empty >= LOOK_AHEAD_FROM {
                let depth = (node.empty - LOOK_AHEAD_FROM) / 3 + 1;
                let beta = (LOOK_AHEAD_MARGIN - node.alpha).min(64);
                let ahead = LookAhead { board: next, depth, alpha: -65, beta, ply: node.ply + 1 };
                LOOK_AHEAD_WEIGHT * self.look_ahead(ahead)? + 4 * reply_count + frontier(next) - parity
            } else if node.empty >= EVALUATE_FROM {
                evaluated_score(next, replies) - parity
            } else {
                let corner_replies = (replies & CORNERS).count_ones() as i32;
                let (corner, x) = (i32::from(here & CORNERS != 0), i32::from(here & beside_corner != 0));
                6 * reply_count + frontier(next) + 2 * corner_replies - 5 * corner + 2 * x - 2 * parity
            };
        }
        Some(())
    }

    /// The value of a board by a short search. `None` if the visits are used up.
    #[inline(always)]
    fn look_ahead(&mut self, ahead: LookAhead) -> Option<i32> {
        let simd = self.simd;
        self.visits.allows(1).then(|| simd.vectorize(Ahead { solver: self, ahead }))?
    }

    #[inline(always)]
    fn look_ahead_here(&mut self, ahead: LookAhead) -> Option<i32> {
        let LookAhead { board, depth, alpha, beta, ply } = ahead;
        self.visits.visit(ply);
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return match passed.moves() {
                0 => Some(board.difference()),
                _ => Some(-self.look_ahead(LookAhead { board: passed, ..ahead.below() })?),
            };
        }
        if depth == 0 {
            return Some(evaluate_discs(board.own, board.other, moves));
        }
        let mut candidates = [(0, board); MOVES];
        let mut count = 0;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            // Leaves need no order.
            let move_score = if depth > 1 { evaluated_score(next, next.moves()) } else { 0 };
            candidates[count] = (move_score, next);
            count += 1;
        }
        candidates[..count].sort_unstable_by_key(|(move_score, _)| *move_score);
        let mut best = -65;
        for (_, next) in &candidates[..count] {
            let alpha = alpha.max(best);
            let below = LookAhead { board: *next, depth: depth - 1, ..LookAhead { alpha, ..ahead }.below() };
            best = best.max(-self.look_ahead(below)?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Enhanced transposition cutoff (Schaeffer and Plaat 1996): looks for a child whose stored value exceeds alpha.
    #[inline(always)]
    fn table_cutoff(&self, first: usize, alpha: i32) -> Option<i32> {
        self.candidates[first..].iter().find_map(|next| {
            let SolverEntry { points, at_least, .. } = self.visits.probe(next.key)?;
            (!at_least && -points > alpha).then_some(-points)
        })
    }

    /// Moves the best of the moves from this index to the front.
    #[inline(always)]
    fn pick_best(&mut self, index: usize) -> Candidate {
        let mut best = index;
        for other in index + 1..self.candidates.len() {
            if self.candidates[other].move_score < self.candidates[best].move_score {
                best = other;
            }
        }
        self.candidates.swap(index, best);
        self.candidates[index]
    }
}

/// The ordering score of a move by the evaluation of the board after it, whose side to move has these replies.
#[inline(always)]
fn evaluated_score(next: Board, replies: Squares) -> i32 {
    evaluate_discs(next.own, next.other, replies) + 4 * replies.count_ones() as i32 + frontier(next)
}

/// The number of empty squares beside the discs of the side that has just moved.
#[inline(always)]
fn frontier(next: Board) -> i32 {
    (bitboard::around(next.other) & next.empty()).count_ones() as i32
}
