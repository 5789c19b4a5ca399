//! Antichess: who has no move left wins, and captures are forced.

use std::ops::RangeInclusive;

use cozy_chess::{BitBoard, Piece, Square};

use super::board::{Board, Variant, side};
use super::moves::Move;
use super::notation::COMMON;
use crate::notation::About;
use plyd_search::position::Outcome;

/// Antichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Antichess;

impl Variant for Antichess {
    type Extra = ();

    const ABOUT: About = About {
        title: "Antichess",
        summary: "Chess in which captures are forced and the first player without a move wins.",
        rules: "White moves first. Pieces move as in chess, but a player who can capture must capture, and may choose \
                which capture. The king is an ordinary piece: it can be captured, there is no check, no checkmate and \
                no castling, and a pawn may become a king too. A player whose turn it is wins without a legal move, \
                with or without pieces left. A capture in passing is a capture, and may be the only legal move. If \
                nothing is left but bishops of which one side's are on light squares and the other side's on dark \
                ones, the game is drawn. As in chess, 50 moves of each side without a capture or a pawn's move and the \
                third occurrence of a position are draws that a player has to claim; with `draws` `automatic`, 75 \
                moves and the fifth occurrence end the game.",
        state_notation: "FEN as in chess: the rows from rank 8 down (`KQRBNP` white, `kqrbnp` black, digits count \
                         empty squares), the side to move `w` or `b`, the castling rights (some of `KQkq`, or `-`), \
                         the en passant square or `-`, the plies since the last capture or pawn's move, and the number \
                         of the move. The en passant square is written only if a capture there is legal. Castling \
                         rights are always `-`. Also accepted: the first fields alone, `_` for spaces, `startpos`, \
                         operations of EPD after the fields. Rights that the board contradicts are dropped. There are \
                         no Chess960 starts.",
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rn2k1nr/p1p1ppbp/1p6/8/4p2P/8/PPPB1P2/RN2KBNR w - - 0 7",
            "8/8/8/1p6/P7/8/8/8 w - - 0 1",
            "8/6P1/8/8/8/2k5/8/8 w - - 0 1",
        ],
        move_notation: "UCI: from and to, `e2e4`; a promotion with its piece, `e7e8q`; castling as the king's two \
                        steps, `e1g1`. A pawn may become a king: `e7e8k`. Also accepted: SAN, `Nf3`, `exd5`, `0-0`, if \
                        exactly one legal move is meant.",
        move_examples: &["e2e4", "g1f3", "a4b5", "g7g8k"],
        ..COMMON
    };

    const TAGS: &'static [[&'static str; 2]] =
        &[["Antichess", ""], ["Giveaway", ""], ["Losing chess", ""], ["Suicide", ""]];

    const PROMOTIONS: &'static [Piece] = &[Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    const ROYAL: bool = false;
    const CASTLES: bool = false;
    const KINGS: [RangeInclusive<u32>; 2] = [0..=16, 0..=16];
    const CAPTURES_ARE_FORCED: bool = true;
    const MAY_PASS: bool = false;
    const HAS_EXCHANGES: bool = false;
    const STUCK: &'static str = "no legal move";
    const VALUES: [i32; Piece::NUM] = [-100, -150, -130, -220, -180, -60];
    const PLACEMENT: i32 = 0;
    const MOBILITY: i32 = 3;
    const ATTACK: i32 = 0;
    const PASSED_PAWNS: i32 = 50;

    fn generate(board: &Board<Self>, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let mut has_captures = false;
        let captured = board.passed.map_or(BitBoard::EMPTY, Square::bitboard) | board.color(!board.side);
        let mut capture = |mv| {
            if !board.is_capture(mv) {
                return false;
            }
            has_captures = true;
            emit(mv)
        };
        board.generate_unchecked(captured, &mut capture)
            || !has_captures && board.generate_unchecked(!board.occupied(), emit)
    }

    fn stuck(board: &Board<Self>) -> Outcome {
        Outcome::Win(side(board.side))
    }

    fn broken_rule(board: &Board<Self>, _text: &str) -> Option<&'static str> {
        Self::generate(board, &mut |mv| board.is_capture(mv)).then_some("a capture is forced")
    }

    /// Nothing but bishops that never meet.
    fn is_dead(board: &Board<Self>) -> bool {
        let [white, black] = cozy_chess::Color::ALL.map(|color| board.color(color));
        let are_apart = |light: BitBoard, dark: BitBoard| {
            light.is_subset(BitBoard::LIGHT_SQUARES) && dark.is_subset(BitBoard::DARK_SQUARES)
        };
        board.occupied() == board.kind(Piece::Bishop) && (are_apart(white, black) || are_apart(black, white))
    }
}
