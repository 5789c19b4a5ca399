//! The static part of a quiet move's score: its gain in the piece-square tables, and whether it leaves or enters squares
//! that less valuable pieces attack.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};
use plyd_search::hooks::AttackMaps;

use super::Chess;
use super::captures::attacked_by_pawns;
use super::evaluation::PIECE_SQUARE;
use super::rules::piece_at;

/// For each piece, the [attack map](Chess::attack_maps) of less valuable enemy pieces.
const ATTACKERS: [Option<usize>; 6] = [None, Some(0), Some(0), Some(1), Some(2), None];
/// For each piece, the bonus for a square outside that map, in centipawns.
const SAFETY: [i32; 6] = [0, 160, 160, 250, 450, 0];

impl Chess {
    /// The squares that are attacked by enemy pawns; by pawns and minor pieces; by these and rooks.
    pub(super) fn attack_maps(&self) -> AttackMaps {
        let board = &self.board;
        let them = !board.side_to_move();
        let pawns = attacked_by_pawns(board.colored_pieces(them, Piece::Pawn), them);
        let knights = reach(board, them, Piece::Knight, |from, _| get_knight_moves(from));
        let minors = pawns | knights | reach(board, them, Piece::Bishop, get_bishop_moves);
        [pawns, minors, minors | reach(board, them, Piece::Rook, get_rook_moves)].map(|squares| u128::from(squares.0))
    }

    /// Whether a piece of the side to move is attacked by a less valuable one.
    pub(super) fn is_threatened(&self) -> bool {
        let board = &self.board;
        let attack_maps = self.attack_maps();
        Piece::ALL.into_iter().zip(ATTACKERS).any(|(piece, map)| {
            let own = board.colored_pieces(board.side_to_move(), piece);
            map.is_some_and(|map| own.0 & attack_maps[map] as u64 != 0)
        })
    }

    /// See [the module](self); in centipawns.
    pub(super) fn quiet_score(&self, mv: Move, attack_maps: &AttackMaps) -> i32 {
        let piece = piece_at(&self.board, mv.from);
        let flip = 56 * self.board.side_to_move() as usize;
        let values = &PIECE_SQUARE[piece];
        let to = if piece == Piece::King as usize { self.destination(mv) } else { mv.to };
        let gain = i32::from(values[to as usize ^ flip] - values[mv.from as usize ^ flip]);
        let Some(map) = ATTACKERS[piece] else { return gain };
        let attacked = |square| (attack_maps[map] as u64 >> square as usize & 1) as i32;
        gain + SAFETY[piece] * (attacked(mv.from) - attacked(mv.to))
    }
}

/// The squares that a side's pieces of a kind attack.
fn reach(board: &Board, color: Color, piece: Piece, moves: impl Fn(Square, BitBoard) -> BitBoard) -> BitBoard {
    let pieces = board.colored_pieces(color, piece).iter();
    pieces.fold(BitBoard::EMPTY, |all, from| all | moves(from, board.occupied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet_score(state: &str, mv: &str) -> i32 {
        let here = Chess::from(state.parse::<cozy_chess::Board>().unwrap());
        here.quiet_score(mv.parse().unwrap(), &here.attack_maps())
    }

    #[test]
    fn a_knight_scores_higher_in_the_centre() {
        let quiet_score_of = |mv| quiet_score("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", mv);
        assert!(quiet_score_of("b1c3") > quiet_score_of("b1a3"));
    }

    #[test]
    fn both_sides_score_the_same() {
        let white = quiet_score("4k3/8/8/3p4/8/8/8/1N2K3 w - - 0 1", "b1c3");
        assert_eq!(quiet_score("1n2k3/8/8/8/3P4/8/8/4K3 b - - 0 1", "b8c6"), white);
    }

    #[test]
    fn a_piece_scores_high_for_leaving_an_attacked_square() {
        // A piece leaves a pawn's attack or enters one; a rook or queen leaves a knight's; a queen leaves a rook's.
        for (state, flees, stays) in [
            ("4k3/8/2p5/3N4/8/8/8/4K3 w - - 0 1", "d5c3", "e1d1"),
            ("4k3/8/8/4n3/8/3R4/8/4K3 w - - 0 1", "d3d1", "d3c4"),
            ("4k3/3r4/8/8/8/8/3Q4/4K3 w - - 0 1", "d2e2", "d2d4"),
        ] {
            assert!(quiet_score(state, flees) > 100 + quiet_score(state, stays), "{state}");
        }
        assert!(quiet_score("4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1", "c3d5") < -100);
        // Pieces do not flee from equal pieces, and pawns flee from nothing.
        let rook = quiet_score("4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "d2e2");
        assert!(rook.abs() < 100, "{rook}");
        let bishop = quiet_score("4k3/8/8/4n3/8/3B4/8/4K3 w - - 0 1", "d3e2");
        assert!(bishop.abs() < 100, "{bishop}");
    }

    #[test]
    fn a_side_is_threatened_by_less_valuable_pieces_that_attack_its_own() {
        for (state, is_threatened) in [
            ("4k3/8/2p5/3N4/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/4n3/8/3R4/8/4K3 w - - 0 1", true),
            ("4k3/3r4/8/8/8/8/3Q4/4K3 w - - 0 1", true),
            // The other side's piece; equal pieces; a pawn and a king.
            ("4k3/8/2p5/3N4/8/8/8/4K3 b - - 0 1", false),
            ("4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/2r5/P1P5/4K3 w - - 0 1", false),
        ] {
            assert_eq!(
                Chess::from(state.parse::<cozy_chess::Board>().unwrap()).is_threatened(),
                is_threatened,
                "{state}"
            );
        }
    }
}
