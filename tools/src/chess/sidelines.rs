//! Positions beside the games, reached by random moves. A search meets many more of these than played positions, and
//! making them costs less than playing moves.

use std::io;

use cozy_chess::{Board, Move, Piece};

use super::judge::Judge;
use super::record::Record;

/// From a position of a game, at most `AWAY` random moves lead away. From there, at most `ON` different moves are
/// tried, and the positions after them are kept.
const AWAY: u64 = 5;
const ON: usize = 8;

/// Records of positions beside those of a game, if the judge's score is between `max_score` and its negative.
///
/// # Errors
/// If the judge has ended.
pub(crate) fn records(
    states: &[String],
    judge: &mut Judge,
    max_score: i32,
    draw: &mut impl FnMut(u64) -> u64,
) -> io::Result<Vec<Record>> {
    let board = |state: &String| state.parse().expect("the game writes what the crate reads");
    let boards: Vec<Board> = states.iter().map(|state| random_walk(board(state), draw)).collect();
    let moves: Vec<_> = boards.iter().map(|board| quiescent_moves(board, ON, draw)).collect();
    let states: Vec<_> = boards.iter().map(Board::to_string).collect();
    let scores = judge.ask_of_moves(&states, &moves)?;
    let known = boards.iter().zip(&moves).zip(scores).flat_map(|((board, moves), scores)| {
        let near = move |score: &i32| score.abs() <= max_score;
        let scored = moves.iter().zip(scores).filter_map(move |(mv, score)| Some((mv, score.filter(near)?)));
        scored.map(move |(mv, score)| Record::new(&after(board, *mv), -score as i16, None))
    });
    Ok(known.collect())
}

/// A position some calm moves later.
fn random_walk(mut board: Board, draw: &mut impl FnMut(u64) -> u64) -> Board {
    for _ in 0..draw(AWAY + 1) {
        for mv in quiescent_moves(&board, 1, draw) {
            board.play_unchecked(mv);
        }
    }
    board
}

/// At most `most` random moves after which no material can be won immediately.
fn quiescent_moves(board: &Board, most: usize, draw: &mut impl FnMut(u64) -> u64) -> Vec<Move> {
    let (mut moves, mut quiescent) = (Vec::new(), Vec::new());
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    // The crate writes castling as the king taking its own rook, which the judge does not understand.
    moves.retain(|mv| !board.colors(board.side_to_move()).has(mv.to));
    while quiescent.len() < most && !moves.is_empty() {
        let mv = moves.swap_remove(draw(moves.len() as u64) as usize);
        if is_quiescent(&after(board, mv)) {
            quiescent.push(mv);
        }
    }
    quiescent
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

/// Whether the mover is not in check, has a move, and has no capture or promotion that gains material.
fn is_quiescent(board: &Board) -> bool {
    let (mut moves, mut loud) = (false, !board.checkers().is_empty());
    board.generate_moves(|some| {
        moves = true;
        loud |= some.into_iter().any(|mv| !is_quiet(board, mv) && gains(board, mv));
        loud
    });
    moves && !loud
}

/// Whether a capture or promotion gains material at first sight.
fn gains(board: &Board, mv: Move) -> bool {
    let worth = |piece| [1, 3, 3, 5, 9, 9][piece as usize];
    // An en passant capture takes a pawn.
    let (Some(own), taken) = (board.piece_on(mv.from), board.piece_on(mv.to).unwrap_or(Piece::Pawn)) else {
        return false;
    };
    if mv.promotion.is_some() || worth(taken) > worth(own) {
        return true;
    }
    let mut defended = false;
    after(board, mv).generate_moves(|some| {
        defended |= some.to.has(mv.to);
        defended
    });
    !defended
}

/// Whether a move is neither a capture nor a promotion.
pub(crate) fn is_quiet(board: &Board, mv: Move) -> bool {
    let enemies = board.colors(!board.side_to_move());
    let passing = board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
    mv.promotion.is_none() && !enemies.has(mv.to) && !passing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiescent_is_where_nothing_can_be_won_at_once() {
        for (state, quiescent) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            // Check, checkmate, stalemate.
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false),
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", false),
            ("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", false),
            // A knight that a rook can take: undefended, defended by a pawn, attacked by another pawn.
            ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", false),
            ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", true),
            ("4k3/8/4p3/3n4/4P3/8/8/3RK3 w - - 0 1", false),
            // A pawn about to promote, and one that can be taken en passant.
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
        ] {
            assert_eq!(is_quiescent(&state.parse().unwrap()), quiescent, "{state}");
        }
    }

    #[test]
    fn quiescent_moves_do_not_lose_a_man_immediately() {
        let board: Board = "4k3/8/8/2p1p3/8/8/r7/1N2K3 w - - 0 1".parse().unwrap();
        let mut numbers = 0..;
        let moves = quiescent_moves(&board, 100, &mut |below| numbers.next().unwrap() % below);
        assert!(moves.iter().any(|mv| mv.to_string() == "b1c3"), "{moves:?}");
        assert!(moves.iter().all(|mv| mv.to_string() != "b1a3"), "a rook takes it: {moves:?}");
        assert!(moves.iter().all(|mv| is_quiescent(&after(&board, *mv))));
    }
}
