//! What the search for shots needs to know about checkers.

use super::rules::{Checkers, Move};
use crate::diagonals::Squares;
use crate::shot::ForcedCaptures;
use plyd_search::position::{Position, Side};

impl ForcedCaptures for Checkers {
    /// About what the evaluation gives for a king.
    const KING: i32 = 140;

    fn takes(mv: Move) -> bool {
        mv.jumps() > 0
    }

    /// Each capture is a unit of work, and so is looking for captures.
    fn add_captures(&self, moves: &mut Vec<Move>) -> u32 {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
        1 + moves.len() as u32
    }

    fn own_other_kings(&self) -> [Squares; 3] {
        let [black, white] = self.by_colour();
        let [own, other] = if self.side_to_move() == Side::First { [black, white] } else { [white, black] };
        [own, other, self.kings()]
    }
}
