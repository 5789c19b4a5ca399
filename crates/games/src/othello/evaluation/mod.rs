//! The hooks of Othello for the search, and its evaluation.
//!
//! - `value`: the value of a position
//! - `network`: a small network over patterns, learnt from solved games
//! - `patterns`: the patterns that it sums up
//! - `learning`: what the learner needs to know

use super::bitboard;
use super::endgame::ENDGAME;
use super::rules::{Move, Othello};
use plyd_search::hooks::{
    Deepening, Endgame, Knowledge, MoveOrdering, MultiProbCut, NoTactics, Openings, Points, Positional, Selective,
    StaticAnalysis, StaticBounds,
};
use plyd_search::position::Position;
use plyd_search::{Evaluate, Score};

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
    type Tactics = NoTactics;

    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 3 };

    /// A slot for each square and for the pass. There is no history heuristic, because counting replies orders moves
    /// better.
    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: 65, slot: |mv| usize::from(mv.0), killers_and_history: false, ..MoveOrdering::DEFAULT };

    const KNOWLEDGE: Knowledge<Self> = Knowledge {
        plies_left: Self::plies_left,
        points: Some(Points { most: 64, step: 2 }),
        openings: || Openings::new(include_bytes!("../openings.bin")),
        ..Knowledge::NONE
    };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis { bounds: Self::bounds, refine: None });

    const ENDGAME: Option<Endgame<Self>> = Some(ENDGAME);

    const SELECTIVE: Selective<Self> = Selective::Positional(Positional {
        multi_probcut: Some(MultiProbCut {
            min_depth: 3,
            margin: |position, shallow, deep| position.margin(shallow, deep),
        }),
        ..Positional::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::heuristic(value::evaluate(self))
    }

    fn order(&self, moves: &mut [Move]) {
        self.sort(moves);
    }
}

impl Othello {
    /// A disc for every empty square, each of which may follow a pass. If the side to move has a move, there is no pass
    /// before the first disc.
    fn plies_left(&self) -> u32 {
        2 * self.empty().count_ones() - u32::from(self.placements() != 0)
    }

    /// Stable discs bound the final difference, which only a search to the end of the game returns.
    fn bounds(&self, depth: u32, list: &mut Vec<Move>) -> StaticBounds {
        let before = list.len();
        self.legal_moves(list);
        let legal = list.len() - before;
        if depth < self.plies_left() {
            return StaticBounds { lower: Score::points(-64), upper: Score::points(64), legal };
        }
        let sure = |discs, others| 2 * bitboard::stable(discs, others).count_ones() as i32 - 64;
        let [least, most] = [sure(self.own(), self.other()), -sure(self.other(), self.own())];
        StaticBounds { lower: Score::points(least), upper: Score::points(most), legal }
    }

    /// The margin by which a shallow value has to miss the window to predict a cutoff in the deep search.
    fn margin(&self, _shallow: u32, _deep: u32) -> i32 {
        let deviation = DEVIATIONS[(self.empty().count_ones() as usize / 12).min(DEVIATIONS.len() - 1)];
        (deviation * CONFIDENCE + 255) >> 8
    }
}
