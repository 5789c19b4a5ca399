//! Exchanges on one square, by trying every legal capture. This is slower than static exchange evaluation, and exact:
//! pins, checks and promotions count. The motifs use it.

use cozy_chess::{Board, Move, Square};

use super::rules::piece_at;
use super::see::{VALUES, capture_value};

/// How many captures to try before giving up.
const TRIED_MAX: u32 = 2_000;

/// What the side to move gains by captures on a square if each side may stop at any time; 0 if none pays. `None` if
/// there are too many to try.
pub(super) fn gain(board: &Board, square: Square) -> Option<i32> {
    let mut left = TRIED_MAX;
    best(board, square, (0, i32::MAX), &mut left)
}

/// What a legal capture gains, together with the captures that follow on its square.
pub(super) fn gain_by(board: &Board, mv: Move) -> Option<i32> {
    Some(capture_value(board, mv) - gain(&after(board, mv), mv.to)?)
}

/// The board after a legal move.
pub(super) fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

/// Alpha-beta over the captures on a square, the least valuable piece first.
fn best(board: &Board, square: Square, (mut alpha, beta): (i32, i32), left: &mut u32) -> Option<i32> {
    if !board.colors(!board.side_to_move()).has(square) {
        return Some(alpha.max(0));
    }
    let mut captures = Vec::new();
    board.generate_moves(|moves| {
        if moves.to.has(square) {
            captures.extend(moves.into_iter().filter(|mv| mv.to == square));
        }
        false
    });
    captures.sort_by_key(|mv| VALUES[piece_at(board, mv.from)]);
    alpha = alpha.max(0);
    for mv in captures {
        if alpha >= beta {
            break;
        }
        *left = left.checked_sub(1)?;
        let taken = capture_value(board, mv);
        let answer = best(&after(board, mv), square, (taken.saturating_sub(beta), taken - alpha), left)?;
        alpha = alpha.max(taken - answer);
    }
    Some(alpha)
}
