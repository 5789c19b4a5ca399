//! The last squares, solved: alpha-beta on bare sets of squares, with null windows alone.
//!
//! What endgame solvers of Othello do: moves that leave few replies first ("fastest first"), regions of odd size before
//! others so as to have the last move in each, cut-offs by stable discs, and the last four squares written out.

use super::bitboard::{self, CORNERS, Squares, flips};
use super::rules::Othello;
use crate::bits::members;
use plyd_search::{Endgame, Score, Visits, Window};

pub(super) const ENDGAME: Endgame<Othello> =
    Endgame { effort, is_near: |position| position.empty().count_ones() <= MOST_EMPTY, solve };

/// With so many empty squares the solver takes over.
const MOST_EMPTY: u32 = 7;
/// With fewer than these, counting replies costs more than it saves.
const FASTEST_FIRST: u32 = 6;
/// So many visits the last four squares take at most, passes included.
const LAST_VISITS: u64 = 58;

/// About what it takes in the mean of random positions, 60,000 with 16 empty squares: 2.4 times as much for each more.
fn effort(position: &Othello) -> u64 {
    (0..position.empty().count_ones().min(44)).fold(1, |effort: u64, _| (effort * 12).div_ceil(5)) / 20
}

/// Bounds the final difference for the side to move, see [`Endgame::solve`].
fn solve(position: &Othello, window: Window, visits: &mut Visits) -> Option<Score> {
    let alpha = window.alpha.value().clamp(-65, 64);
    let (own, other) = (position.own(), position.other());
    let mut solver = Solver { visits };
    // The node itself is counted already.
    solver.visits.most += 1;
    let value = solver.value(Board { own, other }, alpha, position.empty().count_ones(), 0);
    solver.visits.most -= 1;
    solver.visits.nodes = solver.visits.nodes.saturating_sub(1);
    value.map(Score::points)
}

/// A board, seen by the side to move.
#[derive(Clone, Copy)]
struct Board {
    own: Squares,
    other: Squares,
}

impl Board {
    fn empty(self) -> Squares {
        !(self.own | self.other)
    }

    fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// After a move that turns these discs; the other side is to move.
    fn after(self, square: u8, flipped: Squares) -> Self {
        Self { own: self.other ^ flipped, other: self.own | flipped | 1 << (square & 63) }
    }

    /// What a move turns; nothing where it is no move.
    fn flips(self, square: u8) -> Squares {
        if NEIGHBOURS[usize::from(square & 63)] & self.other == 0 { 0 } else { flips(square, self.own, self.other) }
    }

    /// The final difference, where nobody can move.
    fn difference(self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        own - other + (own - other).signum() * (64 - own - other)
    }
}

static NEIGHBOURS: [Squares; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = bitboard::around(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
};

struct Solver<'v> {
    visits: &'v mut Visits,
}

impl Solver<'_> {
    fn visit(&mut self, ply: u32) {
        self.visits.nodes += 1;
        self.visits.deepest = self.visits.deepest.max(ply);
    }

    /// The value of a board with so many empty squares, fail-soft: at least the result where that is above alpha, at
    /// most the result where it is not. `None` if it takes too many visits.
    fn value(&mut self, board: Board, alpha: i32, empty: u32, ply: u32) -> Option<i32> {
        if self.visits.nodes + LAST_VISITS > self.visits.most {
            return None;
        }
        if empty <= 4 {
            return Some(self.last(board, alpha, ply));
        }
        self.visit(ply);
        if alpha >= worth_a_look(empty) {
            let most = 64 - 2 * bitboard::stable(board.other, board.own).count_ones() as i32;
            if most <= alpha {
                return Some(most);
            }
        }
        let moves = bitboard::moves(board.own, board.other);
        if moves == 0 {
            return if bitboard::moves(board.other, board.own) == 0 {
                Some(board.difference())
            } else {
                Some(-self.value(board.passed(), -alpha - 1, empty, ply + 1)?)
            };
        }
        if empty >= FASTEST_FIRST {
            self.fastest_first(board, moves, alpha, empty, ply)
        } else {
            self.odd_first(board, moves, alpha, empty, ply)
        }
    }

    fn fastest_first(&mut self, board: Board, moves: Squares, alpha: i32, empty: u32, ply: u32) -> Option<i32> {
        let odd = odd_regions(board.empty());
        let mut tries = [(0, board); MOST_EMPTY as usize];
        let mut count = 0;
        for square in members(moves) {
            let next = board.after(square, flips(square, board.own, board.other));
            let replies = bitboard::moves(next.own, next.other);
            let here = 1u64 << square;
            let promise = 8 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
                - 4 * i32::from(here & odd != 0)
                - 6 * i32::from(here & CORNERS != 0);
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
            let value = -self.value(*next, -alpha - 1, empty - 1, ply + 1)?;
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        Some(best)
    }

    fn odd_first(&mut self, board: Board, moves: Squares, alpha: i32, empty: u32, ply: u32) -> Option<i32> {
        let odd = odd_regions(board.empty());
        let mut best = -64;
        for part in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
            for square in members(part) {
                let next = board.after(square, flips(square, board.own, board.other));
                let value = -self.value(next, -alpha - 1, empty - 1, ply + 1)?;
                best = best.max(value);
                if best > alpha {
                    return Some(best);
                }
            }
        }
        Some(best)
    }

    /// The same with four empty squares or fewer.
    fn last(&mut self, board: Board, alpha: i32, ply: u32) -> i32 {
        let empty = board.empty();
        let odd = odd_regions(empty);
        let mut squares = [0; 4];
        let mut count = 0;
        for square in members(empty & odd).chain(members(empty & !odd)) {
            squares[count] = square;
            count += 1;
        }
        match count {
            4 => self.last_four(board, alpha, squares, ply),
            3 => self.last_three(board, alpha, [squares[0], squares[1], squares[2]], ply),
            2 => self.last_two(board, alpha, [squares[0], squares[1]], ply),
            1 => self.last_one(board, squares[0], ply),
            _ => board.difference(),
        }
    }

    fn last_four(&mut self, board: Board, alpha: i32, [a, b, c, d]: [u8; 4], ply: u32) -> i32 {
        self.visit(ply);
        let mut best = NO_MOVE;
        // Where one or three were in odd regions, they stay before the others.
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
            let flipped = board.flips(square);
            if flipped != 0 {
                let value = -self.last_three(board.after(square, flipped), -alpha - 1, rest, ply + 1);
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NO_MOVE {
            best
        } else if bitboard::moves(board.other, board.own) == 0 {
            board.difference()
        } else {
            -self.last_four(board.passed(), -alpha - 1, [a, b, c, d], ply + 1)
        }
    }

    fn last_three(&mut self, board: Board, alpha: i32, squares: [u8; 3], ply: u32) -> i32 {
        self.visit(ply);
        let [a, b, c] = alone_first(squares);
        let mut best = NO_MOVE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flipped = board.flips(square);
            if flipped != 0 {
                let value = -self.last_two(board.after(square, flipped), -alpha - 1, rest, ply + 1);
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NO_MOVE {
            best
        } else if bitboard::moves(board.other, board.own) == 0 {
            board.difference()
        } else {
            -self.last_three(board.passed(), -alpha - 1, [a, b, c], ply + 1)
        }
    }

    fn last_two(&mut self, board: Board, alpha: i32, [a, b]: [u8; 2], ply: u32) -> i32 {
        self.visit(ply);
        let mut best = NO_MOVE;
        for (square, rest) in [(a, b), (b, a)] {
            let flipped = board.flips(square);
            if flipped != 0 {
                let value = -self.last_one(board.after(square, flipped), rest, ply + 1);
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NO_MOVE {
            best
        } else if board.passed().flips(a) | board.passed().flips(b) == 0 {
            board.difference()
        } else {
            -self.last_two(board.passed(), -alpha - 1, [a, b], ply + 1)
        }
    }

    /// The value with one empty square: who can moves there, the side to move first.
    fn last_one(&mut self, board: Board, square: u8, ply: u32) -> i32 {
        self.visit(ply);
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

/// Below every value: no move was found.
const NO_MOVE: i32 = -65;

/// From which alpha on stable discs of the other side are worth counting: with more squares to fill, fewer are stable.
const fn worth_a_look(empty: u32) -> i32 {
    2 * empty as i32 - 2
}

/// The quarters of the board with an odd number of these squares: that finds the regions of odd size well enough.
pub(super) fn odd_regions(empty: Squares) -> Squares {
    // The parity of each half row of four, then of the four half rows one above the other.
    let pairs = empty ^ empty >> 1;
    let fours = (pairs ^ pairs >> 2) & 0x1111_1111_1111_1111;
    let rows = fours ^ fours >> 8;
    let quarters = (rows ^ rows >> 16) & 0x0000_0011_0000_0011;
    quarters.wrapping_mul(0x0f0f_0f0f)
}

/// The quarter of a square, as a number.
fn quarter(square: u8) -> u8 {
    square & 0b10_0100
}

/// The square that has a quarter for itself first, if there is one.
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
