//! Tests of the search: its laws, and solved boards.

use std::collections::HashSet;

use super::super::cells::Cell;
use super::super::moves::Move;
use super::{Hex, empty, random_positions, read};
use crate::notation::Notation;
use crate::testing::{self, after, moves, search};
use plyd_search::position::Position;
use plyd_search::{Engine, Evaluate, Limits, Question, Score, StoppedBy};

#[test]
fn the_swap_wins_small_boards_for_the_second_side() {
    for size in 2..=3 {
        assert!(solve(&empty(size, false)) > Score::ZERO, "{size}");
        assert!(solve(&empty(size, true)) < Score::ZERO, "{size} with the swap");
    }
}

/// The game-theoretic value of a position.
fn solve(position: &Hex) -> Score {
    let request = Question::new(Limits::depth(position.plies_left()));
    let found = search(position, &request, &mut Engine::new(1 << 26));
    assert_eq!(found.stopped_by, StoppedBy::Solved, "{}", position.state());
    found.score
}

#[test]
fn the_openings_that_win_are_those_solved_elsewhere() {
    for (size, winning) in [(2, "b1 a2"), (3, "c1 a2 b2 c2 a3"), (4, "d1 c2 b3 a4")] {
        let start = empty(size, false);
        let found: Vec<String> = moves(&start)
            .into_iter()
            .filter(|mv| solve(&start.after(*mv)) < Score::ZERO)
            .map(|mv| start.move_text(mv))
            .collect();
        assert_eq!(found.join(" "), winning, "{size}x{size}");
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(40, 8, 11) {
        let largest = position.plies_left();
        testing::assert_alpha_beta_is_minimax(&position, (1..=3).filter(|depth| largest.pow(*depth) < 40_000));
    }
}

#[test]
fn twins_have_equal_scores() {
    for position in random_positions(90, 7, 12) {
        testing::assert_twins_agree(&position, 0..=2);
    }
    let turned = read("XO1/1X1/3 O").twins();
    assert_eq!(turned.iter().map(Notation::state).collect::<Vec<_>>(), ["3/1X1/1OX O"]);
    let all: Vec<String> = read("XO1/3/3 X swap").twins().iter().map(Notation::state).collect();
    assert_eq!(all, ["3/3/1OX X swap", "O2/X2/3 O swap", "3/2X/2O O swap"]);
    assert_eq!(read("1O1/3/3 X swap").twins().len(), 1, "mirrored, it would be a position before the swap");
}

/// How the swap affects keys: two ways to the same board share a key, but positions with and without the right to swap
/// do not.
#[test]
fn keys_tell_positions_apart_and_know_their_images() {
    let mut keys = HashSet::new();
    for size in 2..=19 {
        assert!(keys.insert(empty(size, false).key()) && keys.insert(empty(size, true).key()), "{size}");
    }
    let start = empty(4, true);
    for mv in moves(&start) {
        let opened = start.after(mv);
        assert!(keys.insert(opened.key()) && keys.insert(empty(4, false).after(mv).key()));
        assert!(keys.insert(opened.after(Move::SWAP).key()), "{}", opened.state());
    }
    let table = |position: &Hex| position.table_key().hash();
    let (kept, taken) = (after(&start, "a2 c1"), after(&start, "a2 swap a3"));
    assert_eq!(table(&kept), table(&taken), "mirrored, with the sides exchanged");
    assert_eq!(kept.evaluate(), taken.evaluate());
}

#[test]
fn keys_of_children_are_known_without_playing() {
    for position in random_positions(60, 8, 13) {
        for mv in moves(&position) {
            assert_eq!(position.key_after(mv), position.after(mv).key(), "{mv:?} in {}", position.state());
        }
    }
}

/// In a search of one ply, neither an opening nor the first reply is on the border. An evaluation that counts the cells
/// on shortest paths one by one would play there, because a stone in a corner blocks none of them.
#[test]
fn a_ply_ahead_first_moves_are_off_the_border() {
    for size in [7, 9, 11, 13] {
        let start = empty(size, false);
        let centre = start.mv(Cell { row: size / 2 + 1, column: size / 2 + 1 });
        for position in [start.clone(), start.after(Move(0)), start.after(centre)] {
            let found = search(&position, &Question::new(Limits::depth(1)), &mut Engine::new(0));
            let Cell { row, column } = position.cell(found.best.expect("a move"));
            let edge = row.min(column).min(size + 1 - row).min(size + 1 - column);
            assert!(edge > 1, "row {row}, column {column} in {}", position.state());
        }
    }
}
