//! The evaluation as it is learnt: what it counts in a position, and how its weights are written.

use std::fmt::Write;

use super::board::Gomoku;
use super::frame::Square;
use super::made::Force;
use super::shapes::Shape;
use super::weights::{FEARS, MOVES, WORTH};
use plyd_search::position::Position;

/// Pairs of a best shape and a second best: any that is no row.
pub const PAIRS: usize = ROW * (ROW + 1) / 2;
/// What is counted: the squares of the side to move by what a stone of it would make of them, those of the other side,
/// whether that one threatens a double threat, and the turn.
pub const COUNTS: usize = 2 * PAIRS + 2;

const ROW: usize = Shape::Row as usize;
const FEAR: usize = 2 * PAIRS;
const TURN: usize = FEAR + 1;

/// What the evaluation counts, if that is all that it goes by: nobody can complete a row, and the side to move cannot
/// make a double threat. On the usual board: a larger one could have more squares of a
/// kind than are told. Squares of which stones make nothing are worth nothing, and not counted.
#[must_use]
pub fn counts(position: &Gomoku) -> Option<[u8; COUNTS]> {
    let own = position.side_to_move();
    let forced = [(own, Force::Row), (own.other(), Force::Row), (own, Force::Double)];
    if forced.into_iter().any(|(side, force)| !position.squares(side, force).is_empty()) {
        return None;
    }
    let mut counts = [0; COUNTS];
    for square in (0..position.frame.area() as u16).map(Square) {
        for (first, side) in [(0, own), (PAIRS, own.other())] {
            let (best, second) = position.made(side, square).best_two();
            if best > 0 {
                let count: &mut u8 = &mut counts[first + pair(best, second)];
                *count = count.saturating_add(1);
            }
        }
    }
    counts[FEAR] = u8::from(!position.squares(own.other(), Force::Double).is_empty());
    counts[TURN] = 1;
    Some(counts)
}

/// The weights that play, by what they are the weights of.
#[must_use]
pub fn weights() -> [i32; COUNTS] {
    let mut weights = [0; COUNTS];
    for best in 0..ROW {
        for second in 0..=best {
            weights[pair(best, second)] = i32::from(WORTH[0][best][second]);
            weights[PAIRS + pair(best, second)] = -i32::from(WORTH[1][best][second]);
        }
    }
    (weights[FEAR], weights[TURN]) = (FEARS, MOVES);
    weights
}

/// The file `weights.rs` with these weights, learnt from so many positions.
#[must_use]
pub fn written(weights: &[i32; COUNTS], positions: usize) -> String {
    let mut text = format!(
        "//! What squares are worth: learnt by `plyd-tools gomoku` from {positions} positions of games of the selective search with
//! itself, those in which nobody can complete a row and the side to move cannot make a double threat. 300 is one logit.

use super::shapes::Shape;

/// To be to move, and to be threatened with a double threat, beyond what the squares say.
pub(super) const MOVES: i32 = {};
pub(super) const FEARS: i32 = {};

/// By the best shape that a stone makes of a square and the second best: what the square is worth to its side, if that
/// is to move and if the other is.
pub(super) const WORTH: [[[i16; Shape::COUNT]; Shape::COUNT]; 2] = [\n",
        weights[TURN], weights[FEAR],
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

/// The number of a pair of shapes, the better one first.
fn pair(best: usize, second: usize) -> usize {
    best * (best + 1) / 2 + second
}

#[cfg(test)]
mod tests {
    use super::super::super::proofs::{Rng, random_position};
    use super::*;
    use crate::notation::Notation;
    use plyd_search::{Evaluate, Score};

    #[test]
    fn what_is_learnt_is_what_plays() {
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
        let told = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
        };
        assert_eq!(told(&written(&weights(), 0)), told(include_str!("weights.rs")));
    }
}
