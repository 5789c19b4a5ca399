//! Tests of ultimate tic-tac-toe: rules case by case, symmetries, minimax, and perft of another program.

use std::collections::HashSet;

use super::super::testing::{self, Rng, after, moves, random_game, random_position, search};
use super::UltimateTicTacToe;
use super::evaluate::SYMMETRIC_PLIES;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score, Techniques};

/// O has three boards and sends X to the fifth.
const MIDDLE: &str = "1X5O1/3O3OO/OX1O1X1X1/2X6/1XXO1XOXX/1XXO2OOO/X1X1X1O2/O1XOOX2O/X1XOO1OX1 X 5";
/// X has boards 1 and 2, and two in a row on board 3.
const NEARLY: &str = "XXXXXXXX1/9/9/OO1OO1OO1/9/9/2O5O/9/9 X 3";

fn read(state: &str) -> UltimateTicTacToe {
    UltimateTicTacToe::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start() -> UltimateTicTacToe {
    read(UltimateTicTacToe::ABOUT.start())
}

fn names(position: &UltimateTicTacToe) -> Vec<String> {
    let mut names = testing::names(position);
    names.sort();
    names
}

fn random_positions(count: usize, seed: u64) -> Vec<UltimateTicTacToe> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&start(), 60, &mut rng)).collect()
}

#[test]
fn the_rules_make_as_many_games_as_the_oracle() {
    for (state, counts) in [(UltimateTicTacToe::ABOUT.start(), [81, 720, 6336, 55_080]), (MIDDLE, [6, 30, 286, 2767])] {
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&read(state), depth)), counts);
    }
}

#[test]
fn every_position_of_random_games_reads_back_and_is_what_its_stones_say() {
    let (mut rng, mut ends) = (Rng(3), [0; 2]);
    for _ in 0..300 {
        let mut left = u32::MAX;
        let end = random_game(&start(), 81, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert_eq!(*position, read(&position.state()), "what play keeps is what a fresh look finds");
            assert!(position.is_final() || (1..left).contains(&position.plies_left()), "{}", position.state());
            left = position.plies_left();
        });
        assert!(end.is_final());
        ends[usize::from(end.outcome() == Some(Outcome::Draw))] += 1;
    }
    assert!(ends[0] > 100 && ends[1] > 20, "{ends:?} won and drawn");
}

#[test]
fn the_cell_that_is_played_names_the_board_to_answer_in() {
    let position = after(&start(), "e5");
    assert_eq!(position.state(), "9/9/9/9/4X4/9/9/9/9 O 5");
    assert_eq!(names(&position), ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"]);
    let position = after(&start(), "a9");
    assert_eq!(names(&position), ["a7", "a8", "b7", "b8", "b9", "c7", "c8", "c9"]);
    assert_eq!(after(&start(), "b1").state().split_once(' ').unwrap().1, "O 8");
}

#[test]
fn nobody_plays_in_a_won_board_and_who_is_sent_there_may_choose() {
    // X wins board 1 with its first cell, which sends O to the board just won.
    let position = read("1XX6/9/9/O2O5/9/9/9/9/9 X 1");
    let won = after(&position, "a9");
    assert_eq!(won.state(), "XXX6/9/9/O2O5/9/9/9/9/9 O -");
    let free = names(&won);
    assert_eq!(free.len(), 72 - 2, "every empty cell but the six of board 1");
    assert!(!free.iter().any(|name| ["a8", "b8", "c8", "a7", "b7", "c7"].contains(&&**name)));
    assert_eq!(names(&after(&won, "d9")), free.into_iter().filter(|name| name != "d9").collect::<Vec<_>>());
}

#[test]
fn a_full_board_without_a_line_counts_for_nobody_and_is_not_played_in() {
    let position = read("XOX6/XOO6/1XX6/O8/9/9/9/9/9 O 1");
    let full = after(&position, "a7");
    assert_eq!(full.state(), "XOX6/XOO6/OXX6/O8/9/9/9/9/9 X 7");
    assert_eq!((full.won(Side::First), full.won(Side::Second), full.closed()), (0, 0, 1));
    let sent_back = after(&full, "a3");
    assert_eq!(sent_back.choice(), 0b111_111_110);
}

#[test]
fn three_small_boards_in_line_win() {
    let position = read(NEARLY);
    let won = after(&position, "i9");
    assert_eq!((won.outcome(), won.reason()), (Some(Outcome::Win(Side::First)), "three small boards in line"));
    assert!(won.state().ends_with(" O -"), "nobody is sent anywhere: {}", won.state());
    assert!(moves(&won).is_empty() && won.count_legal_moves(&mut Vec::new()) == 0);
}

#[test]
fn a_game_with_nothing_left_to_play_in_is_drawn() {
    let mut rng = Rng(9);
    let drawn = (0..)
        .map(|_| random_game(&start(), 81, &mut rng, |_| ()))
        .find(|end| end.outcome() == Some(Outcome::Draw) && end.plies() < 81)
        .unwrap();
    assert_eq!((drawn.reason(), drawn.plies_left()), ("no small board is left to play in", 0));
    assert!(drawn.state().contains(|c: char| c.is_ascii_digit()), "cells of won boards stay empty");
}

#[test]
fn static_wins_and_losses_are_what_replies_do() {
    let wins = |position: &UltimateTicTacToe| {
        let side = Some(Outcome::Win(position.side_to_move()));
        moves(position).iter().any(|mv| position.after(*mv).outcome() == side)
    };
    let (mut won, mut lost) = (0, 0);
    for position in random_positions(3000, 21) {
        let side = position.side_to_move();
        let sees = position.winning_boards(side) & position.choice() != 0;
        assert_eq!(sees, wins(&position), "{}", position.state());
        won += u32::from(sees);
        let threats = position.winning_boards(side.other());
        for mv in moves(&position).into_iter().filter(|_| !sees) {
            let leaves = position.leaves_a_win(threats, mv);
            assert_eq!(leaves, wins(&position.after(mv)), "{} {}", position.state(), position.move_text(mv));
            lost += u32::from(leaves);
        }
    }
    assert!(won > 50 && lost > 200, "{won} {lost}");
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(200, 11) {
        testing::assert_alpha_beta_is_minimax(&position, 1..=3);
    }
}

#[test]
fn twins_are_eight_boards_of_equal_score() {
    // With the largest number of stones that is still mapped, images get different keys after one more move.
    for position in random_positions(60, 12).into_iter().filter(|position| position.plies() != SYMMETRIC_PLIES) {
        testing::assert_twins_agree(&position, 0..=3);
    }
    let lopsided = after(&start(), "e5 d4 b1");
    let keys: HashSet<u64> = lopsided.twins().iter().map(Position::key).chain([lopsided.key()]).collect();
    assert_eq!(keys.len(), 8);
    let entries = lopsided.twins().iter().map(|twin| twin.table_key().hash()).collect::<HashSet<_>>();
    assert_eq!(entries, HashSet::from([lopsided.table_key().hash()]));
}

#[test]
fn fifteen_openings_differ() {
    let entries: HashSet<u64> = moves(&start()).iter().map(|mv| start().after(*mv).table_key().hash()).collect();
    assert_eq!(entries.len(), 15);
}

/// Positions that are solved quickly: no technique may change the proven value.
#[test]
fn the_value_of_the_game_is_the_same_without_any_help() {
    let mut rng = Rng(31);
    let mut values = [0; 3];
    while values.iter().sum::<u32>() < 60 {
        let position = random_position(&start(), 70, &mut rng);
        if position.plies_left() > 9 {
            continue;
        }
        let whole = |techniques| {
            let question = Question { techniques, ..Question::new(Limits::depth(position.plies_left())) };
            search(&position, &question, &mut Engine::new(1 << 20))
        };
        let (helped, plain) = (whole(Techniques::ALL), whole(Techniques::NONE));
        assert_eq!((helped.score, helped.proven), (plain.score, plain.proven), "{}", position.state());
        assert!(helped.proven);
        values[(helped.score.cmp(&Score::ZERO) as i8 + 1) as usize] += 1;
    }
    assert!(values.iter().all(|count| *count > 5), "{values:?}");
}

#[test]
fn a_question_without_limits_of_plies_stops_at_the_end_of_the_game() {
    let found = testing::analyse(&read(NEARLY), Algorithm::AlphaBeta, 81);
    assert_eq!((found.score, found.proven), (Score::win_in(1), true));
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "expected the rows of a board, the side to move and the small board"),
        ("9/9/9/9/9/9/9/9/9 X", "expected the rows of a board, the side to move and the small board"),
        ("9/9/9/9/9/9/9/9/9 X - -", "expected the rows of a board"),
        ("9/9/9/9/9/9/9/9 X -", "8 rows, expected 9"),
        ("9/9/9/9/8/9/9/9/9 X -", "row 5 has 8 cells, expected 9"),
        ("9/9/9/9/4#4/9/9/9/9 X -", "cell 5 of row 5 is '#', expected X, O or a number"),
        ("9/9/9/9/9/9/9/9/9 Y -", "the side to move is \"Y\", expected X or O"),
        ("9/9/9/9/4X4/9/9/9/9 X 5", "X is to move, but with 1 X and 0 O it is O's turn"),
        ("9/9/9/9/4O4/9/9/9/9 X 5", "there are 0 X and 1 O"),
        ("9/9/9/9/4X4/9/9/9/9 O 0", "the board to play in is \"0\", expected 1 to 9, or -"),
        ("9/9/9/9/4X4/9/9/9/9 O 55", "the board to play in is \"55\""),
        ("9/9/9/9/4X4/9/9/9/9 O 4", "board 4 is to be played in, but X, who moved last, has no stone on cell 4"),
        ("9/9/9/9/9/9/9/9/9 X 5", "board 5 is to be played in, but O, who moved last, has no stone"),
        ("9/9/9/9/4X4/9/9/9/9 O -", "any board may be chosen, but X has no stone whose cell stands for a board"),
        ("XXX6/9/9/O2O5/9/9/9/9/9 O 1", "board 1 is won or full; expected an open one, or -"),
        ("XXX6/OOO6/9/9/9/9/9/9/9 X -", "both X and O have three in a row on board 1"),
        ("XXX6/3O1O1O1/XXX6/3O1O1O1/9/9/9/9/9 X -", "the crosses on board 1 have two separate lines"),
        ("XXXXXXXXX/9/9/OO1OO1OO1/9/9/2O5O/8O/9 X -", "X is to move but has three small boards in line"),
        ("XXXXXXXXX/9/9/OO1OO1OO1/9/9/2O5O/9/9 O 5", "the game is over, expected - as the board to play in, found 5"),
        ("XXXXXXXXX/9/9/OOOOOOOOO/9/9/9/9/9 X -", "both X and O have three small boards in line"),
    ] {
        let error = UltimateTicTacToe::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
    let six = "XXXXXXXXX/O1OO1OO2/9/OO1OO1OO1/1OO1OO1OO/9/XXXXXXXXX/9/9";
    let error = UltimateTicTacToe::parse(&format!("{six} O -")).expect_err(six);
    assert!(error.0.contains("the small boards have two separate lines"), "{error}");
}
