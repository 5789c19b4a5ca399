//! Nodes with many empty squares, which use the transposition table and careful move ordering.

use super::super::bitboard;
use super::super::evaluation::value::evaluate_discs;
use super::board::{Board, odd_regions};
use super::{CORNERS, Node, Solver, Squares, diagonal_neighbours, members};
use plyd_search::hooks::SolverEntry;
use pulp::Simd;

/// From this number of empty squares, the evaluation helps to order moves.
const EVALUATE_FROM: u32 = 11;

/// A move and the board after it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    next: Board,
    /// The key of the board after it, if that node uses the table.
    key: u64,
    square: u8,
    /// The ordering score. Lower is better.
    move_score: i32,
}

impl<S: Simd> Solver<'_, '_, S> {
    /// The value of the best move, with help from the transposition table.
    #[inline(always)]
    pub(super) fn search_with_table(&mut self, node: &Node, moves: Squares) -> Option<i32> {
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
            if node.empty > super::MAX_UNSTORED + 1
                && let Some(value) = self.table_cutoff(first, alpha)
            {
                self.candidates.truncate(first);
                return Some(value);
            }
            self.score_moves(node, first);
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
        self.visits.store(key, SolverEntry { points: best, at_least, best: best_square.filter(|_| at_least) });
        Some(best)
    }

    /// Appends these moves, without ordering scores.
    #[inline(always)]
    fn generate(&mut self, node: &Node, moves: Squares) {
        let board = node.board;
        for square in members(moves) {
            let next = board.after(square, board.flips(square));
            let mut key = 0;
            if node.empty > super::MAX_UNSTORED + 1 {
                key = next.key();
                self.visits.prefetch(key);
            }
            self.candidates.push(Candidate { next, key, square, move_score: 0 });
        }
    }

    /// Sets the ordering scores of the listed moves.
    #[inline(always)]
    fn score_moves(&mut self, node: &Node, first: usize) {
        let empty = node.board.empty();
        let odd = odd_regions(empty);
        let beside_corner = diagonal_neighbours(empty & CORNERS);
        for Candidate { next, square, move_score, .. } in &mut self.candidates[first..] {
            let here = 1u64 << *square;
            let replies = next.moves();
            let frontier = (bitboard::around(next.other) & empty & !here).count_ones();
            let few_replies = 4 * replies.count_ones() + frontier;
            let value = if node.empty >= EVALUATE_FROM {
                evaluate_discs(next.own, next.other, replies)
            } else {
                2 * (replies & CORNERS).count_ones() as i32 + 2 * i32::from(here & beside_corner != 0)
                    - 5 * i32::from(here & CORNERS != 0)
            };
            *move_score = few_replies as i32 + value - 2 * i32::from(here & odd != 0);
        }
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
