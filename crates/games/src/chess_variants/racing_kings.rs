//! Racing kings: the first king on the eighth rank wins, and nobody may give check.

use cozy_chess::{BitBoard, Color, Piece, Rank};

use super::board::{Board, Variant, side};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::board;
use crate::chess::Chess;
use crate::chess::squares::{invalid, name};
use crate::measured;
use crate::notation::{About, InvalidState, Notation};
use plyd_search::position::{Outcome, Position};

/// Racing kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RacingKings;

/// The men of chess, of which the sixth and the last are the pawns.
const MEN: &[board::Piece] = Chess::ABOUT.pieces;

impl Variant for RacingKings {
    type Extra = ();

    const ABOUT: About = About {
        title: "Racing kings",
        summary: "The first king on the eighth rank wins, and nobody may give check.",
        rules: with_draws!(
            "White moves first. Pieces move as in chess; there are no pawns and there is no castling. A move may \
                neither give check nor leave the own king in check. The first king on the eighth rank wins. If White \
                arrives first, Black, who moved second, has one more move and draws by arriving too. A player without \
                a legal move draws."
        ),
        state_notation: state_notation!(" Castling rights and the en passant square are always `-`."),
        state_examples: &[
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            "6Q1/8/8/8/bk3K2/8/1r1nN1R1/qrbnNBR1 w - - 8 7",
            "8/3b4/4N2R/4K3/8/1kN5/2rn4/qrbn1BR1 w - - 16 21",
            "5K2/1k6/8/8/8/8/8/7R b - - 0 1",
        ],
        move_notation: move_notation!(""),
        move_examples: &["h2h3", "e2d4", "b7b8"],
        pieces: &[MEN[0], MEN[1], MEN[2], MEN[3], MEN[4], MEN[6], MEN[7], MEN[8], MEN[9], MEN[10]],
        ..common(&measured::RACING_KINGS)
    };

    const TAGS: &'static [[&'static str; 2]] = &[["Racing Kings", ""], ["Racing", ""]];

    const GOAL: BitBoard = Rank::Eighth.bitboard();
    const CASTLES: bool = false;
    const HAS_EQUAL_SIDES: bool = false;
    const PLACEMENT: i32 = 30;
    const ATTACK: i32 = 0;

    fn generate(board: &Board<Self>, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        board.generate_safe(targets, &mut |mv| !board.after(mv).gives_check(board.side) && emit(mv))
    }

    fn goal_reason(board: &Board<Self>) -> &'static str {
        match Self::goal(board) {
            Some(Outcome::Draw) => "both kings on the eighth rank",
            _ => "a king on the eighth rank",
        }
    }

    fn check(board: &Board<Self>) -> Result<(), InvalidState> {
        if !board.kind(Piece::Pawn).is_empty() {
            return invalid("there are pawns, and racing kings has none");
        }
        if board.is_check() {
            return invalid(format!("{} is in check, and nobody may give check", name(board.side)));
        }
        Ok(())
    }

    fn bonus(board: &Board<Self>, color: Color) -> i32 {
        board.king(color).map_or(0, |king| 90 * king.rank() as i32)
    }

    /// Black, who moves second, draws by arriving immediately after White.
    fn goal(board: &Board<Self>) -> Option<Outcome> {
        let has_arrived = |color| !board.men(color, Piece::King).is_disjoint(Self::GOAL);
        match (has_arrived(Color::White), has_arrived(Color::Black)) {
            (true, true) => Some(Outcome::Draw),
            (true, false) if board.side == Color::Black && board.can_arrive() => None,
            (true, false) => Some(Outcome::Win(side(Color::White))),
            (false, true) => Some(Outcome::Win(side(Color::Black))),
            (false, false) => None,
        }
    }
}

impl Board<RacingKings> {
    /// Whether the king of the side to move can go to the eighth rank.
    fn can_arrive(&self) -> bool {
        let king = self.king(self.side);
        RacingKings::generate(self, Rank::Eighth.bitboard(), &mut |mv| mv.from() == king)
    }
}
