//! What the search for shots needs to know about draughts.

use super::evaluate;
use super::moves::Move;
use super::rules::Draughts;
use super::variant::Variant;
use crate::diagonals::Squares;
use crate::shot::ForcedCaptures;

impl<V: Variant> ForcedCaptures for Draughts<V> {
    const KING: i32 = evaluate::KING;

    fn takes(mv: Move) -> bool {
        mv.is_capture()
    }

    /// Each square that a capturing piece visits is a unit of work, and so is looking for such pieces.
    fn add_captures(&self, moves: &mut Vec<Move>) -> u32 {
        1 + self.list_captures(self.capturers(), moves)
    }

    fn own_other_kings(&self) -> [Squares; 3] {
        [self.own, self.other, self.kings]
    }
}
