//! Horde: White has 36 pawns and no king.

use std::ops::RangeInclusive;

use cozy_chess::{Color, Piece};

use super::board::{Board, Variant, side};
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::chess::Chess;
use crate::measured;
use crate::notation::{About, Notation};
use plyd_search::position::Outcome;

/// Horde.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horde;

impl Variant for Horde {
    type Extra = ();

    const ABOUT: About = About {
        title: "Horde",
        summary: "A horde of 36 white pawns against the pieces of chess.",
        rules: with_draws!(
            "White moves first. Black has the pieces of chess, and White has 36 pawns and no king. White's pawns on \
                the first rank may go two squares too, but can then not be captured in passing. White wins by \
                checkmate, and Black by capturing every white piece. White cannot be in check. A player without a \
                legal move draws if not in check and if White has a piece left."
        ),
        state_notation: state_notation!(""),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            "rnb1kb2/pppqpp2/P1p1Pnpr/1P3PPp/PPPP1PPP/1PPPPPPP/PPPPPPPP/PPPPPPPP w q - 1 7",
            "r3kr2/pPp2p2/n3P1p1/P5PP/1P2PPPP/P1P2P1P/2PPPPPP/nPPPPPPP w - - 0 21",
            "4k3/8/8/8/8/8/6r1/P7 w - - 0 1",
            "4k2r/8/8/8/8/8/6r1/P7 b k - 0 1",
        ],
        move_notation: move_notation!(""),
        move_examples: &["a4a5", "e8g8", "a1a3", "b7a8q"],
        pieces: match Chess::ABOUT.pieces {
            [_white_king, others @ ..] => others,
            [] => &[],
        },
        ..common(&measured::HORDE)
    };

    const TAGS: &'static [[&'static str; 2]] = &[["Horde", ""], ["Horde chess", ""]];

    const LONG_STEP_FROM_FIRST_RANK: bool = true;
    const KINGS: [RangeInclusive<u32>; 2] = [0..=0, 1..=1];
    const MOST_MEN: [u32; 2] = [36, 16];
    const HAS_EQUAL_SIDES: bool = false;
    const PASSED_PAWNS: i32 = 150;

    fn goal_reason(_: &Board<Self>) -> &'static str {
        "no white piece left"
    }

    /// As many pawns as these hold together, so each is worth a little more than in chess.
    fn bonus(board: &Board<Self>, color: Color) -> i32 {
        if color == Color::White { 12 * board.men(color, Piece::Pawn).len() as i32 } else { 0 }
    }

    fn goal(board: &Board<Self>) -> Option<Outcome> {
        board.color(Color::White).is_empty().then_some(Outcome::Win(side(Color::Black)))
    }
}
