//! Othello held against minimax, its own symmetries, published results and a random opponent.

use super::super::proofs::{self, Rng, after, analyse, moves, random_game, random_position};
use super::Othello;
use super::bitboard;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Evaluate, Limits, Question, Score, Stop, Table, search};

/// Unfinished positions after 0 to 59 random plies.
fn random_positions(count: usize, seed: u64) -> Vec<Othello> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&Othello::default(), 59, &mut rng)).collect()
}

#[test]
fn the_rules_make_the_published_number_of_games() {
    assert_eq!(perft(&Othello::default(), 9), 3_005_288);
    // 228 games are over after nine plies: tables that count those again have 24,571,284.
    assert_eq!(perft(&Othello::default(), 10), 24_571_056);
}

#[test]
fn every_position_of_random_games_reads_back_and_keeps_its_parts_consistent() {
    let mut rng = Rng(3);
    for _ in 0..200 {
        let end = random_game(&Othello::default(), 124, &mut rng, |position| {
            proofs::assert_text_is_read_back(position);
            assert_eq!(Othello::parse(&position.state()), Ok(*position));
            assert_eq!(position.placements(), bitboard::moves(position.own(), position.other()));
            assert_eq!(position.own() & position.other(), 0);
        });
        assert!(end.is_final() && end.count_legal_moves(&mut Vec::new()) == 0);
    }
}

#[test]
fn a_pass_is_a_move_just_where_there_is_no_other() {
    // X is outside and cannot move; O can.
    let text = format!("OX{} O", "-".repeat(62));
    let position = Othello::parse(&text).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(moves(&position).iter().map(|mv| position.move_text(*mv)).collect::<Vec<_>>(), ["c1"]);
    assert_eq!(position.find_move("pass"), None);
    let other = Othello::parse(&format!("OX{} X", "-".repeat(62))).unwrap();
    let passed = after(&other, "pass");
    assert_eq!((passed, passed.outcome()), (position, None));
    assert_ne!(position.key(), other.key());
}

#[test]
fn empty_squares_go_to_the_winner() {
    // The shortest game: black has turned everything at ply 9.
    let end = after(&Othello::default(), "f5 d6 c5 f4 e7 f6 g5 e6 e3");
    assert_eq!(end.outcome(), Some(Outcome::Points(64)));
    assert_eq!(end.reason(), "one side has no discs left");
    assert_eq!(analyse(&end, Algorithm::AlphaBeta, 3).score, Score::points(-64), "seen by white");
    for (cells, points) in [("X", 64), ("O", -64), ("", 0)] {
        let state = format!("{cells:-<64} O");
        assert_eq!(Othello::parse(&state).unwrap().outcome(), Some(Outcome::Points(points)), "{state}");
    }
    let full = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    let full = Othello::parse(&full).unwrap();
    assert_eq!((full.outcome(), full.reason()), (Some(Outcome::Points(16)), "full board"));
    let stuck = format!("X-{}O X", "-".repeat(61));
    let stuck = Othello::parse(&stuck).unwrap();
    assert_eq!((stuck.outcome(), stuck.reason()), (Some(Outcome::Points(0)), "neither side can move"));
}

#[test]
fn wrong_states_are_refused_with_what_is_wrong() {
    let dashes = "-".repeat(64);
    for (state, says) in [
        (String::new(), "0 cells, expected 64"),
        (" X".to_owned(), "0 cells, expected 64"),
        (format!("{dashes}- X"), "65 cells, expected 64"),
        (format!("{} X", "é".repeat(63)), "63 cells"),
        (format!("{}?{} X", "-".repeat(37), "-".repeat(26)), "cell f5 is '?', expected X, O or -"),
        (format!("x{} X", "-".repeat(63)), "cell a1 is 'x'"),
        (dashes.clone(), "side to move is missing"),
        (format!("{dashes} "), "side to move is \"\""),
        (format!("{dashes} B"), "\"B\", expected X or O"),
        (format!("{dashes} X X"), "nothing more"),
        (format!("{dashes} {}", "X".repeat(1_000_000)), "nothing more"),
        ("X".repeat(1_000_000), "1000000 cells"),
        (format!("{}\0 X", "-".repeat(63)), "cell h8 is '\\0'"),
    ] {
        let error = Othello::parse(&state).expect_err(&state);
        assert!(error.0.contains(says), "{error}");
        assert!(error.0.len() < 200, "an error does not echo a long state");
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(200, 11) {
        for depth in 1..=4 {
            proofs::assert_alpha_beta_is_minimax(&position, depth);
        }
    }
}

#[test]
fn twins_are_eight_different_boards_of_equal_score() {
    for position in random_positions(60, 12) {
        for depth in 0..=3 {
            proofs::assert_twins_agree(&position, depth);
        }
    }
    let lopsided = after(&Othello::default(), "f5 d6 c5");
    let mut keys: Vec<u64> = lopsided.twins().iter().map(Position::key).collect();
    keys.push(lopsided.key());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 9);
}

#[test]
fn static_values_are_margins() {
    for position in random_positions(500, 13) {
        assert!(position.evaluate().value().abs() <= 64);
    }
}

#[test]
fn the_first_ffo_position_is_solved() {
    // FFO endgame suite, #1: 14 empty squares; the second best move is known too.
    let state = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let position = Othello::parse(state).unwrap();
    let request = Question { multi_pv: 2, ..Question::new(Limits::depth(Othello::ABOUT.max_depth)) };
    let analysis = search(&position, &request, &mut Table::new(0), &Stop::default(), &mut |_| ());
    let lines: Vec<_> =
        analysis.lines.iter().map(|line| (position.move_text(line.pv[0]), line.score.value(), line.proven)).collect();
    assert_eq!(lines, [("g8".to_owned(), 18, true), ("h1".to_owned(), 12, true)]);
}

#[test]
fn two_plies_beat_a_random_mover() {
    let mut rng = Rng(2024);
    let (mut half_points, mut losses) = (0, 0);
    for game in 0..100 {
        let engine = [Side::First, Side::Second][game % 2];
        let mut position = Othello::default();
        let points = loop {
            if let Some(Outcome::Points(points)) = position.outcome() {
                break if engine == Side::First { points } else { -points };
            }
            let mv = if position.side_to_move() == engine {
                analyse(&position, Algorithm::AlphaBeta, 2).best.unwrap()
            } else {
                let moves = moves(&position);
                moves[rng.below(moves.len())]
            };
            position.play_unchecked(mv);
        };
        half_points += 1 + points.signum();
        losses += i32::from(points < 0);
    }
    println!("{half_points} half points of 200, {losses} losses");
    assert!(half_points >= 194 && losses == 0, "{half_points} half points of 200, {losses} losses");
}
