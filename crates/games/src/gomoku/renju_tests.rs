//! Tests of renju: forbidden points compared with a published program, ends of games, and claims of the selective
//! search.

use super::super::testing::{self, Rng, random_game, random_position, search};
use super::Gomoku;
use super::geometry::{Geometry, Rule, Square};
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Algorithm, Engine, Limits, Question};

/// States and their forbidden points.
const POINTS: &str = include_str!("renju.txt");

fn parse(state: &str) -> Gomoku {
    Gomoku::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn squares(position: &Gomoku) -> impl Iterator<Item = Square> {
    let all = (0..position.geometry.area() as u16).map(Square);
    all.filter(|square| position.stone(*square).is_none())
}

#[test]
fn forbidden_points_are_those_of_a_published_program() {
    let (mut positions, mut points) = (0, 0);
    for line in POINTS.lines().filter(|line| !line.starts_with('#')) {
        let (state, listed) = line.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
        let position = parse(state);
        let mut listed: Vec<&str> = listed.split_whitespace().collect();
        let is_forbidden = |square: &Square| position.is_forbidden(Side::First, *square);
        let mut found: Vec<String> =
            squares(&position).filter(is_forbidden).map(|square| position.move_text(square)).collect();
        found.sort_unstable();
        listed.sort_unstable();
        assert_eq!(found, listed, "{state}");
        // The preliminary check of shapes misses no forbidden point.
        let mut judged: Vec<String> = squares(&position)
            .filter(|square| position.breaks_a_rule(*square))
            .map(|square| position.move_text(square))
            .collect();
        judged.sort_unstable();
        assert_eq!(judged, found, "{state}");
        let legal = testing::names(&position);
        assert!(found.iter().all(|name| !legal.contains(name) && position.find_move(name).is_none()), "{state}");
        assert_eq!(legal.len() + found.len(), squares(&position).count());
        positions += 1;
        points += found.len();
    }
    assert!(positions > 200 && points > 500, "{positions} positions with {points} points");
}

#[test]
fn the_second_side_wins_by_an_overline_and_may_make_any_fork() {
    let state = "15/15/15/15/15/15/15/3OOO1OO6/15/15/15/15/X1X1X1X8/15/X1X12 O 5 renju";
    let state = state.replacen("15/X1X12", "15/X1X1X10", 1).replace("X1X1X1X8", "X1X1X10");
    let mut position = parse(&state);
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!((position.outcome(), position.reason()), (Some(Outcome::Win(Side::Second)), "five in a row"));
    let colours = parse("15/15/3X7X3/15/15/15/7O7/6O1O6/7O7/15/15/15/3X7X3/7X7/15 O 5 renju");
    assert!(colours.find_move("h8").is_some());
}

#[test]
fn five_come_before_everything_that_is_forbidden() {
    // g8 makes six in the row, and five in the column.
    let state = "15/15/15/6X8/6X8/6X8/6X8/3XXX1XX6/15/15/15/O1O1O1O8/15/OO1O1O9/9O5 X 5 renju";
    let mut position = parse(state);
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    let without = parse(&state.replacen("6X8/", "6O8/", 1).replacen("9O5", "9X5", 1));
    assert_eq!(without.find_move("g8"), None);
    assert!(without.broken_rule("G8").is_some_and(|rule| rule.contains("more than five")), "and the error says why");
    assert_eq!(without.broken_rule("h9"), None);
    assert_eq!(without.broken_rule("d8"), None, "taken");
}

#[test]
fn wins_are_seen_and_states_read_back_to_the_end_of_games_with_forbidden_points() {
    let (mut rng, mut stuck) = (Rng(7), 0);
    for (width, height) in [(5, 5), (6, 5), (5, 7), (6, 6), (7, 7)] {
        let board = Gomoku::empty(Geometry { width, height, in_a_row: 5, rule: Rule::Renju }, Side::First);
        testing::assert_wins_at_once_are_seen(&board, 60, &mut rng);
        for _ in 0..200 {
            let end = random_game(&board, 400, &mut rng, testing::assert_text_is_read_back);
            stuck += u32::from(end.reason() == "no move that is not forbidden");
        }
    }
    assert!(stuck > 0, "no game ended without moves");
}

#[test]
fn the_selective_search_claims_what_alpha_beta_proves() {
    let (mut rng, mut proven) = (Rng(8), 0);
    for index in 0..120 {
        let (width, height) = [(6, 6), (6, 5), (7, 5)][index % 3];
        let rule = [Rule::Renju, Rule::Exactly][index / 3 % 2];
        let in_a_row = if rule == Rule::Renju { 5 } else { 4 };
        let board = Gomoku::empty(Geometry { width, height, in_a_row, rule }, Side::First);
        let position = random_position(&board, board.geometry.area() - 8, &mut rng);
        let mut question = Question::new(Limits::depth(400));
        question.limits.nodes = 20_000;
        let exact = search(&position, &question, &mut Engine::new(1 << 20));
        question.algorithm = Algorithm::Selective;
        let claimed = search(&position, &question, &mut Engine::new(1 << 20));
        if exact.proven && claimed.proven {
            proven += 1;
            let values = [&exact, &claimed].map(|found| found.score.value().signum());
            assert_eq!(values[0], values[1], "{}", position.state());
        }
    }
    assert!(proven > 40, "{proven}");
}
