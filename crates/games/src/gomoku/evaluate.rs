//! Static evaluation of gomoku: the value of every empty square, by the shapes that a stone of either side would form there.

use super::board::Gomoku;
use super::geometry::{AREA, Square};
use super::network;
use super::pattern::Threat;
use super::threats::Attack;
use super::weights::{THREATENED, TO_MOVE};
use plyd_search::hooks::{
    Candidates, Forced, Futility, Hooks, LateMovePruning, LateMoveReductions, MoveChoice, NoLeaves, NoSolver,
    NoTactics, PolicyReductions, Positional, ReverseFutility, Selective, ThreatSearch,
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
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 1, base: 100, scale: 900 }),
        policy_reductions: Some(PolicyReductions { scale: 1500, max_gap: 2000 }),
        reduces_at_root: true,
        reverse_futility: Some(ReverseFutility { max_depth: 4, margin: 200 }),
        razoring: Some(Futility { max_depth: 3, base: 200, margin: 200 }),
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
        Score::heuristic(tactical + self.linear_value() + network::value(self.network_sums()))
    }

    fn order(&self, moves: &mut [Square]) {
        self.sort(moves);
    }
}

impl Gomoku {
    /// The sum of the squares' values, with the right to move, for a quiet position.
    pub(super) fn linear_value(&self) -> i32 {
        let is_threatened = !self.threat_squares(self.side.other(), Threat::DoubleFour).is_empty();
        let threatened = if is_threatened { THREATENED } else { 0 };
        TO_MOVE + threatened + self.value[self.side.index()]
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

    fn is_threatened(position: &Self) -> bool {
        let other = position.side.other();
        [Threat::Row, Threat::DoubleFour].into_iter().any(|threat| !position.threat_squares(other, threat).is_empty())
    }

    fn threat_search(root: &Self) -> Option<Box<dyn ThreatSearch<Self>>> {
        Some(Box::new(Attack::new(root)))
    }
}

impl MoveChoice<Self> for Gomoku {
    fn candidates(position: &Self, moves: &mut Vec<Square>) -> Option<Candidates> {
        Some(position.push_candidates(moves))
    }

    fn move_from_slot(position: &Self, slot: u16) -> Option<Square> {
        let square = Square(slot);
        let is_legal = || position.stone(square).is_none() && !position.is_forbidden(position.side, square);
        (usize::from(slot) < position.geometry.area() && is_legal()).then_some(square)
    }

    fn likelihood(position: &Self, square: Square) -> i32 {
        position.move_score(square).into()
    }

    fn plausible(position: &Self) -> Vec<Square> {
        position.near_stones()
    }
}
