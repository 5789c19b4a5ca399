//! What the learner needs to know about the evaluation and the move ordering: counts of a position, and the file format
//! of weights.

use std::fmt::Write;

use super::board::Gomoku;
use super::geometry::Square;
use super::pattern::{Class, Threat};
use super::weights::{MOVE_SCORES, SQUARE_VALUES, THREATENED, TO_MOVE};
use crate::measured;
use plyd_search::Score;
use plyd_search::position::{Position, Side};

/// Number of pairs of classes: of the side to move and of the other.
pub const PAIRS: usize = CLASSES * CLASSES;
/// Number of counts: squares by pair of classes, whether the opponent threatens a double four, and the right to move.
pub const COUNTS: usize = PAIRS + 2;

const CLASSES: usize = Class::COUNT;
const THREAT: usize = PAIRS;
const TURN: usize = THREAT + 1;

/// Number of squares of the board on which the training games are played.
pub const AREA: usize = 15 * 15;

/// The stones of a position on that board: 1 for the side to move, 2 for the other side.
pub type Stones = [u8; AREA];

/// The stones of a position of the usual game.
#[must_use]
pub fn stones(position: &Gomoku) -> Stones {
    std::array::from_fn(|index| match position.stone(Square(index as u16)) {
        None => 0,
        Some(side) if side == position.side => 1,
        Some(_) => 2,
    })
}

/// The position with these stones, with the first side to move.
#[must_use]
pub fn position(stones: &Stones) -> Gomoku {
    let sides = [(Side::First, 1), (Side::Second, 2)];
    let of = |(side, stone)| (0..AREA).filter(move |at| stones[*at] == stone).map(move |at| (side, Square(at as u16)));
    Gomoku::with_stones(Gomoku::default().geometry, Side::First, sides.into_iter().flat_map(of))
}

/// The points that a search's score promises.
#[must_use]
pub fn expected_points(score: i32) -> f64 {
    measured::GOMOKU.expected_score.published(Score::heuristic(score), false)
}

/// The index of a move.
#[must_use]
pub fn index(square: Square) -> u8 {
    square.0 as u8
}

/// The move of an index.
#[must_use]
pub fn square(index: u8) -> Square {
    Square(index.into())
}

/// The empty squares within two steps of a stone. On an empty board, those near the middle.
#[must_use]
pub fn near_moves(position: &Gomoku) -> Vec<Square> {
    position.near_stones()
}

/// The moves that the search would try.
#[must_use]
pub fn candidates(position: &Gomoku) -> Vec<Square> {
    let mut moves = Vec::new();
    position.push_candidates(&mut moves);
    moves
}

/// Whether the static evaluation of a position is linear in its counts, apart from the network. It is if neither side can
/// complete a row, and the side to move cannot make a double four.
#[must_use]
pub fn is_quiet(position: &Gomoku) -> bool {
    let own = position.side_to_move();
    let forced = [(own, Threat::Row), (own.other(), Threat::Row), (own, Threat::DoubleFour)];
    forced.into_iter().all(|(side, threat)| position.threat_squares(side, threat).is_empty())
}

/// The pair of classes of a square.
#[must_use]
pub fn pair(position: &Gomoku, square: Square) -> usize {
    let class = |side| position.pattern(side, square).class().index();
    CLASSES * class(position.side) + class(position.side.other())
}

/// The pair of classes of each empty square on which a stone of either side forms a shape.
fn pairs(position: &Gomoku) -> impl Iterator<Item = usize> {
    (0..position.geometry.area() as u16).map(|square| pair(position, Square(square))).filter(|pair| *pair > 0)
}

/// The counts of a position that are not 0, with their indexes.
#[must_use]
pub fn counts(position: &Gomoku) -> Vec<(usize, u16)> {
    let mut counts = square_counts(position);
    if !position.threat_squares(position.side.other(), Threat::DoubleFour).is_empty() {
        counts.push((THREAT, 1));
    }
    counts.push((TURN, 1));
    counts
}

/// The counts of squares alone.
#[must_use]
pub fn square_counts(position: &Gomoku) -> Vec<(usize, u16)> {
    let mut pairs: Vec<usize> = pairs(position).collect();
    pairs.sort_unstable();
    pairs.chunk_by(|one, next| one == next).map(|same| (same[0], same.len() as u16)).collect()
}

/// Whether the search can choose among candidates, that is, whether no reply is forced.
#[must_use]
pub fn has_choice(position: &Gomoku) -> bool {
    is_quiet(position) && position.threat_squares(position.side.other(), Threat::DoubleFour).is_empty()
}

/// The weights in use, in the order of [`counts`].
#[must_use]
pub fn weights() -> Vec<i32> {
    let values = SQUARE_VALUES.iter().flatten().map(|value| i32::from(*value));
    values.chain([THREATENED, TO_MOVE]).collect()
}

/// The ordering scores in use, by pair of classes.
#[must_use]
pub fn move_scores() -> Vec<u16> {
    MOVE_SCORES.iter().flatten().copied().collect()
}

/// The text of `weights.rs` with these weights and ordering scores, learnt from this number of positions.
#[must_use]
pub fn rust_source(weights: &[i32], move_scores: &[u16], positions: usize) -> String {
    format!(
        "//! Weights of squares and scores of moves, learnt by `plyd-tools gomoku` from {positions} positions: of games of the
//! selective search against itself, and after other moves in them. A logit is 300 in values and 200 in scores.

use super::pattern::Class;

/// Bonus of the side to move, and penalty if the opponent threatens a double four.
pub(super) const TO_MOVE: i32 = {};
pub(super) const THREATENED: i32 = {};

/// Value of a square for the side to move, by the classes that a stone of its own and a stone of the opponent would
/// have there.
#[rustfmt::skip]
pub(super) const SQUARE_VALUES: [[i16; Class::COUNT]; Class::COUNT] = [
{}];

/// Ordering score of a move, by the same classes; 0 if neither stone forms a shape.
#[rustfmt::skip]
pub(super) const MOVE_SCORES: [[u16; Class::COUNT]; Class::COUNT] = [
{}];
",
        weights[TURN],
        weights[THREAT],
        rows(&weights[..PAIRS]),
        rows(move_scores),
    )
}

fn rows<T: ToString>(table: &[T]) -> String {
    table.chunks(CLASSES).fold(String::new(), |mut text, row| {
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "    [{}],", row.join(", "));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Rng, random_position};
    use super::*;
    use crate::notation::Notation;
    use plyd_search::Evaluate;

    #[test]
    fn the_counts_and_weights_give_the_linear_part_of_the_evaluation() {
        let (weights, mut rng, mut seen) = (weights(), Rng(1), 0);
        for _ in 0..200 {
            let position = random_position(&Gomoku::default(), 40, &mut rng);
            if !is_quiet(&position) {
                continue;
            }
            let sum: i32 = counts(&position).into_iter().map(|(index, count)| i32::from(count) * weights[index]).sum();
            assert_eq!(position.linear_value(), sum, "{}", position.state());
            let (own, again) = (stones(&position), super::position(&stones(&position)));
            assert_eq!((stones(&again), again.evaluate()), (own, position.evaluate()));
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn the_file_of_the_weights_is_as_the_learner_writes_it() {
        let code = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("//")).map(str::to_owned).collect()
        };
        assert_eq!(code(&rust_source(&weights(), &move_scores(), 0)), code(include_str!("weights.rs")));
    }
}
