//! The opinion: what a stone would make of every empty square, for both sides.

use super::board::Gomoku;
use super::frame::{AREA, Square};
use super::made::Force;
use super::threats::Attack;
use super::weights::{FEARS, MOVES};
use plyd_search::hooks::{Knowledge, LateMovePruning, LateMoveReductions, MoveOrdering, Selective};
use plyd_search::{Evaluate, Score};

/// The side to move completes a row at once.
const WINS: i32 = 100_000;
/// The opponent can complete a row in two ways: not both can be blocked.
const LOSES: i32 = -90_000;
/// The side to move makes a double threat, and has nothing to block.
const PROMISES: i32 = 80_000;

impl Evaluate for Gomoku {
    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: AREA,
        slot: |square| square.0 as usize,
        killers_and_history: false,
        ..MoveOrdering::DEFAULT
    };

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: Self::empties, ..Knowledge::NONE };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_move_pruning: Some(LateMovePruning {
            max_depth: 8,
            base: 6,
            per_depth_squared: 1,
            divisor: 1,
            divisor_improving: 1,
        }),
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 3, base: 256, scale: 1150 }),
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
