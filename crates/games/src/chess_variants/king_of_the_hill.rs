//! King of the hill: a king on one of the four central squares wins.

use cozy_chess::{BitBoard, Color, Piece, Square, get_king_moves};

use super::board::{Board, Variant, side};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::chess::squares::{invalid, name};
use crate::measured;
use crate::notation::{About, InvalidState};
use plyd_search::position::{Outcome, Position};

/// King of the hill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingOfTheHill;

/// The value of a king by the steps to the hill.
const NEAR_HILL: [i32; 4] = [0, 60, 15, 0];

impl Variant for KingOfTheHill {
    type Extra = ();

    const ABOUT: About = About {
        title: "King of the hill",
        summary: "Chess in which a king on one of the four central squares wins.",
        rules: with_draws!(
            "White moves first. The rules are those of chess, and a player whose king reaches d4, e4, d5 or e5 by a \
                legal move wins."
        ),
        state_notation: state_notation!(""),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rn1q1rk1/pppbppnp/5b2/PB1p2p1/6PP/1P6/1BPP1PR1/1N1QK1NR w K - 3 13",
            "6k1/5ppp/8/8/8/4K3/5PPP/8 b - - 0 1",
            "r3k2r/pPp2ppp/8/8/8/8/P1P2PPP/R3K2R w KQkq - 0 1",
            "8/8/2k5/8/8/2K5/8/8 w - - 0 1",
        ],
        move_notation: move_notation!(""),
        move_examples: &["e2e4", "g1f3", "e1g1", "b7b8q"],
        ..common(&measured::KING_OF_THE_HILL)
    };

    const GOAL: BitBoard =
        BitBoard(1 << Square::D4 as u64 | 1 << Square::E4 as u64 | 1 << Square::D5 as u64 | 1 << Square::E5 as u64);
    const TAGS: &'static [[&'static str; 2]] = &[["King of the Hill", ""], ["KOTH", ""]];

    fn bonus(board: &Board<Self>, color: Color) -> i32 {
        board.king(color).map_or(0, |king| NEAR_HILL[board.steps_to(king, Self::GOAL) as usize])
    }

    /// The other king may be about to step onto the hill.
    fn must_answer(board: &Board<Self>) -> bool {
        board.is_check() || board.can_climb(!board.side)
    }

    fn threatens(board: &Board<Self>, mv: Move) -> bool {
        board.is_checking(mv) || board.after(mv).can_climb(board.side)
    }

    fn goal_reason(_: &Board<Self>) -> &'static str {
        "a king on the hill"
    }

    fn check(board: &Board<Self>) -> Result<(), InvalidState> {
        if !board.men(board.side, Piece::King).is_disjoint(Self::GOAL) {
            let side = name(board.side);
            return invalid(format!("{side} is to move, but has won with its king on the hill"));
        }
        Ok(())
    }

    fn goal(board: &Board<Self>) -> Option<Outcome> {
        let climbed = |color: &Color| !board.men(*color, Piece::King).is_disjoint(Self::GOAL);
        Color::ALL.into_iter().find(climbed).map(|color| Outcome::Win(side(color)))
    }
}

impl Board<KingOfTheHill> {
    /// Whether a side's king could step onto the hill, if it were its turn.
    fn can_climb(&self, color: Color) -> bool {
        let Some(king) = self.king(color) else { return false };
        let steps = get_king_moves(king) & KingOfTheHill::GOAL & !self.color(color);
        let occupied = self.occupied() ^ king.bitboard();
        steps.into_iter().any(|to| self.attackers(to, !color, occupied).is_empty())
    }
}
