//! The opinion: what a stone would make of every empty square, for both sides.

use super::board::Gomoku;
use super::frame::{AREA, Square};
use super::made::Force;
use super::threats::Attack;
use super::weights::{FEARS, MOVES};
use plyd_search::hooks::{Knowledge, LateMoves, MoveOrdering, Selective};
use plyd_search::{Evaluate, Score};

/// The side to move completes a row at once.
const WINS: i32 = 100_000;
/// The opponent can complete a row in two ways: not both can be blocked.
const LOSES: i32 = -90_000;
/// The side to move makes a double threat, and has nothing to block.
const PROMISES: i32 = 80_000;

impl Evaluate for Gomoku {
    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: AREA, slot: |square| square.0 as usize, remembers: false, ..MoveOrdering::DEFAULT };

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: Self::empties, ..Knowledge::NONE };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 2, after: 3, base: 256, scale: 1150, leave_out_to: 8, count: 6 }),
        in_check: Some(Self::must_block),
        candidates: Some(Self::push_candidates),
        threats: Some(|root| Box::new(Attack::new(root))),
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        let (own, other) = (self.side, self.side.other());
        let outlook = if !self.squares(own, Force::Row).is_empty() {
            WINS
        } else {
            match self.squares(other, Force::Row).len() {
                0 if !self.squares(own, Force::Double).is_empty() => PROMISES,
                0 | 1 => 0,
                _ => LOSES,
            }
        };
        let fear = if self.squares(other, Force::Double).is_empty() { 0 } else { FEARS };
        Score::heuristic(outlook + MOVES + fear + self.worth[own.index()][0] - self.worth[other.index()][1])
    }

    fn order(&self, moves: &mut [Square]) {
        if moves.len() < 2 {
            return; // Quiescence asks at every leaf, with no moves at all.
        }
        self.sort(moves);
    }
}
