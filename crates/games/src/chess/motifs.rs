//! What a move does on the board: forks, pins, discovered attacks, threats of mate, pawns that promote by force, and
//! pieces that it leaves hanging.

use std::cmp::Reverse;

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::Chess;
use super::exchange::{after, gain, gain_by};
use super::see::{EVEN, capture_value};
use crate::board::RowColumn;
use crate::motif::Motif;

/// The pushes within which a pawn's promotion is looked for. Every reply to each push is tried.
const PUSHES_MAX: u8 = 2;

/// The motifs of a legal move.
pub(super) fn of(position: &Chess, mv: Move) -> Vec<Motif> {
    let before = &position.board;
    let to = position.destination(mv);
    let after = after(before, mv);
    if !Chess::from(after.clone()).can_move() {
        return if is_back_rank_mate(&after) { vec![Motif::BackRank] } else { Vec::new() };
    }
    let mut motifs = Vec::new();
    motifs.extend(forks(&after, to));
    motifs.extend(discovers(before, &after, mv, to));
    motifs.extend(pins(before, &after));
    // A threat is no reason for a move if the side could carry it out already.
    if !mates(before) {
        mate_threat(&after, &mut motifs);
    }
    if !legal_moves(before).iter().any(|mv| mv.promotion.is_some()) {
        motifs.extend(promotes(&after));
    }
    motifs.extend(hangs(before, &after, mv));
    motifs
}

const fn cell(square: Square) -> RowColumn {
    [7 - square.rank() as usize, square.file() as usize]
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// The squares that a piece of this colour attacks.
fn attacks(board: &Board, piece: Piece, from: Square, color: Color) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// The piece of which the opponent gains most by captures on its square. What the move has taken is deducted.
fn hangs(before: &Board, after: &Board, mv: Move) -> Option<Motif> {
    let us = before.side_to_move();
    let taken = capture_value(before, mv);
    let men = after.colors(us) & !after.pieces(Piece::King);
    let (gains, square) = men.iter().filter_map(|square| Some((gain(after, square)?, square))).max()?;
    let gains = gains - taken;
    (gains > EVEN).then(|| Motif::Hangs { cell: cell(square), gains })
}

/// The pieces that the moved one forks, the most valuable first: after every reply, taking one of the attacked pieces
/// gains more than the reply has taken. The king counts as attacked if it is in check.
fn forks(after_move: &Board, from: Square) -> Option<Motif> {
    let them = after_move.side_to_move();
    let piece = after_move.piece_on(from)?;
    let attacked = attacks(after_move, piece, from, !them) & after_move.colors(them);
    if attacked.len() < 2 {
        return None;
    }
    let king = attacked & after_move.pieces(Piece::King);
    let mut forked = king;
    for reply in legal_moves(after_move) {
        let lost = capture_value(after_move, reply);
        let next = after(after_move, reply);
        if !next.colors(!them).has(from) {
            return None;
        }
        let mut gained = BitBoard::EMPTY;
        next.generate_moves_for(from.bitboard(), |moves| {
            for mv in moves.into_iter().filter(|mv| (attacked & next.colors(them)).has(mv.to)) {
                if gain_by(&next, mv).is_some_and(|gain| gain - lost > EVEN) {
                    gained |= mv.to.bitboard();
                }
            }
            false
        });
        if gained.is_empty() {
            return None;
        }
        forked |= gained;
    }
    let mut squares: Vec<Square> = forked.iter().collect();
    squares.sort_by_key(|square| Reverse(after_move.piece_on(*square)));
    (squares.len() > 1).then(|| Motif::Forks { cells: squares.into_iter().map(cell).collect() })
}

/// The pieces of this colour, other than pawns, that stand alone between their king and a piece that attacks along the
/// line.
fn pinned(board: &Board, color: Color) -> BitBoard {
    let king = board.king(color);
    let queens = board.pieces(Piece::Queen);
    let diagonal = (board.pieces(Piece::Bishop) | queens) & get_bishop_rays(king);
    let straight = (board.pieces(Piece::Rook) | queens) & get_rook_rays(king);
    let between = |from: Square| get_between_rays(king, from) & board.occupied();
    let alone = ((diagonal | straight) & board.colors(!color)).iter().map(between).filter(|men| men.len() == 1);
    alone.fold(BitBoard::EMPTY, |all, men| all | men) & board.colors(color) & !board.pieces(Piece::Pawn)
}

/// The most valuable piece that is pinned now, but was not before the move.
fn pins(before: &Board, after: &Board) -> Option<Motif> {
    let them = after.side_to_move();
    let new = pinned(after, them) & !pinned(before, them);
    let square = new.iter().max_by_key(|square| after.piece_on(*square))?;
    Some(Motif::Pins { cell: cell(square) })
}

/// The most valuable piece that another one attacks along a line that the move has opened: the king, or a piece that
/// it would gain by taking if the opponent passed.
fn discovers(before: &Board, after: &Board, mv: Move, to: Square) -> Option<Motif> {
    let us = before.side_to_move();
    let passed = after.null_move();
    let gains = |from: Square, to: Square| {
        let mv = Move { from, to, promotion: None };
        passed.as_ref().is_some_and(|board| board.is_legal(mv) && gain_by(board, mv).is_some_and(|gain| gain > EVEN))
    };
    let behind = after.colors(us) & before.colors(us) & !to.bitboard();
    let mut found = BitBoard::EMPTY;
    for from in behind {
        let piece = after.piece_on(from).filter(|piece| matches!(piece, Piece::Bishop | Piece::Rook | Piece::Queen));
        let Some(piece) = piece else { continue };
        let attacked = attacks(after, piece, from, us) & after.colors(!us);
        for target in attacked & !attacks(before, piece, from, us) {
            let is_king = after.king(!us) == target;
            if get_between_rays(from, target).has(mv.from) && (is_king || gains(from, target)) {
                found |= target.bitboard();
            }
        }
    }
    let target = found.iter().max_by_key(|square| after.piece_on(*square))?;
    Some(Motif::Discovers { cell: cell(target) })
}

/// A mate on the next move if the opponent passed, and whether it is on the back rank.
fn mate_threat(after_move: &Board, motifs: &mut Vec<Motif>) {
    let Some(passed) = after_move.null_move() else { return };
    let mates: Vec<Board> = legal_moves(&passed).into_iter().map(|mv| after(&passed, mv)).filter(is_mate).collect();
    if !mates.is_empty() {
        motifs.push(Motif::ThreatensMate { plies: 1 });
    }
    if mates.iter().any(is_back_rank_mate) {
        motifs.push(Motif::BackRank);
    }
}

/// Whether the side to move can mate with its next move.
fn mates(board: &Board) -> bool {
    legal_moves(board).into_iter().any(|mv| is_mate(&after(board, mv)))
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// Whether the side to move is mated along its back rank, and its own pieces stand on all squares in front of its king.
fn is_back_rank_mate(board: &Board) -> bool {
    let us = board.side_to_move();
    let king = board.king(us);
    let [back, second] = [Rank::First, Rank::Second].map(|rank| rank.relative_to(us).bitboard());
    is_mate(board)
        && back.has(king)
        && board.checkers().is_subset(back)
        && (get_king_moves(king) & second).is_subset(board.colors(us))
}

/// A pawn of the side that has moved, if it promotes whatever the opponent replies.
fn promotes(after: &Board) -> Option<Motif> {
    let us = !after.side_to_move();
    let pushes = (1..=PUSHES_MAX).find(|pushes| {
        let rank = Rank::index(7 - *pushes as usize).relative_to(us).bitboard();
        (after.colored_pieces(us, Piece::Pawn) & rank).iter().any(|pawn| runs(after, pawn))
    })?;
    Some(Motif::PromotesIn { plies: 2 * u32::from(pushes) })
}

/// Whether the pawn can be pushed after every reply until it promotes, and the new queen is not lost where it stands.
fn runs(board: &Board, pawn: Square) -> bool {
    let us = !board.side_to_move();
    let ahead =
        Square::new(pawn.file(), Rank::index((pawn.rank() as i8 + if us == Color::White { 1 } else { -1 }) as usize));
    let promotes = Rank::Eighth.relative_to(us) == ahead.rank();
    let push = Move { from: pawn, to: ahead, promotion: promotes.then_some(Piece::Queen) };
    let goes_on = |reply: Move| {
        let next = after(board, reply);
        if !next.colored_pieces(us, Piece::Pawn).has(pawn) || !next.is_legal(push) {
            return false;
        }
        let pushed = after(&next, push);
        if promotes { gain(&pushed, ahead) == Some(0) } else { runs(&pushed, ahead) }
    };
    let replies = legal_moves(board);
    !replies.is_empty() && replies.into_iter().all(goes_on)
}
