//! Static exchange evaluation (SEE): the result of the captures on one square. Ignores pins.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::rules::piece_at;

/// The values of pieces in an exchange, in centipawns. The king's value keeps it from being risked.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];
/// Pieces whose values differ by no more than this count as equal: a knight and a bishop, a rook with a pawn and two
/// minor pieces.
pub(crate) const EVEN: i32 = 60;

/// Whether a capture of `victim` by `piece` loses its exchange.
pub(super) fn loses(board: &Board, mv: Move, piece: Piece, victim: Piece) -> bool {
    VALUES[piece as usize] > VALUES[victim as usize] + EVEN && !move_wins(board, mv, -EVEN)
}

/// The value of a piece in whole pawns. The king counts as 100, which is more than any other piece.
pub(crate) const fn pawns(piece: Piece) -> i32 {
    let value = VALUES[piece as usize] / 100;
    if value > 100 { 100 } else { value }
}

/// The value of the captured piece, plus what a promotion gains.
#[inline]
pub(super) fn capture_value(board: &Board, mv: Move) -> i32 {
    let us = board.side_to_move();
    let taken = if board.colors(!us).has(mv.to) {
        VALUES[piece_at(board, mv.to)]
    } else if mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from) {
        VALUES[Piece::Pawn as usize]
    } else {
        0
    };
    taken + mv.promotion.map_or(0, |into| VALUES[into as usize] - VALUES[Piece::Pawn as usize])
}

/// The men on a board. Chess and its variants have different boards.
pub(crate) trait Men {
    fn kind(&self, piece: Piece) -> BitBoard;
    fn color(&self, color: Color) -> BitBoard;
}

impl Men for Board {
    fn kind(&self, piece: Piece) -> BitBoard {
        self.pieces(piece)
    }

    fn color(&self, color: Color) -> BitBoard {
        self.colors(color)
    }
}

/// The first move of an exchange.
#[derive(Clone, Copy)]
pub(crate) struct Exchange {
    pub(crate) us: Color,
    /// The square that the piece leaves, if it was on the board.
    pub(crate) from: BitBoard,
    pub(crate) to: Square,
    /// The piece on the target square after the move.
    pub(crate) piece: Piece,
    /// What the move captures, plus what a promotion gains.
    pub(crate) gain: i32,
}

/// Whether the exchange that a legal move begins wins at least `threshold`.
pub(super) fn move_wins(board: &Board, mv: Move, threshold: i32) -> bool {
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        // Castling.
        return threshold <= 0;
    }
    let piece = mv.promotion.unwrap_or_else(|| Piece::ALL[piece_at(board, mv.from)]);
    let exchange = Exchange { us, from: mv.from.bitboard(), to: mv.to, piece, gain: capture_value(board, mv) };
    see_ge(board, exchange, threshold)
}

/// Whether an exchange wins at least `threshold`. Both sides capture on the target square as long as it pays, with
/// their least valuable piece first.
#[inline]
pub(crate) fn see_ge(men: &impl Men, exchange: Exchange, threshold: i32) -> bool {
    let Exchange { us, from, to, piece, gain } = exchange;
    let mut value = VALUES[piece as usize];
    // How far the side that has just captured is ahead of its goal, if nobody recaptures.
    let mut ahead = gain - threshold;
    if ahead < 0 {
        return false;
    }
    if ahead >= value {
        // Even winning the piece for nothing would not help the other side.
        return true;
    }
    let mut occupied = ((men.color(Color::White) | men.color(Color::Black)) & !from) | to.bitboard();
    let queens = men.kind(Piece::Queen);
    let (bishops, rooks) = (men.kind(Piece::Bishop) | queens, men.kind(Piece::Rook) | queens);
    let mut attackers = attackers(men, to, occupied);
    let mut side = !us;
    loop {
        // The side to capture is behind unless it wins the piece on the square.
        ahead = value - 1 - ahead;
        if ahead < 0 {
            // Even winning the piece for nothing does not help, so the side that captured last has reached its goal.
            return side != us;
        }
        attackers &= occupied;
        let own = attackers & men.color(side);
        let Some(next) = Piece::ALL.into_iter().find(|piece| !own.is_disjoint(men.kind(*piece))) else {
            return side != us;
        };
        if next == Piece::King && !(attackers & men.color(!side)).is_empty() {
            return side != us;
        }
        occupied ^= (own & men.kind(next)).next_square().expect("one was found").bitboard();
        // Pieces behind it may capture now.
        if matches!(next, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(to, occupied) & bishops;
        }
        if matches!(next, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(to, occupied) & rooks;
        }
        value = VALUES[next as usize];
        side = !side;
    }
}

/// The pieces of both sides that could capture on a square.
fn attackers(men: &impl Men, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = men.kind(Piece::Queen);
    let by = |piece: Piece, reach: BitBoard| men.kind(piece) & reach;
    let pawns = |color: Color| get_pawn_attacks(square, !color) & men.color(color) & men.kind(Piece::Pawn);
    pawns(Color::White)
        | pawns(Color::Black)
        | by(Piece::Knight, get_knight_moves(square))
        | by(Piece::King, get_king_moves(square))
        | (men.kind(Piece::Bishop) | queens) & get_bishop_moves(square, occupied)
        | (men.kind(Piece::Rook) | queens) & get_rook_moves(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use plyd_search::mix;
    use plyd_search::position::Position;

    /// The slow twin: what a move wins if each side may stop capturing at any time.
    fn won(board: &Board, mv: Move) -> i32 {
        let us = board.side_to_move();
        let piece = mv.promotion.or_else(|| board.piece_on(mv.from)).unwrap();
        let occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
        capture_value(board, mv) - most_taken(board, mv, !us, occupied, VALUES[piece as usize])
    }

    /// The most that `side` can win by captures on the target square, where a piece of value `value` is.
    fn most_taken(board: &Board, mv: Move, side: Color, occupied: BitBoard, value: i32) -> i32 {
        let all = attackers(board, mv.to, occupied) & occupied;
        let (own, theirs) = (all & board.colors(side), all & board.colors(!side));
        let Some(piece) = Piece::ALL.into_iter().find(|piece| !own.is_disjoint(board.pieces(*piece))) else {
            return 0;
        };
        if piece == Piece::King && !theirs.is_empty() {
            return 0;
        }
        let from = (own & board.pieces(piece)).next_square().unwrap();
        let next = most_taken(board, mv, !side, occupied ^ from.bitboard(), VALUES[piece as usize]);
        (value - next).max(0)
    }

    #[test]
    fn exchanges_are_counted_as_by_trying_them() {
        let (mut seed, mut lost) = (1, 0);
        for _ in 0..60 {
            let mut here = Chess::default();
            while here.outcome().is_none() {
                let mut moves = Vec::new();
                here.legal_moves(&mut moves);
                for mv in moves.iter().filter(|mv| !here.is_castling(**mv)) {
                    let won = won(&here.board, *mv);
                    let both = [won, won + 1].map(|least| move_wins(&here.board, *mv, least));
                    assert_eq!(both, [true, false], "{} {mv} wins {won}", here.board);
                    lost += u32::from(won < 0);
                }
                seed = mix(seed);
                here.play_unchecked(moves[(seed % moves.len() as u64) as usize]);
            }
        }
        assert!(lost > 5_000, "{lost}");
    }

    #[test]
    fn an_exchange_is_counted_to_its_end() {
        for (state, text, won) in [
            // A rook takes a pawn that is unguarded; guarded by a pawn; guarded, with another rook behind the first.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -300),
            // Two recaptures along the same file: queen, then rook.
            ("3rk3/3q4/8/3p4/8/2N5/3R4/3RK3 w - - 0 1", "c3d5", 100),
            ("3rk3/3q4/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -220),
            // A king does not take a guarded piece.
            ("8/8/4k3/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", 100),
            ("8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -220),
            ("3r3k/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d5", -450),
            // A quiet move onto a guarded square, and away from one.
            ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3d5", -320),
            ("4k3/8/4p3/8/8/2N5/8/4K3 w - - 0 1", "c3e4", 0),
            // En passant, and a promotion that is recaptured.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1350),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ] {
            let board: Board = state.parse().unwrap();
            let mv: Move = text.parse().unwrap();
            assert!(move_wins(&board, mv, won) && !move_wins(&board, mv, won + 1), "{state} {text} wins {won}");
        }
    }
}
