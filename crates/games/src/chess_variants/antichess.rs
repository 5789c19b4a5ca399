//! Antichess: who has no move left wins, and captures are forced.

use std::ops::RangeInclusive;

use cozy_chess::{BitBoard, Piece, Square};

use super::board::{Board, Variant, side};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::measured;
use crate::notation::About;
use plyd_search::position::{Outcome, Position};

/// Antichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Antichess;

impl Variant for Antichess {
    type Extra = ();

    const ABOUT: About = About {
        title: "Antichess",
        summary: "Chess in which captures are forced and the first player without a move wins.",
        rules: with_draws!(
            "White moves first. Pieces move as in chess, but a player who can capture must capture, and may choose \
                which capture. The king is an ordinary piece: it can be captured, there is no check, no checkmate and \
                no castling, and a pawn may become a king too. A player whose turn it is wins without a legal move, \
                with or without pieces left. A capture in passing is a capture, and may be the only legal move. If \
                nothing is left but bishops of which one side's are on light squares and the other side's on dark \
                ones, the game is drawn."
        ),
        state_notation: state_notation!(" Castling rights are always `-`."),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rn2k1nr/p1p1ppbp/1p6/8/4p2P/8/PPPB1P2/RN2KBNR w - - 0 7",
            "8/8/8/1p6/P7/8/8/8 w - - 0 1",
            "8/6P1/8/8/8/2k5/8/8 w - - 0 1",
        ],
        move_notation: move_notation!(" A pawn may become a king: `e7e8k`."),
        move_examples: &["e2e4", "g1f3", "a4b5", "g7g8k"],
        ..common(&measured::ANTICHESS)
    };

    const TAGS: &'static [[&'static str; 2]] =
        &[["Antichess", ""], ["Giveaway", ""], ["Give away chess", ""], ["Losing chess", ""]];

    const PROMOTIONS: &'static [Piece] = &[Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    const ROYAL: bool = false;
    const CASTLES: bool = false;
    const KINGS: [RangeInclusive<u32>; 2] = [0..=16, 0..=16];
    const CAPTURES_ARE_FORCED: bool = true;
    const MAY_PASS: bool = false;
    const HAS_EXCHANGES: bool = false;
    const QUIESCENCE_LINES: Option<u32> = Some(16);
    const STUCK: &'static str = "no legal move";
    const VALUES: [i32; Piece::NUM] = [-100, -150, -130, -220, -180, -60];
    const PLACEMENT: i32 = 0;
    const MOBILITY: i32 = 3;
    const ATTACK: i32 = 0;
    const PASSED_PAWNS: i32 = 50;

    fn generate(board: &Board<Self>, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let mut has_captures = false;
        let captured = board.passed.map_or(BitBoard::EMPTY, Square::bitboard) | board.color(!board.side);
        let mut capture = |mv| {
            if !board.is_capture(mv) {
                return false;
            }
            has_captures = true;
            targets.has(mv.to()) && emit(mv)
        };
        board.generate_unchecked(captured, &mut capture)
            || !has_captures && board.generate_unchecked(targets & !board.occupied(), emit)
    }

    /// If a capture is forced, the static evaluation says little.
    fn must_answer(board: &Board<Self>) -> bool {
        board.can_capture()
    }

    fn threatens(board: &Board<Self>, mv: Move) -> bool {
        board.after(mv).can_capture()
    }

    /// A capture is neither good nor bad by itself.
    fn capture_value(board: &Board<Self>, mv: Move) -> i32 {
        i32::from(board.is_capture(mv))
    }

    fn stuck(board: &Board<Self>) -> Outcome {
        Outcome::Win(side(board.side))
    }

    fn broken_rule(board: &Board<Self>, _text: &str) -> Option<&'static str> {
        board.can_capture().then_some("a capture is forced")
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

impl Board<Antichess> {
    fn can_capture(&self) -> bool {
        Antichess::generate(self, BitBoard::FULL, &mut |mv| self.is_capture(mv))
    }
}
