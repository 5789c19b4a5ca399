//! Static evaluation of gomoku: the value of every empty square, by the shapes that a stone of either side would form there.

use super::board::Gomoku;
use super::geometry::{AREA, Square};
use super::pattern::Threat;
use super::threats::Attack;
use super::weights::{THREATENED, TO_MOVE};
use plyd_search::hooks::{
    Candidates, Forced, Hooks, LateMovePruning, LateMoveReductions, MoveChoice, NoLeaves, NoSolver, NoTactics,
    Positional, Selective, ThreatSearch,
};
use plyd_search::{Evaluate, Score};

/// The side to move can complete a row.
const WINS: i32 = 100_000;
/// The opponent can complete a row on two squares, and only one can be blocked.
const LOSES: i32 = -90_000;
/// The side to move can make a double four, and has nothing to block.
const MAKES_DOUBLE_FOUR: i32 = 80_000;

impl Evaluate for Gomoku {
    type Hooks = Self;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = AREA;

    fn slot(square: Square) -> usize {
        square.0 as usize
    }

    fn plies_left(&self) -> u32 {
        self.empties()
    }

    const SELECTIVE: Selective = Selective::Positional(Positional {
        late_move_pruning: Some(LateMovePruning {
            max_depth: 8,
            base: 6,
            per_depth_squared: 1,
            divisor: 1,
            divisor_improving: 1,
        }),
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 3, base: 256, scale: 1150 }),
        ..Positional::PLAIN
    });

    fn evaluate(&self) -> Score {
        let (own, other) = (self.side, self.side.other());
        let tactical = if !self.threat_squares(own, Threat::Row).is_empty() {
            WINS
        } else {
            match self.threat_squares(other, Threat::Row).len() {
                0 if !self.threat_squares(own, Threat::DoubleFour).is_empty() => MAKES_DOUBLE_FOUR,
                0 | 1 => 0,
                _ => LOSES,
            }
        };
        let threatened = if self.threat_squares(other, Threat::DoubleFour).is_empty() { 0 } else { THREATENED };
        Score::heuristic(tactical + TO_MOVE + threatened + self.value[own.index()])
    }

    fn order(&self, moves: &mut [Square]) {
        self.sort(moves);
    }
}

impl Hooks<Self> for Gomoku {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl Forced<Self> for Gomoku {
    fn in_check(position: &Self) -> bool {
        position.must_block()
    }

    fn threat_search(root: &Self) -> Option<Box<dyn ThreatSearch<Self>>> {
        Some(Box::new(Attack::new(root)))
    }
}

impl MoveChoice<Self> for Gomoku {
    fn candidates(position: &Self, moves: &mut Vec<Square>) -> Option<Candidates> {
        Some(position.push_candidates(moves))
    }

    fn plausible(position: &Self) -> Vec<Square> {
        position.near_stones()
    }
}
