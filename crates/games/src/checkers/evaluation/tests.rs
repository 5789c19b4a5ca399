//! Tests of the evaluation against a slow implementation square by square, and against the turned board.

use super::super::Checkers;
use super::super::tests::random_positions;
use super::weights::{self, TABLES};
use super::{learning, patterns};
use crate::board::Content;
use crate::notation::Notation;
use plyd_search::mix;
use plyd_search::position::{Position, Side};

/// The squares of each window by number, lowest digit first.
fn squares() -> Vec<Vec<usize>> {
    let square = |row: usize, column: usize| 4 * row + column + 1;
    let mut windows = Vec::new();
    for (upper, column) in (0..3).flat_map(|upper| (0..3).map(move |column| (upper, column))) {
        let rows = [2 * upper + 2, 2 * upper + 3, 2 * upper, 2 * upper + 1];
        windows.push(rows.into_iter().flat_map(|row| [square(row, column), square(row, column + 1)]).collect());
    }
    windows.extend((0..4).map(|rows| (8 * rows + 1..=8 * rows + 8).collect::<Vec<_>>()));
    windows
}

/// The letter on each square by number: b, w, B, W, or a blank.
fn letters(position: &Checkers) -> Vec<char> {
    let board = position.board().expect("checkers has a board");
    let letter = |number: usize| {
        let (row, column) = ((number - 1) / 4, (number - 1) % 4);
        match board[row][2 * column + 1 - row % 2] {
            Some(Content::Letter(letter)) => letter,
            _ => ' ',
        }
    };
    std::iter::once(' ').chain((1..=32).map(letter)).collect()
}

/// The squares that a king reaches in one step, by number.
fn near(number: usize) -> Vec<usize> {
    let cell = |number: usize| {
        let (row, column) = ((number - 1) / 4, (number - 1) % 4);
        (row as i32, (2 * column + 1 - row % 2) as i32)
    };
    let (row, column) = cell(number);
    let is_near = |other: &usize| {
        let (down, right) = (cell(*other).0 - row, cell(*other).1 - column);
        (down.abs(), right.abs()) == (1, 1)
    };
    (1..=32).filter(is_near).collect()
}

/// The value for black, for a full board and for an empty one.
fn reference_value(position: &Checkers) -> [i32; 2] {
    let on = letters(position);
    let mut sum = [0; 2];
    let mut add = |packed: i32, times: i32| {
        let (early, late) = weights::unpacked(packed);
        sum = [sum[0] + times * early, sum[1] + times * late];
    };
    for (table, squares) in TABLES.patterns.iter().zip(squares()) {
        let digit = |square: &usize| [' ', 'b', 'w'].iter().position(|letter| *letter == on[*square]).unwrap_or(0);
        add(table[squares.iter().rev().fold(0, |number, square| 3 * number + digit(square))], 1);
    }
    let count = |letters: &str| on.iter().filter(|letter| letters.contains(**letter)).count() as i32;
    if count("BW") > 0 {
        let steps = |king: char| -> i32 {
            let of = |square: &usize| near(*square).iter().filter(|to| on[**to] == ' ').count() as i32;
            (1..=32).filter(|square| on[*square] == king).map(|square| of(&square)).sum()
        };
        let ahead = count("bB") - count("wW");
        let safe = [1, 5, 28, 32].iter().filter(|square| on[**square] == if ahead > 0 { 'W' } else { 'B' }).count();
        add(TABLES.counts[0], steps('B') - steps('W'));
        add(TABLES.counts[1], i32::from(count("W") == 0) - i32::from(count("B") == 0));
        add(TABLES.counts[2], ahead.signum() * safe as i32);
        for (square, letter) in on.iter().enumerate().skip(1) {
            let index = |square: usize| square - 1 + (square - 1) / 8;
            match letter {
                'B' => add(TABLES.kings[index(square)], 1),
                'W' => add(TABLES.kings[index(33 - square)], -1),
                _ => (),
            }
        }
    }
    sum
}

#[test]
fn the_static_value_is_what_its_terms_add_up_to() {
    for position in random_positions(1000, 21) {
        let [early, late] = reference_value(&position);
        let pieces = letters(&position).iter().filter(|letter| **letter != ' ').count().max(4) as i32;
        let black = (early * (pieces - 4) + late * (24 - pieces)) / 20;
        let value = if position.side_to_move() == Side::First { black } else { -black };
        assert_eq!(super::evaluate(&position), value, "{}", position.state());
    }
}

#[test]
fn the_board_turned_is_worth_the_same_to_the_side_to_move() {
    for position in random_positions(500, 22) {
        assert_eq!(super::evaluate(&position), super::evaluate(&position.swapped()), "{}", position.state());
        let swapped = learning::patterns(&position).map(learning::swapped_pattern);
        let mut turned = learning::patterns(&position.swapped());
        turned.sort_unstable();
        let mut swapped = swapped;
        swapped.sort_unstable();
        assert_eq!(swapped, turned, "{}", position.state());
    }
}

#[test]
fn a_position_is_learnt_from_as_its_mover_sees_it() {
    for position in random_positions(500, 23) {
        let seen = learning::position(learning::pieces(&position));
        let turned = if position.side_to_move() == Side::First { position } else { position.swapped() };
        assert_eq!(seen.state(), turned.with_quiet(0).state());
    }
}

#[test]
fn every_pattern_is_the_image_of_its_image() {
    for number in 0..learning::PATTERNS {
        assert_eq!(learning::swapped_pattern(learning::swapped_pattern(number)), number);
    }
}

#[test]
fn weights_are_read_back_as_they_were_written() {
    let weight =
        |number: usize| [mix(number as u64) as i8, mix(!(number as u64)) as i8].map(|it| i32::from(it.max(-127)));
    let patterns: Vec<[i32; 2]> = (0..learning::PATTERNS).map(weight).collect();
    // The features have no weights for men, because those would be added to the patterns.
    let features: Vec<[i32; 2]> =
        (0..learning::FEATURES).map(|at| if at == learning::MEN { [0; 2] } else { weight(at) }).collect();
    let read = weights::read(&learning::encode_rounded(&patterns, &features));
    for number in 0..learning::PATTERNS {
        let found = weights::unpacked(read.patterns[number / patterns::CONTENTS][number % patterns::CONTENTS]);
        let swapped = learning::swapped_pattern(number);
        let expected = if swapped < number { patterns[swapped].map(|weight| -weight) } else { patterns[number] };
        if swapped != number {
            assert_eq!([found.0, found.1], expected, "{number}");
        }
    }
    let kept = read.counts.iter().chain(&read.kings).filter(|weight| **weight != 0).count();
    assert_eq!(kept, features.iter().filter(|weight| **weight != [0; 2]).count());
}
