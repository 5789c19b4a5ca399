//! Who wins the exchange on a square, without playing it.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// Rough values of the pieces, in pawns.
pub(super) const VALUE: [i32; 6] = [1, 3, 3, 5, 9, 100];

/// Whether a capture of `victim` by `piece` loses material once the other side has taken back as often as it pays
/// ("static exchange evaluation"; pins are not seen).
pub(super) fn loses(board: &Board, mv: Move, piece: Piece, victim: Piece) -> bool {
    let (risked, gained) = (VALUE[piece as usize], VALUE[victim as usize]);
    risked > gained && {
        let occupied = board.occupied() ^ mv.from.bitboard();
        gained < most_taken(board, mv.to, !board.side_to_move(), occupied, risked)
    }
}

/// The most that `side` can win by captures on a square, where a piece of this value stands now.
pub(super) fn most_taken(board: &Board, square: Square, side: Color, occupied: BitBoard, value: i32) -> i32 {
    let attackers = attackers(board, square, side, occupied);
    let Some(piece) = Piece::ALL.into_iter().find(|piece| !attackers.is_disjoint(board.pieces(*piece))) else {
        return 0;
    };
    let from = (attackers & board.pieces(piece)).next_square().expect("one was found");
    let next = most_taken(board, square, !side, occupied ^ from.bitboard(), VALUE[piece as usize]);
    (value - next).max(0)
}

fn attackers(board: &Board, square: Square, side: Color, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let by = |piece: Piece, reach: BitBoard| board.pieces(piece) & reach;
    let any = by(Piece::Pawn, get_pawn_attacks(square, !side))
        | by(Piece::Knight, get_knight_moves(square))
        | by(Piece::King, get_king_moves(square))
        | (board.pieces(Piece::Bishop) | queens) & get_bishop_moves(square, occupied)
        | (board.pieces(Piece::Rook) | queens) & get_rook_moves(square, occupied);
    any & board.colors(side) & occupied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_is_counted_to_its_end() {
        for (state, text, lost) in [
            // A rook takes a pawn: free, guarded by a pawn, guarded and backed up.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", false),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", true),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", true),
            // Taken back twice behind one another: queen, then rook.
            ("3rk3/3q4/8/3p4/8/2N5/3R4/3RK3 w - - 0 1", "c3d5", false),
            ("3rk3/3q4/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", true),
            // A king does not take what is guarded.
            ("8/8/4k3/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", false),
            ("8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", true),
            ("3r3k/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d5", true),
        ] {
            let board: Board = state.parse().unwrap();
            let mv: Move = text.parse().unwrap();
            let [piece, victim] = [mv.from, mv.to].map(|square| board.piece_on(square).unwrap());
            assert_eq!(loses(&board, mv, piece, victim), lost, "{state} {text}");
        }
    }
}
