//! Tests of Othello against minimax, its symmetries, published results and a random opponent.

use std::time::{Duration, Instant};

use super::super::testing::{self, Rng, after, analyse, moves, random_game, random_position, search};
use super::Othello;
use super::bitboard;
use crate::notation::Notation;
use plyd_search::hooks::{Solver, SolverContext};
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score, StoppedBy, Table, Window};

/// Unfinished positions after 0 to 59 random plies.
fn random_positions(count: usize, seed: u64) -> Vec<Othello> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&Othello::default(), 59, &mut rng)).collect()
}

#[test]
fn the_rules_make_the_published_number_of_games() {
    assert_eq!(perft(&Othello::default(), 9), 3_005_288);
    // 228 games end after nine plies. Tables that count them again at depth 10 have 24,571,284.
    assert_eq!(perft(&Othello::default(), 10), 24_571_056);
}

#[test]
fn every_position_of_random_games_reads_back_and_keeps_its_parts_consistent() {
    let mut rng = Rng(3);
    for _ in 0..200 {
        let end = random_game(&Othello::default(), 124, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert_eq!(Othello::parse(&position.state()), Ok(*position));
            assert_eq!(position.placements(), bitboard::moves(position.own(), position.other()));
            assert_eq!(position.own() & position.other(), 0);
        });
        assert!(end.is_final() && end.count_legal_moves(&mut Vec::new()) == 0);
    }
}

#[test]
fn a_pass_is_a_move_just_where_there_is_no_other() {
    // X, outside, cannot move, but O can.
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
    // The shortest game: at ply 9 all discs are black.
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
fn invalid_states_are_refused_with_a_reason() {
    let dashes = "-".repeat(64);
    for (state, says) in [
        (String::new(), "expected 64 cells"),
        (" X".to_owned(), "1 cells, expected 64"),
        (format!("{dashes}- X"), "65 cells, expected 64"),
        (format!("{} X", "é".repeat(63)), "63 cells"),
        (format!("{}?{} X", "-".repeat(37), "-".repeat(26)), "cell f5 is '?', expected X, O or -"),
        (format!("z{} X", "-".repeat(63)), "cell a1 is 'z'"),
        ("---------------------------OX------XO---------------------------".to_owned(), "side to move is missing"),
        ("f5d5".to_owned(), "move 2 of the transcript, d5, cannot be played"),
        ("f5i9".to_owned(), "move 2 of the transcript, i9, cannot be played"),
        ("f5d".to_owned(), "3 cells"),
        ("f5".repeat(100_000), "move 2 of the transcript"),
        (format!("{dashes} Z"), "\"Z\", expected X or O"),
        (format!("{dashes} X X"), "expected nothing after"),
        (format!("{dashes} {}", "X".repeat(1_000_000)), "expected X or O"),
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
    for position in random_positions(30, 11) {
        testing::assert_alpha_beta_is_minimax(&position, 1..=4);
    }
}

#[test]
fn twins_are_eight_different_boards_of_equal_score() {
    for position in random_positions(60, 12) {
        testing::assert_twins_agree(&position, 0..=3);
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
    // FFO endgame suite, position 1: 14 empty squares. The second-best move is published too.
    let state = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let position = Othello::parse(state).unwrap();
    let request = Question { multi_pv: 2, ..Question::new(Limits::depth(Othello::ABOUT.max_depth)) };
    let analysis = search(&position, &request, &mut Engine::new(0));
    let lines: Vec<_> =
        analysis.lines.iter().map(|line| (position.move_text(line.pv[0]), line.score.value(), line.proven)).collect();
    assert_eq!(lines, [("g8".to_owned(), 18, true), ("h1".to_owned(), 12, true)]);
}

/// The value of an endgame by the rules alone.
fn value(position: &Othello) -> i32 {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move()).value();
    }
    moves(position).into_iter().map(|mv| -value(&position.after(mv))).max().expect("the game goes on")
}

/// Random positions with this number of empty squares.
fn endings(empty: u32, count: usize, rng: &mut Rng) -> Vec<Othello> {
    let mut found = Vec::new();
    while found.len() < count {
        let position = random_position(&Othello::default(), 59, rng);
        if position.empty().count_ones() == empty {
            found.push(position);
        }
    }
    found
}

#[test]
fn the_solver_answers_every_question_as_minimax_does() {
    let mut rng = Rng(21);
    let mut passes = 0;
    for position in (1..=9).flat_map(|empty| endings(empty, if empty < 8 { 40 } else { 10 }, &mut rng)) {
        let value = value(&position);
        // All questions share a table, so that stored results of one affect the next.
        let mut table = Table::new(0);
        for alpha in (value - 5..=value + 5).chain([-70, -65, -64, 63, 64, 70]) {
            let window = Window { alpha: Score::points(alpha), beta: Score::points(alpha + 1) };
            let mut solving = SolverContext::new(&mut table, 1_000_000);
            let found = Othello::solve(&position, window, &mut solving).expect("visits suffice").value();
            let so =
                if found > alpha { (alpha + 1..=value).contains(&found) } else { (value..=alpha).contains(&found) };
            assert!(so, "{} is worth {value}, not {found} for {alpha}", position.state());
            passes += u32::from(solving.deepest >= position.empty().count_ones());
        }
        let none = Othello::solve(&position, Window::FULL, &mut SolverContext::new(&mut table, 50));
        assert_eq!(none, None, "too few visits");
    }
    assert!(passes > 100, "{passes}");
}

#[test]
fn positions_near_the_end_are_solved_as_minimax_solves_them() {
    let mut rng = Rng(22);
    for (empty, count) in [(3, 20), (6, 40), (8, 20), (9, 6), (10, 2)] {
        for position in endings(empty, count, &mut rng) {
            let state = position.state();
            let expected = Score::points(value(&position));
            let analysis = analyse(&position, Algorithm::AlphaBeta, Othello::ABOUT.max_depth);
            assert_eq!((analysis.score, analysis.proven), (expected, true), "{state}");
            let end = analysis.lines[0].pv.iter().fold(position, |position, mv| position.after(*mv));
            let outcome = end.outcome().unwrap_or_else(|| panic!("{state}: the line ends with the game"));
            assert_eq!(Score::of(outcome, position.side_to_move()), expected, "{state}");
            let first = moves(&position).into_iter().find(|mv| Score::points(-value(&position.after(*mv))) == expected);
            assert_eq!(analysis.best, first, "{state}: the first of equals");
            let stats = analysis.stats;
            assert_eq!(stats.nodes, stats.leaves + stats.interior + stats.table_cutoffs, "{state}");
            assert!(stats.deepest_ply <= position.plies_left(), "{state}");
        }
    }
}

#[test]
fn a_solver_that_could_go_on_for_long_ends_with_its_limits() {
    let position = endings(30, 1, &mut Rng(24))[0];
    let ask = |limits| search(&position, &Question::new(limits), &mut Engine::new(0));
    let deepest = Othello::ABOUT.max_depth;
    let by_nodes = ask(Limits { nodes: 500_000, ..Limits::depth(deepest) });
    assert_eq!(by_nodes.stopped_by, StoppedBy::Nodes);
    assert!((499_900..=500_000).contains(&by_nodes.stats.nodes), "{}", by_nodes.stats.nodes);
    let deadline = Some(Instant::now() + Duration::from_millis(50));
    let by_time = ask(Limits { deadline, ..Limits::depth(deepest) });
    assert_eq!(by_time.stopped_by, StoppedBy::Time);
    assert!(by_time.elapsed < Duration::from_secs(60), "{:?}", by_time.elapsed);
}

#[test]
fn stable_discs_are_never_turned() {
    let mut rng = Rng(23);
    let mut stable = 0;
    for _ in 0..300 {
        let position = random_position(&Othello::default(), 59, &mut rng);
        let [black, white] = position.by_colour();
        let held = [bitboard::stable(black, white), bitboard::stable(white, black)];
        for _ in 0..5 {
            random_game(&position, 124, &mut rng, |later| {
                let lost = [0, 1].map(|side| held[side] & !later.by_colour()[side]);
                assert_eq!(lost, [0, 0], "{} and {}", position.state(), later.state());
            });
        }
        stable += held[0].count_ones();
    }
    assert!(stable > 300, "{stable}");
}

#[test]
#[ignore = "a second in release"]
fn the_fortieth_ffo_position_is_solved() {
    // FFO endgame suite, #40: 20 empty squares.
    let position = Othello::parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X").unwrap();
    let request = Question::new(Limits::depth(Othello::ABOUT.max_depth));
    let analysis = search(&position, &request, &mut Engine::new(64 << 20));
    let best = position.move_text(analysis.best.unwrap());
    assert_eq!((best.as_str(), analysis.score.value(), analysis.proven), ("a2", 38, true));
    println!("{} nodes in {:?}", analysis.stats.nodes, analysis.elapsed);
    assert!(analysis.stats.nodes <= 15_000_000, "{} nodes", analysis.stats.nodes);
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
