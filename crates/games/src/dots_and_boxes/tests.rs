//! Tests of dots and boxes against minimax, solved boards and their symmetries.

use super::super::testing::{self, Rng, after, analyse, moves, random_game, random_position, search};
use super::DotsAndBoxes;
use super::grid::{Lines, Size};
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Analysis, Engine, Evaluate, Limits, Question, Score, StoppedBy, Technique, Techniques};

fn read(state: &str) -> DotsAndBoxes {
    DotsAndBoxes::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

/// The empty board of this size.
fn empty(rows: u8, columns: u8) -> DotsAndBoxes {
    DotsAndBoxes::new(Size { rows, columns }, Lines { across: 0, down: 0 }, [0, 0], Side::First)
}

fn to_the_end(position: &DotsAndBoxes, techniques: Techniques) -> Analysis<super::rules::Move> {
    let question = Question { techniques, ..Question::new(Limits::depth(112)) };
    search(position, &question, &mut Engine::new(1 << 26))
}

#[test]
fn every_order_of_lines_is_a_game() {
    assert_eq!(perft(&empty(2, 2), 5), 12 * 11 * 10 * 9 * 8);
    assert_eq!(perft(&empty(1, 1), 4), 24);
    assert_eq!(perft(&empty(1, 1), 5), 0);
    assert_eq!(perft(&empty(7, 7), 2), 112 * 111);
}

#[test]
fn who_closes_a_box_owns_it_and_draws_again() {
    let position = read("1/11/0/00/0 0,0 B");
    let closed = after(&position, "a2b2");
    assert_eq!(closed.state(), "1/11/1/00/0 0,1 B");
    assert_eq!(after(&closed, "a1b1").state(), "1/11/1/00/1 0,1 A");
}

#[test]
fn one_line_may_close_two_boxes() {
    let closed = after(&read("11/101/11 0,0 A"), "b1b2");
    assert_eq!((closed.state().as_str(), closed.outcome()), ("11/111/11 2,0 A", Some(Outcome::Points(2))));
    assert_eq!(closed.reason(), "all lines are drawn");
    assert_eq!(after(&read("0/11/0 0,0 A"), "a1b1").state(), "0/11/1 0,0 B", "three lines are no box");
}

#[test]
fn lines_are_named_by_their_dots_from_the_bottom() {
    let position = empty(2, 1);
    let names: Vec<String> = moves(&position).into_iter().map(|mv| position.move_text(mv)).collect();
    assert_eq!(names, ["a3b3", "a2b2", "a1b1", "a2a3", "b2b3", "a1a2", "b1b2"]);
    assert_eq!(after(&position, "b1b2").state(), "0/00/0/01/0 0,0 B");
    let cells: Vec<_> = moves(&position).into_iter().flat_map(|mv| position.cells(mv)).collect();
    assert_eq!(cells, [[0, 1], [2, 1], [4, 1], [1, 0], [1, 2], [3, 0], [3, 2]]);
}

#[test]
fn small_boards_are_solved() {
    let strips =
        [(1, 1, -1), (1, 2, 0), (1, 3, -1), (1, 4, 0), (1, 5, -1), (1, 6, 0), (1, 7, -1), (2, 1, 0), (4, 1, 0)];
    for (rows, columns, margin) in strips.into_iter().chain([(2, 2, 2), (2, 3, -2), (2, 4, 2), (3, 3, -3)]) {
        let found = to_the_end(&empty(rows, columns), Techniques::ALL);
        assert_eq!((found.score, found.proven), (Score::points(margin), true), "{rows} by {columns}");
        assert_eq!(found.stopped_by, StoppedBy::Solved);
    }
}

#[test]
fn a_proof_that_cannot_succeed_costs_no_depth() {
    let start = empty(5, 5);
    let depth = |techniques| {
        let limits = Limits { nodes: 100_000, ..Limits::depth(112) };
        let question = Question { techniques, ..Question::new(limits) };
        search(&start, &question, &mut Engine::new(1 << 26)).depth
    };
    assert_eq!(depth(Techniques::ALL), depth(Techniques::ALL.without(Technique::Proof)));
}

#[test]
fn what_need_not_be_tried_changes_no_value() {
    let mut rng = Rng(5);
    for (rows, columns) in [(2, 2), (1, 5), (3, 2), (3, 3)] {
        for _ in 0..40 {
            let start = empty(rows, columns);
            let position = loop {
                let found = random_position(&start, 24, &mut rng);
                if found.open().count() <= 9 {
                    break found;
                }
            };
            let all = to_the_end(&position, Techniques::ALL);
            let plain = analyse(&position, Algorithm::Minimax, position.open().count().min(6));
            let whole = to_the_end(&position, Techniques::ALL.without(Technique::StaticBounds));
            assert_eq!((all.score, all.best), (whole.score, whole.best), "{}", position.state());
            if plain.proven {
                assert_eq!(all.score, plain.score, "{}", position.state());
            }
        }
    }
}

#[test]
fn the_margin_from_chains_is_expected() {
    // A chain of seven. The side that opens it loses all of it, because leaving two boxes would gain the opponent
    // nothing.
    assert_eq!(read("1111111/00000000/1111111 0,0 A").expected_margin(), -7);
    // The chain is open, so the side to move takes all of it, since it is the last one.
    assert_eq!(read("1111111/10000000/1111111 0,0 A").expected_margin(), 7);
    // Two chains of three, one of them open: take one box, leave two, and get the other chain.
    let two = read("111/1000/111/0000/111 0,0 A");
    assert_eq!(two.expected_margin(), 3 - 4 + 3);
    assert_eq!(to_the_end(&two, Techniques::ALL).score, Score::points(2));
    // A loop of four is the only chain, so the side that opens it loses all of it.
    assert_eq!(read("11/101/00/101/11 0,0 A").expected_margin(), -4);
    assert_eq!(to_the_end(&read("11/101/00/101/11 0,0 A"), Techniques::ALL).score, Score::points(-4));
}

#[test]
fn static_values_stay_within_the_boxes_left_and_are_exact_at_the_last_line() {
    let mut rng = Rng(13);
    for round in 0..500 {
        let start = empty(1 + (round % 4) as u8, 1 + (round / 4 % 5) as u8);
        let position = random_position(&start, 60, &mut rng);
        let off = position.evaluate().value() - position.margin();
        assert!(off.abs() <= position.boxes_left(), "{}", position.state());
        if position.open().count() == 1 {
            let last = to_the_end(&position, Techniques::ALL).score;
            assert_eq!(position.evaluate(), last, "{}", position.state());
        }
    }
}

#[test]
fn every_position_of_random_games_reads_back_and_lasts_as_long_as_it_says() {
    let mut rng = Rng(3);
    for round in 0..25 {
        let start = empty(1 + round % 5, 1 + round / 5);
        let mut left = start.open().count() + 1;
        let end = random_game(&start, 200, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert_eq!(read(&position.state()), *position);
            left -= 1;
            assert_eq!((position.open().count(), position.is_final()), (left, left == 0));
            let [a, b] = position.owned();
            assert_eq!(u32::from(a + b), position.drawn().closed().count_ones());
        });
        assert!(end.is_final());
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    let mut rng = Rng(11);
    for round in 0..200 {
        let start = empty(1 + round % 3, 1 + round / 3 % 3);
        let position = random_position(&start, 23, &mut rng);
        testing::assert_alpha_beta_is_minimax(&position, 1..=3);
    }
}

#[test]
fn twins_have_one_key_and_one_score() {
    let mut rng = Rng(12);
    for round in 0..60 {
        let start = empty(1 + round % 4, 1 + round / 4 % 4);
        let position = random_position(&start, 20, &mut rng);
        for twin in position.twins() {
            assert_eq!(twin.table_key().hash(), position.table_key().hash(), "{}", position.state());
            for depth in 0..=3 {
                let [here, there] = [&position, &twin].map(|game| analyse(game, Algorithm::AlphaBeta, depth).score);
                assert_eq!(here, there, "{} and {}", position.state(), twin.state());
            }
        }
    }
    let keys: Vec<u64> = ["a1b1", "a1a2", "c1d1", "d1d2", "a4b4", "a3a4", "c4d4", "d3d4"]
        .map(|line| after(&empty(3, 3), line).table_key().hash())
        .to_vec();
    assert_eq!(keys, [keys[0]; 8], "the two lines of a corner are alike");
    assert_ne!(after(&empty(3, 3), "b1c1").table_key().hash(), keys[0]);
}

#[test]
fn keys_tell_margins_and_sides_apart() {
    let states = [
        "11/111/00/000/00 0,0 A",
        "11/111/00/000/00 0,0 B",
        "11/111/11/000/00 2,0 A",
        "11/111/11/000/00 1,1 A",
        "11/111/11/000/00 0,2 A",
        "11/111/11/000/00 0,2 B",
    ];
    let mut keys: Vec<u64> = states.iter().map(|state| read(state).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), states.len());
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "0 parts, expected 3"),
        ("0/00/0 0,0", "2 parts"),
        ("0/00/0 0,0 A B", "4 parts"),
        ("0/00 0,0 A", "2 rows of lines, expected an odd number from 3 to 15"),
        ("0 0,0 A", "1 rows"),
        ("0/00/0/00/0/00/0/00/0/00/0/00/0/00/0/00/0 0,0 A", "17 rows"),
        ("/0/ 0,0 A", "the first row has 0 lines, expected 1 to 7"),
        ("00000000/000000000/00000000 0,0 A", "the first row has 8 lines"),
        ("00/00/00 0,0 A", "row 2 has 2 lines, expected 3"),
        ("00/000/000 0,0 A", "row 3 has 3 lines, expected 2"),
        ("0/02/0 0,0 A", "line 2 of row 2 is '2', expected 0 or 1"),
        ("é/000/00 0,0 A", "row 1 has 1 lines, expected 2"),
        ("0/00/0 1,0 A", "A owns 1 boxes and B 0, but 0 are closed"),
        ("1/11/1 0,0 A", "A owns 0 boxes and B 0, but 1 are closed"),
        ("1/11/1 1,1 A", "A owns 1 boxes and B 1, but 1 are closed"),
        ("1/11/1 2,0 A", "A's count of boxes is \"2\", expected a whole number from 0 to 1"),
        ("0/00/0 0 A", "B's count of boxes is \"\""),
        ("0/00/0 0,0,0 A", "B's count of boxes is \"0,0\""),
        ("0/00/0 0,0 c", "the side to move is \"c\", expected A or B"),
    ] {
        let error = DotsAndBoxes::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
}
