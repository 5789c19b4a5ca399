//! The hooks of Othello for the search, and its evaluation.
//!
//! - `value`: the value of a position
//! - `network`: a small network over patterns, learnt from solved games
//! - `patterns`: the patterns that it sums up
//! - `learning`: what the learner needs to know

use super::bitboard;
use super::endgame;
use super::rules::{Move, Othello};
use crate::data::data;
use plyd_search::hooks::{
    Hooks, MoveChoice, NoForced, NoLeaves, NoTactics, Openings, Points, Positional, Selective, Solver, SolverContext,
    StaticBounds,
};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score, Window};

#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod network;
mod patterns;
#[cfg(test)]
mod tests;
pub(super) mod value;

/// Multi-ProbCut: standard deviations between the values of two searches, in 1/16 disc, for stages of twelve empty
/// squares, the last stage first. Measured on 150 positions at depths 1 to 8, two and four plies apart.
const DEVIATIONS: [i32; 5] = [64, 72, 54, 48, 36];
/// The width of the margin in standard deviations, in 1/16.
const CONFIDENCE: i32 = 16;

impl Evaluate for Othello {
    type Hooks = Self;

    const ASPIRATION: i32 = 3;

    /// A slot for each square and for the pass. There is no history heuristic, because counting replies orders moves
    /// better.
    const SLOTS: usize = 65;
    const KILLERS_AND_HISTORY: bool = false;
    const SELECTIVE: Selective =
        Selective::Positional(Positional { multi_probcut: Some(3), keeps_static_evals: true, ..Positional::PLAIN });

    fn slot(mv: Move) -> usize {
        usize::from(mv.0)
    }

    /// A disc on every empty square, each after a pass; no pass before the first disc if the side to move has a move.
    fn plies_left(&self) -> u32 {
        2 * self.empty().count_ones() - u32::from(self.placements() != 0)
    }

    /// Stable discs bound the final difference, which only a search to the end of the game returns.
    fn static_bounds(&self, depth: u32, list: &mut Vec<Move>) -> Option<StaticBounds> {
        let before = list.len();
        self.legal_moves(list);
        let legal = list.len() - before;
        if depth < self.plies_left() {
            return Some(StaticBounds { lower: Score::points(-64), upper: Score::points(64), legal });
        }
        let sure = |discs, others| 2 * bitboard::stable(discs, others).count_ones() as i32 - 64;
        let [least, most] = [sure(self.own(), self.other()), -sure(self.other(), self.own())];
        Some(StaticBounds { lower: Score::points(least), upper: Score::points(most), legal })
    }

    fn evaluate(&self) -> Score {
        Score::heuristic(value::evaluate(self))
    }

    fn order(&self, moves: &mut [Move]) {
        self.sort(moves);
    }
}

impl Hooks<Self> for Othello {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = Self;
    type Forced = NoForced;
    type Moves = Self;

    /// The same at all depths, and for a static evaluation in place of the shallow search.
    fn probcut_margin(position: &Self, _shallow: u32, _deep: u32) -> i32 {
        let deviation = DEVIATIONS[(position.empty().count_ones() as usize / 12).min(DEVIATIONS.len() - 1)];
        (deviation * CONFIDENCE + 255) >> 8
    }
}

impl Solver<Self> for Othello {
    const SOLVES_ENDGAMES: bool = true;
    const POINTS: Option<Points> = Some(Points { most: 64, step: 2 });

    fn solver_nodes(position: &Self) -> u64 {
        endgame::estimated_nodes(position)
    }

    fn solve(position: &Self, window: Window, context: &mut SolverContext<'_>) -> Option<Score> {
        endgame::solve(position, window, context)
    }
}

impl MoveChoice<Self> for Othello {
    fn openings() -> Openings {
        Openings::new(data!("othello", "../openings.bin", after "network.bin"))
    }
}
