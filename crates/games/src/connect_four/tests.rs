//! Tests of Connect Four: rules against a slow implementation, notation, laws of search.

use std::collections::HashSet;

use super::super::testing::{self, Rng, random_game, random_position, search};
use super::ConnectFour;
use super::board::{Column, DIRECTIONS, has_four, winning_cells};
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Engine, Limits, Question, Score, Technique, Techniques};

fn parse(state: &str) -> ConnectFour {
    ConnectFour::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

/// Whether there are four in a row, tested cell by cell.
pub(super) fn has_four_slowly(has: impl Fn(i32, i32) -> bool) -> bool {
    let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
    (0..7).any(|x| (0..6).any(|y| lines.iter().any(|(dx, dy)| (0..4).all(|n| has(x + n * dx, y + n * dy)))))
}

#[test]
fn fours_and_winning_cells_are_those_found_cell_by_cell() {
    let mut rng = Rng(1);
    for _ in 0..2000 {
        random_game(&ConnectFour::default(), 42, &mut rng, |position| {
            let at = |x: i32, y: i32| 1_u64 << (7 * x + y);
            let on = |cells: u64, x: i32, y: i32| (0..7).contains(&x) && (0..6).contains(&y) && cells & at(x, y) != 0;
            for discs in [position.own, position.other()] {
                assert_eq!(has_four(discs), has_four_slowly(|x, y| on(discs, x, y)), "{}", position.state());
                if has_four(discs) {
                    continue;
                }
                let mut expected = 0;
                for (x, y) in (0..7).flat_map(|x| (0..6).map(move |y| (x, y))) {
                    if !on(position.discs, x, y) && has_four_slowly(|a, b| on(discs | at(x, y), a, b)) {
                        expected |= at(x, y);
                    }
                }
                assert_eq!(winning_cells(discs, position.discs), expected, "{}", position.state());
            }
        });
    }
    assert_eq!(DIRECTIONS, [1, 6, 7, 8]);
}

#[test]
fn non_losing_moves_are_those_without_a_winning_answer() {
    let mut rng = Rng(2);
    for _ in 0..3000 {
        let position = random_position(&ConnectFour::default(), 41, &mut rng);
        if position.wins() != 0 {
            continue;
        }
        for column in testing::moves(&position) {
            let next = position.after(column);
            let loses = next.outcome().is_none() && next.wins() != 0;
            assert_eq!(position.non_losing() & column.cells() == 0, loses, "{} {column:?}", position.state());
        }
    }
}

#[test]
fn perft_and_distinct_positions_are_the_published_ones() {
    let start = ConnectFour::default();
    for (depth, count) in [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234].into_iter().zip(1..) {
        assert_eq!(perft(&start, count), depth, "depth {count}");
    }
    let mut row = vec![start];
    for expected in [1, 7, 49, 238, 1120, 4263, 16422] {
        assert_eq!(row.len(), expected);
        let mut seen = HashSet::new();
        row = row
            .iter()
            .flat_map(|position| testing::moves(position).into_iter().map(|column| position.after(column)))
            .filter(|position| seen.insert(position.key()))
            .collect();
    }
}

#[test]
fn a_full_board_without_four_is_a_draw() {
    let columns = "121212343434565656212121434343656565777777";
    let position = parse(columns);
    assert_eq!((position.outcome(), position.reason()), (Some(Outcome::Draw), "full board"));
    assert_eq!(position.state(), parse(&position.state()).state());
}

#[test]
fn the_side_that_completes_four_has_won() {
    let position = parse("1212121");
    assert_eq!((position.outcome(), position.reason()), (Some(Outcome::Win(Side::First)), "four in a row"));
    assert_eq!(position.state(), "7/7/X6/XO5/XO5/XO5 O");
}

#[test]
fn columns_played_and_rows_mean_the_same_position() {
    assert_eq!(parse("4453"), parse("7/7/7/7/3O3/2OXX2 X"));
    assert_eq!(parse("4453").state(), "7/7/7/7/3O3/2OXX2 X");
    let solved = parse("2252576253462244111563365343671351441");
    assert_eq!(solved, parse(&solved.state()));
}

#[test]
fn the_examples_are_positions_and_the_first_is_the_start() {
    let about = ConnectFour::ABOUT;
    assert_eq!(parse(about.state_examples[0]), ConnectFour::default());
    for state in about.state_examples {
        parse(state);
    }
    for mv in about.move_examples {
        assert!(ConnectFour::default().find_move(mv).is_some(), "{mv}");
    }
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    let long = "4".repeat(100_000);
    for (state, says) in [
        ("", "expected six rows and the side to move"),
        (" ", "expected six rows and the side to move"),
        ("7/7/7/7/7/7 X X", "expected six rows and the side to move"),
        ("7/7/7/7/7 X", "5 rows, expected 6"),
        ("7/7/8/7/7/7 X", "row 3 has 8 cells, expected 7"),
        ("7/7/7/7/7/6 X", "row 6 has 6 cells, expected 7"),
        ("7/7/7/7/7/999999999999999999999 X", "row 6 has 18446744073709551615 cells, expected 7"),
        ("7/7/7/7/7/3Z3 O", "cell 4 of row 6 is 'Z'"),
        ("7/7/7/7/7/3X3 y", "\"y\", expected X or O"),
        ("7/7/7/7/3X3/7 O", "column 4, row 2 from the bottom, has nothing under it"),
        ("3X3/7/7/7/7/7 O", "column 4, row 6 from the bottom, has nothing under it"),
        ("7/7/7/7/7/XX5 O", "2 X and 0 O"),
        ("7/7/7/7/7/O6 X", "0 X and 1 O"),
        ("7/7/7/7/7/3X3 X", "it is O's turn"),
        ("7/7/7/7/OOO4/XXXX3 X", "4 X and 3 O it is O's turn"),
        ("7/7/7/7/OOOO3/XXXX3 X", "both X and O have four in a row"),
        ("7/7/7/X6/OOOO3/XXXOXX1 O", "O is to move but has four in a row"),
        ("8", "disc 1 is in column 8, expected 1 to 7"),
        ("440", "disc 3 is in column 0, expected 1 to 7"),
        ("4444444", "disc 7 is in column 4, which is full by then"),
        ("12121213", "disc 8 comes after the end of the game: four in a row"),
        (&long, "disc 7 is in column 4, which is full"),
        ("\u{0664}\u{0664}", "1 rows, expected 6"),
        ("4453 X", "1 rows, expected 6"),
    ] {
        match ConnectFour::parse(state) {
            Err(error) => assert!(error.0.contains(says), "{state}: {error}"),
            Ok(position) => panic!("{state} is read as {position:?}"),
        }
    }
}

#[test]
fn text_is_read_back_over_random_games() {
    let mut rng = Rng(3);
    for _ in 0..200 {
        random_game(&ConnectFour::default(), 42, &mut rng, testing::assert_text_is_read_back);
    }
}

#[test]
fn alpha_beta_has_the_scores_of_minimax() {
    let mut rng = Rng(4);
    for _ in 0..200 {
        let position = random_position(&ConnectFour::default(), 36, &mut rng);
        testing::assert_alpha_beta_is_minimax(&position, 1..=4);
    }
}

/// First moves and their values with these techniques. Checks that variations end as their scores say; the book is off,
/// because variations end where it begins.
fn lines(position: &ConnectFour, depth: u32, multi_pv: usize, techniques: Techniques) -> Vec<(Score, Column)> {
    let techniques = techniques.without(Technique::Book);
    let request = Question { multi_pv, techniques, ..Question::new(Limits::depth(depth)) };
    let analysis = search(position, &request, &mut Engine::new(0));
    let stats = analysis.stats;
    assert_eq!(stats.nodes, stats.leaves + stats.interior + stats.table_cutoffs);
    for line in &analysis.lines {
        let end = line.pv.iter().fold(*position, |mut end, column| {
            end.play(*column).expect("the variation is legal");
            end
        });
        assert!(line.pv.len() <= depth as usize);
        if let Some(plies) = line.score.plies() {
            assert_eq!((line.pv.len(), end.outcome().is_some()), (plies as usize, true), "{}", position.state());
        }
    }
    analysis.lines.iter().map(|line| (line.score, line.pv[0])).collect()
}

fn assert_techniques_change_nothing(position: &ConnectFour, depth: u32, multi_pv: usize) {
    let expected = lines(position, depth, multi_pv, Techniques::NONE);
    let only_static_bounds = Techniques::NONE.with(Technique::StaticBounds);
    for techniques in [Techniques::ALL, only_static_bounds, Techniques::ALL.without(Technique::Proof)] {
        let found = lines(position, depth, multi_pv, techniques);
        let context = format!("{} at depth {depth}, {multi_pv} lines, {techniques:?}", position.state());
        assert_eq!(found, expected, "{context}");
    }
}

#[test]
fn static_bounds_agree_with_a_search_of_the_remaining_depth() {
    let mut rng = Rng(6);
    for number in 0..3000 {
        let position = random_position(&ConnectFour::default(), 41, &mut rng);
        for depth in 1..=if number % 10 == 0 { 6 } else { 4 } {
            assert_techniques_change_nothing(&position, depth, 1 + number % 3);
        }
    }
}

#[test]
fn late_in_the_game_the_proof_finds_what_plain_search_finds() {
    let mut rng = Rng(7);
    let mut left = [0; 13];
    while left.iter().sum::<u32>() < 4000 {
        let position = random_position(&ConnectFour::default(), 41, &mut rng);
        if let Some(count) = left.get_mut(position.cells_left() as usize) {
            *count += 1;
            assert_techniques_change_nothing(&position, position.cells_left(), 1 + *count as usize % 8);
        }
    }
    assert!(left[1..].iter().all(|count| *count > 20), "{left:?}");
}

#[test]
fn the_mirror_image_has_the_same_scores() {
    let mut rng = Rng(5);
    for _ in 0..200 {
        let position = random_position(&ConnectFour::default(), 41, &mut rng);
        testing::assert_twins_agree(&position, 0..=3);
    }
}

#[test]
fn two_plies_are_enough_against_random_play() {
    testing::assert_two_plies_beat_a_random_mover(&ConnectFour::default());
}

#[test]
fn late_positions_have_their_published_values() {
    // Pons counts wins and losses by the discs left: a win in p plies from s discs is 22 - floor((s + p + 1) / 2).
    for (columns, value) in [
        ("7422341735647741166133573473242566", Score::win_in(7)),
        ("2252576253462244111563365343671351441", Score::loss_in(4)),
    ] {
        let analysis = search(&parse(columns), &Question::new(Limits::depth(42)), &mut Engine::new(0));
        assert_eq!(analysis.score, value, "{columns}");
    }
}

/// The value at this depth by plain alpha-beta.
fn plain_value(position: &ConnectFour, depth: u32) -> Score {
    let request = Question { techniques: Techniques::NONE, ..Question::new(Limits::depth(depth)) };
    search(position, &request, &mut Engine::new(0)).score
}

#[test]
fn quick_bounds_hold_at_their_depth_and_for_the_game() {
    let (mut rng, mut late) = (Rng(19), Vec::new());
    while late.len() < 400 {
        let keeps = |position: &ConnectFour| (1..=10).contains(&position.cells_left()) && position.outcome().is_none();
        random_game(&ConnectFour::default(), 42, &mut rng, |position| {
            late.extend(keeps(position).then_some(*position));
        });
    }
    let (mut bounded, mut left_out) = (0, 0);
    for position in late {
        let left = position.cells_left();
        for depth in 1..=left {
            let mut moves = Vec::new();
            let quick = position.quick_bounds(depth, &mut moves);
            let bounds = match quick.lower == quick.upper {
                true => quick,
                false => position.bounds_by_threats(depth, &mut moves, quick),
            };
            bounded += u32::from(bounds.lower > Score::loss_in(4) || bounds.upper < Score::win_in(5));
            left_out += u32::from(!moves.is_empty() && moves.len() < bounds.legal);
            assert_eq!(bounds.legal, testing::moves(&position).len(), "{}", position.state());
            for looked in [depth, left] {
                let value = plain_value(&position, looked);
                let context =
                    format!("{} {looked} plies deep, seen for {depth}: {bounds:?}, {moves:?}", position.state());
                assert!(bounds.lower <= value && value <= bounds.upper, "{value:?} of {context}");
                let has_it = |mv: &Column| -plain_value(&position.after(*mv), looked - 1).from_table(1) == value;
                assert!(bounds.lower == bounds.upper || moves.iter().any(has_it), "{value:?} of {context}");
            }
        }
    }
    assert!(bounded > 200 && left_out > 200, "{bounded} bounds, {left_out} lists");
}
