//! Evaluation of checkers: linear in patterns and a few features, with weights learnt from games, and move ordering.

use super::endings;
use super::rules::{Checkers, Move};
use crate::data::data;
use crate::diagonals::{Squares, bit_indices};
use plyd_search::hooks::{
    Forced, Futility, Hooks, LateMoveReductions, MoveChoice, NoLeaves, NoSolver, NoTactics, Openings, Positional,
    ReverseFutility, Selective, sort_by_score,
};
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score};

mod features;
#[cfg(any(test, feature = "tools"))]
pub mod learning;
mod patterns;
#[cfg(test)]
mod tests;
mod weights;

impl Evaluate for Checkers {
    type Hooks = Self;

    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<48, _>(moves, |mv| self.move_score(mv));
    }

    const ASPIRATION: i32 = 8;

    const SLOTS: usize = Move::SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    fn is_quiet(&self, mv: Move) -> bool {
        mv.jumps() == 0
    }

    fn closed_form(&self) -> Option<Score> {
        endings::value(self)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures(moves);
    }

    const SELECTIVE: Selective = Selective::Positional(Positional {
        late_move_reductions: Some(LateMoveReductions { min_depth: 3, min_moves: 3, base: 128, scale: 1150 }),
        reverse_futility: Some(ReverseFutility { max_depth: 4, margin: 60 }),
        futility: Some(Futility { max_depth: 4, base: 0, margin: 60 }),
        killers_and_history: true,
        ..Positional::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluate(self))
    }
}

impl Hooks<Self> for Checkers {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl Forced<Self> for Checkers {
    /// Captures are forced.
    fn may_stand_pat(_position: &Self) -> bool {
        false
    }
}

impl MoveChoice<Self> for Checkers {
    const TABLE_MOVE_FIRST: bool = true;

    fn openings() -> Openings {
        Openings::new(data!("checkers", "../openings.bin", after "../endings/endings.bin", "weights.bin"))
    }
}

impl Checkers {
    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }
}

/// The set without the gaps: a bit for each square, in the order of the squares' numbers.
#[inline]
const fn compact(set: Squares) -> u32 {
    (set & 0xff | set >> 1 & 0xff00 | set >> 2 & 0xff_0000 | set >> 3 & 0xff00_0000) as u32
}

/// The evaluation is interpolated between these numbers of pieces. With fewer pieces than the smaller one, the endgame
/// database has all values.
const MAX_PIECES: i32 = 24;
const MIN_PIECES: i32 = 4;

/// The value for the side to move, in 1/100 man.
fn evaluate(position: &Checkers) -> i32 {
    let weights = &*weights::TABLES;
    let ([black, white], kings) = (position.by_colour(), position.kings());
    let mut sum = 0;
    let contents = patterns::contents(compact(black & !kings), compact(white & !kings));
    for (table, contents) in weights.patterns.iter().zip(contents) {
        sum += table[contents];
    }
    if kings != 0 {
        for (weight, count) in weights.counts.iter().zip(features::counts(position)) {
            sum += weight * count;
        }
        sum += bit_indices(black & kings).map(|index| weights.kings[index as usize]).sum::<i32>();
        sum -= bit_indices(white & kings).map(|index| weights.kings[34 - index as usize]).sum::<i32>();
    }
    let (early, late) = weights::unpacked(sum);
    let pieces = (position.pieces() as i32).max(MIN_PIECES);
    let value = (early * (pieces - MIN_PIECES) + late * (MAX_PIECES - pieces)) / (MAX_PIECES - MIN_PIECES);
    if position.side_to_move() == Side::First { value } else { -value }
}
