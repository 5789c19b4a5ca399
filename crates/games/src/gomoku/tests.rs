//! What is kept incrementally against what is counted from scratch; the notation; the laws of search; small solved
//! boards.

use super::super::proofs::{self, Rng, random_game, random_position};
use super::Gomoku;
use super::board::{Tally, lacking};
use super::frame::{Frame, Square};
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Limits, Question, Score, Stop, Table, search};

fn parse(state: &str) -> Gomoku {
    Gomoku::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn empty(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Frame { width, height, in_a_row }, Side::First)
}

/// Boards of many shapes, with the usual one among them.
fn boards() -> impl Iterator<Item = Gomoku> {
    let shapes =
        [(15, 15, 5), (3, 3, 3), (4, 3, 3), (5, 9, 4), (19, 3, 7), (6, 6, 5), (19, 19, 5), (3, 8, 8), (19, 19, 19)];
    shapes.into_iter().map(|(width, height, in_a_row)| empty(width, height, in_a_row))
}

/// The tallies, counted window by window and square by square.
fn count_tallies(position: &Gomoku) -> [Tally; 2] {
    let Frame { width, height, in_a_row } = position.frame;
    let mut tallies = [[0; 6]; 2];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (i32::from(x), i32::from(y)))) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let squares: Vec<(i32, i32)> = (0..i32::from(in_a_row)).map(|n| (x + n * dx, y + n * dy)).collect();
            if squares.iter().any(|(x, y)| !(0..width.into()).contains(x) || !(0..height.into()).contains(y)) {
                continue;
            }
            let holds = |side| {
                let is_his =
                    |(x, y): &&(i32, i32)| position.stone(position.frame.square(*x as u8, *y as u8)) == Some(side);
                squares.iter().filter(is_his).count() as u8
            };
            match (holds(Side::First), holds(Side::Second)) {
                (0, 0) => {}
                (stones, 0) => tallies[0][lacking(in_a_row - stones)] += 1,
                (0, stones) => tallies[1][lacking(in_a_row - stones)] += 1,
                _ => {}
            }
        }
    }
    tallies
}

#[test]
fn the_tallies_kept_are_those_counted_from_scratch() {
    let mut rng = Rng(1);
    for board in boards() {
        for _ in 0..6 {
            random_game(&board, 361, &mut rng, |position| {
                assert_eq!(position.tallies, count_tallies(position), "{}", position.state());
                let mut all = [[0; 6]; 2];
                position.frame.windows(&position.stones, |_, _, stones| match stones {
                    [0, 0] => {}
                    [x, 0] => all[0][lacking(position.frame.in_a_row - x)] += 1,
                    [0, o] => all[1][lacking(position.frame.in_a_row - o)] += 1,
                    _ => {}
                });
                assert_eq!(position.tallies, all, "{}", position.state());
                let squares = (0..position.frame.area()).map(|index| Square(index as u16));
                let centrality = squares.map(|square| match position.stone(square) {
                    None => 0,
                    Some(Side::First) => i16::from(position.frame.ring(square)),
                    Some(Side::Second) => -i16::from(position.frame.ring(square)),
                });
                assert_eq!(position.centrality, centrality.sum::<i16>(), "{}", position.state());
            });
        }
    }
}

#[test]
fn moves_are_every_empty_square_once_from_the_centre_out() {
    for board in boards() {
        let moves = proofs::moves(&board);
        let mut squares: Vec<u16> = moves.iter().map(|square| square.0).collect();
        assert!(moves.windows(2).all(|pair| board.frame.ring(pair[0]) >= board.frame.ring(pair[1])));
        squares.sort_unstable();
        assert!(squares.into_iter().eq(0..board.frame.area() as u16), "{}", board.state());
    }
    let start = Gomoku::default();
    assert_eq!(start.move_text(proofs::moves(&start)[0]), "h8");
}

#[test]
fn three_in_a_row_on_3x3_is_tic_tac_toe() {
    let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (count, depth) in counts.into_iter().zip(1..) {
        assert_eq!(perft(&empty(3, 3, 3), depth), count, "depth {depth}");
    }
}

/// The value of an empty board, searched to its end.
fn solve(width: u8, height: u8, in_a_row: u8) -> Option<Score> {
    let board = empty(width, height, in_a_row);
    let analysis =
        search(&board, &Question::new(Limits::depth(361)), &mut Table::new(0), &Stop::default(), &mut |_| ());
    analysis.proven.then_some(analysis.score)
}

#[test]
fn small_boards_have_their_known_values() {
    assert_eq!(solve(3, 3, 3), Some(Score::ZERO));
    for (width, height) in [(4, 3), (3, 4), (4, 4)] {
        let value = solve(width, height, 3).unwrap();
        assert!(value > Score::ZERO && value.is_proven(), "{width},{height},3: {value:?}");
    }
}

#[test]
fn four_in_a_row_on_4x4_is_a_draw() {
    // 20 million nodes, without a table: by far the slowest test here.
    assert_eq!(solve(4, 4, 4), Some(Score::ZERO));
}

#[test]
fn more_than_enough_in_a_row_wins_too() {
    let mut position = parse("15/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/OO1O1O9/9O5 X 5");
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!((position.outcome(), position.reason()), (Some(Outcome::Win(Side::First)), "five in a row"));
    assert_eq!(proofs::moves(&position), []);
}

#[test]
fn the_examples_are_positions_and_the_first_is_the_start() {
    let about = Gomoku::ABOUT;
    assert_eq!(parse(about.state_examples[0]), Gomoku::default());
    for state in about.state_examples {
        assert_eq!(&parse(state).state(), state);
    }
    for mv in about.move_examples {
        assert!(Gomoku::default().find_move(mv).is_some(), "{mv}");
    }
}

#[test]
fn moves_are_named_by_file_and_rank_and_by_nothing_else() {
    let position = parse("19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/X18 O 5");
    for name in ["a2", "i9", "s19", "s1", "j10"] {
        assert_eq!(position.find_move(name).map(|mv| position.move_text(mv)).as_deref(), Some(name));
    }
    for name in ["", "a", "a1", "a0", "a20", "t1", "A2", "a02", "a+2", "a2 ", "2a", "a-1", "a99999999999", "é2", "aé"]
    {
        assert_eq!(position.find_move(name), None, "{name}");
    }
}

#[test]
fn wrong_states_are_refused_with_what_is_wrong() {
    for (state, says) in [
        ("", "expected the rows of a board, the side to move and how many"),
        ("3/3/3 X", "expected the rows of a board"),
        ("3/3/3 X 3 3", "expected the rows of a board"),
        ("3/3 X 3", "2 rows, expected 3 to 19"),
        ("2/2/2 X 3", "row 1 has 2 cells, expected 3 to 19"),
        ("20/20/20 X 3", "row 1 has 20 cells, expected 3 to 19"),
        ("3/4/3 X 3", "row 2 has 4 cells, expected 3"),
        ("3/3/9999999999999999999999999 X 3", "row 3 has 18446744073709551615 cells, expected 3"),
        ("3/1.1/3 X 3", "cell 2 of row 2 is '.'"),
        ("3/3/3 Y 3", "\"Y\", expected X or O"),
        ("3/3/3 X 2", "\"2\" in a row win, expected a number from 3 to 3 on a board of 3x3"),
        ("3/3/3 X 4", "\"4\" in a row win"),
        ("3/3/3 X 03", "\"03\" in a row win"),
        ("3/3/3 X 99999999999999999999999", "in a row win, expected a number from 3 to 3"),
        ("3/3/3 X five", "\"five\" in a row win"),
        ("5/5/5 X 6", "expected a number from 3 to 5 on a board of 5x3"),
        ("3/1X1/3 X 3", "it is O's turn"),
        ("3/XX1/3 O 3", "2 X and 0 O"),
        ("3/O2/3 X 3", "0 X and 1 O"),
        ("XXX/OOO/3 X 3", "both X and O have 3 in a row"),
        ("XXX/OO1/O2 X 3", "X has 3 in a row and is to move"),
        ("OOO/XX1/XX1 X 3", "it is O's turn"),
        ("OOO/XX1/XX1 O 3", "O has 3 in a row and is to move"),
        ("3/3/3 X \u{0663}", "in a row win"),
    ] {
        match Gomoku::parse(state) {
            Err(error) => assert!(error.0.contains(says), "{state}: {error}"),
            Ok(position) => panic!("{state} is read as {}", position.state()),
        }
    }
}

#[test]
fn text_is_read_back_over_random_games() {
    let mut rng = Rng(3);
    for board in boards() {
        for _ in 0..3 {
            random_game(&board, 361, &mut rng, proofs::assert_text_is_read_back);
        }
    }
}

#[test]
fn keys_tell_positions_sizes_and_rows_apart() {
    let mut keys = std::collections::HashSet::new();
    for board in boards() {
        assert!(keys.insert(board.key()), "{}", board.state());
    }
    for first in proofs::moves(&Gomoku::default()) {
        let after = Gomoku::default().after(first);
        assert!(keys.insert(after.key()));
        assert!(proofs::moves(&after).into_iter().all(|second| keys.insert(after.after(second).key())));
    }
    // The order of moves makes no difference.
    let [one, two] = ["h8 a1 i9", "i9 a1 h8"].map(|moves| {
        let play = |position: Gomoku, mv: &str| position.after(position.find_move(mv).unwrap());
        moves.split(' ').fold(Gomoku::default(), play)
    });
    assert_eq!((one.key(), &one), (two.key(), &two));
}

#[test]
fn alpha_beta_has_the_scores_of_minimax() {
    let mut rng = Rng(4);
    for index in 0..200 {
        let board = boards().nth(index % 7).unwrap();
        let position = random_position(&board, 40, &mut rng);
        for depth in 1..=2 {
            proofs::assert_alpha_beta_is_minimax(&position, depth);
        }
        if position.frame.area() <= 45 {
            proofs::assert_alpha_beta_is_minimax(&position, 3);
        }
    }
}

#[test]
fn boards_turned_and_mirrored_have_the_same_scores() {
    let mut rng = Rng(5);
    for index in 0..60 {
        let board = boards().nth(index % 8).unwrap();
        let position = random_position(&board, 60, &mut rng);
        for depth in 0..=if position.frame.area() <= 225 { 3 } else { 2 } {
            proofs::assert_twins_agree(&position, depth);
        }
        assert_eq!(position.twins().len(), if position.frame.width == position.frame.height { 7 } else { 3 });
    }
}

#[test]
fn two_plies_are_enough_against_random_play() {
    let [wins, draws, losses] = proofs::against_random(&Gomoku::default(), 2, 100);
    println!("won {wins}, drew {draws}, lost {losses}");
    assert!(losses == 0 && 2 * wins + draws >= 194, "won {wins}, drew {draws}, lost {losses}");
}

/// What a complete list of candidates leaves out loses at once, unless the list has a win.
#[test]
fn candidates_said_to_be_complete_leave_out_only_what_loses_at_once() {
    let mut rng = Rng(8);
    let mut forced = 0;
    for index in 0..4000 {
        let position = random_position(&boards().nth(index % 9).unwrap(), 60, &mut rng);
        let mut candidates = Vec::new();
        let complete = position.push_candidates(&mut candidates);
        let legal = proofs::moves(&position);
        assert!(!candidates.is_empty() && candidates.iter().all(|mv| legal.contains(mv)), "{}", position.state());
        let wins = |position: &Gomoku| {
            proofs::moves(position).into_iter().any(|mv| matches!(position.after(mv).outcome(), Some(Outcome::Win(_))))
        };
        if !complete || candidates.len() == legal.len() {
            continue;
        }
        forced += 1;
        if wins(&position) {
            assert!(candidates.iter().any(|mv| position.after(*mv).outcome().is_some()), "{}", position.state());
            continue;
        }
        assert!(position.must_block(), "{}", position.state());
        for mv in legal.iter().filter(|mv| !candidates.contains(mv)) {
            assert!(wins(&position.after(*mv)), "{} {}", position.state(), position.move_text(*mv));
        }
    }
    assert!(forced > 300, "{forced}");
}
