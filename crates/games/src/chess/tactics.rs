//! What the selective search asks about the rules of chess: captures, checks, null moves, and keys of its histories.

use cozy_chess::{
    BitBoard, Color, Move, Piece, Square, get_bishop_moves, get_bishop_rays, get_knight_moves, get_pawn_attacks,
    get_rook_moves, get_rook_rays,
};

use super::rules::piece_at;
use super::{Chess, see};
use plyd_search::hooks::{AttackMaps, CORRECTION_KEYS, Tactical};
use plyd_search::mix;

/// See [`Tactical`].
pub struct ChessTactics;

impl Tactical<Chess> for ChessTactics {
    const PIECE_TO_COUNT: usize = 2 * 6 * 64;

    fn piece_to(position: &Chess, mv: Move) -> usize {
        let board = &position.board;
        let piece = piece_at(board, mv.from);
        64 * (6 * board.side_to_move() as usize + piece) + mv.to as usize
    }

    fn capture_value(position: &Chess, mv: Move) -> i32 {
        see::capture_value(&position.board, mv)
    }

    fn see_ge(position: &Chess, mv: Move, threshold: i32) -> bool {
        see::move_wins(&position.board, mv, threshold)
    }

    /// Captures, including losing ones, and promotions to a queen. Each removes a piece or a pawn from the board.
    fn push_captures(position: &Chess, moves: &mut Vec<Move>) {
        position.push_captures_where(moves, |_, _| true);
    }

    fn push_others(position: &Chess, moves: &mut Vec<Move>) {
        position.push_others(moves);
    }

    fn gives_check(position: &Chess, mv: Move) -> bool {
        position.gives_check(mv)
    }

    fn null_move(position: &Chess) -> Option<Chess> {
        position.null_move()
    }

    fn attack_maps(position: &Chess) -> AttackMaps {
        position.attack_maps()
    }

    fn quiet_score(position: &Chess, mv: Move, attack_maps: &AttackMaps) -> i32 {
        position.quiet_score(mv, attack_maps)
    }

    fn is_threatened(position: &Chess) -> bool {
        position.is_threatened()
    }

    fn correction_keys(position: &Chess) -> [u64; CORRECTION_KEYS] {
        position.correction_keys()
    }
}

impl Chess {
    /// Whether a move gives check, including discovered checks. Castling is ignored.
    fn gives_check(&self, mv: Move) -> bool {
        let board = &self.board;
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
        let piece = mv.promotion.unwrap_or_else(|| Piece::ALL[piece_at(board, mv.from)]);
        let (diagonals, straights) = (get_bishop_rays(king), get_rook_rays(king));
        // Most moves do not end on a line with the king.
        let diagonal = || diagonals.has(mv.to) && get_bishop_moves(mv.to, occupied).has(king);
        let straight = || straights.has(mv.to) && get_rook_moves(mv.to, occupied).has(king);
        let direct = match piece {
            Piece::Pawn => get_pawn_attacks(mv.to, us).has(king),
            Piece::Knight => get_knight_moves(king).has(mv.to),
            Piece::Bishop => diagonal(),
            Piece::Rook => straight(),
            Piece::Queen => diagonal() || straight(),
            Piece::King => false,
        };
        direct
            || (diagonals | straights).has(mv.from) && {
                let own = board.colors(us) & !mv.from.bitboard();
                let lines = |rays: BitBoard, kind: Piece, reach: fn(Square, BitBoard) -> BitBoard| {
                    let men = own & rays & (board.pieces(kind) | board.pieces(Piece::Queen));
                    !men.is_empty() && rays.has(mv.from) && !(reach(king, occupied) & men).is_empty()
                };
                lines(diagonals, Piece::Bishop, get_bishop_moves) || lines(straights, Piece::Rook, get_rook_moves)
            }
    }

    /// There is no null move in check. There is also none if the side has at most one minor piece in addition to its
    /// pawns, because zugzwang is likely then.
    fn null_move(&self) -> Option<Self> {
        let board = &self.board;
        let men = board.colors(board.side_to_move()) & !board.pieces(Piece::Pawn);
        let heavy = men & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
        if heavy.is_empty() && men.len() < 3 {
            return None;
        }
        Some(Self { board: board.null_move()?, late_plies: 0, ..*self })
    }

    /// Keys of the pawns, and of each side's other pieces.
    fn correction_keys(&self) -> [u64; CORRECTION_KEYS] {
        let board = &self.board;
        let pawns = board.pieces(Piece::Pawn);
        let men = |color: Color| {
            let own = board.colors(color) & !pawns;
            let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
            kinds.into_iter().fold(0, |key: u64, piece| {
                (key ^ (own & board.pieces(piece)).0).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
            })
        };
        let white = (pawns & board.colors(Color::White)).0;
        [mix(white).rotate_left(17) ^ pawns.0, men(Color::White), men(Color::Black)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_game_positions;
    use super::*;
    use crate::testing::moves;
    use plyd_search::position::Position;

    fn position(state: &str) -> Chess {
        Chess::from(state.parse::<cozy_chess::Board>().unwrap())
    }

    #[test]
    fn checks_are_detected_before_they_are_played() {
        let mut given = 0;
        for here in random_game_positions(40) {
            for mv in moves(&here) {
                if ChessTactics::capture_value(&here, mv) == 0 && !here.is_castling(mv) {
                    let checks = here.after(mv).is_check();
                    assert_eq!(here.gives_check(mv), checks, "{} {mv}", here.board);
                    given += u32::from(checks);
                }
            }
        }
        assert!(given > 1000, "{given}");
    }

    #[test]
    fn a_move_gains_what_leaves_the_board_and_what_it_becomes() {
        let count = |position: &Chess, color: Color| {
            let men = |piece: Piece| position.board.colored_pieces(color, piece).len() as i32;
            Piece::ALL.into_iter().map(|piece| men(piece) * see::VALUES[piece as usize]).sum::<i32>()
        };
        let mut gains = 0;
        for here in random_game_positions(40) {
            let us = here.board.side_to_move();
            let lead = |position: &Chess| count(position, us) - count(position, !us);
            let mut captures = Vec::new();
            ChessTactics::push_captures(&here, &mut captures);
            for mv in moves(&here) {
                let gain = ChessTactics::capture_value(&here, mv);
                assert_eq!(gain, lead(&here.after(mv)) - lead(&here), "{} {mv}", here.board);
                let listed = gain > 0 && mv.promotion.is_none_or(|into| into == Piece::Queen);
                assert_eq!(captures.contains(&mv), listed, "{} {mv}", here.board);
                assert!(ChessTactics::piece_to(&here, mv) < ChessTactics::PIECE_TO_COUNT);
                gains += usize::from(listed);
            }
            gains -= captures.len();
        }
        assert_eq!(gains, 0, "none is listed twice");
    }

    #[test]
    fn no_null_move_in_check_or_where_zugzwang_is_likely() {
        for (state, may) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
            ("4k3/8/8/8/8/8/4P3/3RK3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/4P3/2BBK3 w - - 0 1", true),
            // Pawns alone, or with one bishop or knight. The other side's pieces do not matter.
            ("8/8/8/3k4/3p4/8/3PK3/8 w - - 0 1", false),
            ("q3k3/8/8/8/8/8/4P3/3BK3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/4P3/3NK3 w - - 0 1", false),
            // In check.
            ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", false),
        ] {
            let here = position(state);
            let next = here.null_move();
            assert_eq!(next.is_some(), may, "{state}");
            if let Some(next) = next {
                assert_eq!(next.board.occupied(), here.board.occupied());
                assert_ne!(next.board.side_to_move(), here.board.side_to_move());
            }
        }
    }

    #[test]
    fn correction_keys_change_with_their_pieces() {
        let keys = |state: &str| position(state).correction_keys();
        let start = keys("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1");
        let same = |other: [u64; CORRECTION_KEYS]| [0, 1, 2].map(|key| start[key] == other[key]);
        assert_eq!(same(keys("4k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 1")), [true; 3]);
        assert_eq!(same(keys("4k3/4p3/8/8/8/4P3/8/R3K3 w - - 0 1")), [false, true, true]);
        assert_eq!(same(keys("4k3/4p3/8/8/8/8/4P3/1R2K3 w - - 0 1")), [true, false, true]);
        assert_eq!(same(keys("3k4/4p3/8/8/8/8/4P3/R3K3 w - - 0 1")), [true, true, false]);
        assert_eq!(same(keys("4k3/4P3/8/8/8/8/4p3/R3K3 w - - 0 1")), [false, true, true], "whose pawn is where");
        assert_eq!(same(keys("4k3/4p3/8/8/8/8/4P3/N3K3 w - - 0 1")), [true, false, true], "what stands there");
    }
}
