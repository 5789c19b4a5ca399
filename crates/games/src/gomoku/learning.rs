//! The evaluation seen by the learner: counts of a position, and the file format of weights.

use std::fmt::Write;

use super::board::Gomoku;
use super::geometry::Square;
use super::pattern::Threat;
use super::shapes::Shape;
use super::weights::{SQUARE_VALUES, THREATENED, TO_MOVE};
use plyd_search::position::Position;

/// Number of pairs of a best and a second-best shape, without winning rows.
pub const PAIRS: usize = ROW * (ROW + 1) / 2;
/// Number of counts: squares by pair of shapes for the side to move, the same for the other side, whether the opponent
/// threatens a double four, and the turn.
pub const COUNTS: usize = 2 * PAIRS + 2;

const ROW: usize = Shape::Row as usize;
const THREAT: usize = 2 * PAIRS;
const TURN: usize = THREAT + 1;

/// The counts of a position whose static evaluation is linear in them: neither side can complete a row, and the side to
/// move cannot make a double four.
///
/// Counts saturate at 255, which only boards larger than the usual one reach. Squares without a shape are worth nothing
/// and are not counted.
#[must_use]
pub fn counts(position: &Gomoku) -> Option<[u8; COUNTS]> {
    let own = position.side_to_move();
    let forced = [(own, Threat::Row), (own.other(), Threat::Row), (own, Threat::DoubleFour)];
    if forced.into_iter().any(|(side, threat)| !position.threat_squares(side, threat).is_empty()) {
        return None;
    }
    let mut counts = [0; COUNTS];
    for square in (0..position.geometry.area() as u16).map(Square) {
        for (first, side) in [(0, own), (PAIRS, own.other())] {
            let (best, second) = position.pattern(side, square).best_two();
            if best > 0 {
                let count: &mut u8 = &mut counts[first + pair(best, second)];
                *count = count.saturating_add(1);
            }
        }
    }
    counts[THREAT] = u8::from(!position.threat_squares(own.other(), Threat::DoubleFour).is_empty());
    counts[TURN] = 1;
    Some(counts)
}

/// The weights in use, in the order of [`counts`].
#[must_use]
pub fn weights() -> [i32; COUNTS] {
    let mut weights = [0; COUNTS];
    for best in 0..ROW {
        for second in 0..=best {
            weights[pair(best, second)] = i32::from(SQUARE_VALUES[0][best][second]);
            weights[PAIRS + pair(best, second)] = -i32::from(SQUARE_VALUES[1][best][second]);
        }
    }
    (weights[THREAT], weights[TURN]) = (THREATENED, TO_MOVE);
    weights
}

/// The text of `weights.rs` with these weights, learnt from this number of positions.
#[must_use]
pub fn rust_source(weights: &[i32; COUNTS], positions: usize) -> String {
    let mut text = format!(
        "//! Weights of squares, learnt by `plyd-tools gomoku` from {positions} positions of games of the selective search
//! against itself. Positions in which a side can complete a row, or the side to move can make a double four, are left
//! out. 300 is one logit.

use super::shapes::Shape;

/// Bonus of the side to move, and penalty if the opponent threatens a double four.
pub(super) const TO_MOVE: i32 = {};
pub(super) const THREATENED: i32 = {};

/// Value of a square for its side, by the best and the second-best shape of a stone there: if that side is to move, and
/// if the other is.
pub(super) const SQUARE_VALUES: [[[i16; Shape::COUNT]; Shape::COUNT]; 2] = [\n",
        weights[TURN], weights[THREAT],
    );
    for (first, sign) in [(0, 1), (PAIRS, -1)] {
        text += "    [\n";
        for best in 0..Shape::COUNT {
            let weight = |second: usize| match best.max(second) {
                ROW => 0,
                larger => sign * weights[first + pair(larger, best.min(second))],
            };
            let row: Vec<String> = (0..Shape::COUNT).map(|second| weight(second).to_string()).collect();
            let _ = writeln!(text, "        [{}],", row.join(", "));
        }
        text += "    ],\n";
    }
    text + "];\n"
}

/// The index of a pair of shapes, the better one first.
fn pair(best: usize, second: usize) -> usize {
    best * (best + 1) / 2 + second
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Rng, random_position};
    use super::*;
    use crate::notation::Notation;
    use plyd_search::{Evaluate, Score};

    #[test]
    fn the_counts_and_weights_give_the_evaluation() {
        let (weights, mut rng, mut seen) = (weights(), Rng(1), 0);
        for _ in 0..200 {
            let position = random_position(&Gomoku::default(), 40, &mut rng);
            let Some(counts) = counts(&position) else { continue };
            let sum = counts.iter().zip(weights).map(|(count, weight)| i32::from(*count) * weight).sum();
            assert_eq!(position.evaluate(), Score::heuristic(sum), "{}", position.state());
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn the_file_of_the_weights_is_as_the_learner_writes_it() {
        let code = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
        };
        assert_eq!(code(&rust_source(&weights(), 0)), code(include_str!("weights.rs")));
    }
}
