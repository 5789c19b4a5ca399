//! Tests of Breakthrough: rules case by case, symmetries, minimax, perft of other programs, and solved small boards.

use std::collections::HashSet;

use super::super::testing::{self, Rng, after, analyse, moves, names, random_game, random_position, search};
use super::Breakthrough;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score, Stop, StoppedBy};

const SIX: &str = "pppppp/pppppp/6/6/PPPPPP/PPPPPP w";
const SMALL: &str = "ppp/ppp/3/PPP/PPP w";

fn read(state: &str) -> Breakthrough {
    Breakthrough::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start() -> Breakthrough {
    read(Breakthrough::ABOUT.start())
}

/// Unfinished positions after random plies, from the starts of several board sizes.
fn random_positions(count: usize, seed: u64) -> Vec<Breakthrough> {
    let mut rng = Rng(seed);
    let starts = [start(), read(SIX), read(SMALL), read("11/ppppppppppp/11/11/11/11/11/11/11/PPPPPPPPPPP/11 w")];
    (0..count).map(|index| random_position(&starts[index % starts.len()], 70, &mut rng)).collect()
}

#[test]
fn moves_are_read_as_people_write_them() {
    for text in ["a2b3", "A2-B3", "a2xb3"] {
        assert_eq!(start().find_move(text).map(|mv| start().move_text(mv)).as_deref(), Some("a2b3"), "{text}");
    }
}

#[test]
fn the_rules_make_as_many_games_as_the_oracles() {
    assert_eq!(perft(&start(), 4), 256_036);
    assert_eq!(perft(&read(SIX), 4), 71_478);
    assert_eq!(perft(&read("ppppp/ppppp/5/5/PPPPP/PPPPP w"), 5), 453_608);
}

#[test]
fn every_position_of_random_games_reads_back() {
    let mut rng = Rng(3);
    for index in 0..100 {
        let start = [start(), read(SIX), read(SMALL), read("pppppppppp/10/10/PPPPPPPPPP w")][index % 4];
        let end = random_game(&start, 1000, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert!(position.is_final() || !moves(position).is_empty(), "a side to move always has a move");
        });
        assert!(end.is_final());
    }
}

#[test]
fn pawns_capture_aside_only_and_need_not() {
    let position = read("p7/8/8/2ppp3/3P4/8/8/8 w");
    assert_eq!(names(&position), ["d4c5", "d4e5"]);
    assert_eq!(after(&position, "d4e5").state(), "p7/8/8/2ppP3/8/8/8/8 b");
    let quiet = read("p7/8/8/2p5/3P4/8/8/8 w");
    assert_eq!(names(&quiet), ["d4c5", "d4d5", "d4e5"]);
    let own = read("p7/8/8/2PPP3/3P4/8/8/8 w");
    assert!(names(&own).iter().all(|name| !name.starts_with("d4")));
}

#[test]
fn white_goes_up_and_black_down_and_nothing_wraps_around() {
    assert_eq!(names(&read("pp2/4/4/P2P w")), ["a1a2", "a1b2", "d1c2", "d1d2"]);
    assert_eq!(names(&read("p2p/4/4/PP2 b")), ["a4a3", "a4b3", "d4c3", "d4d3"]);
    assert_eq!(after(&read("p2p/4/4/PP2 b"), "d4c3").state(), "p3/2p1/4/PP2 w");
    let large = read("10p/11/11/11/11/11/11/11/P10/11/11 w");
    assert_eq!(names(&large), ["a3a4", "a3b4"]);
    assert_eq!(names(&after(&large, "a3b4")), ["k11j10", "k11k10"]);
}

#[test]
fn the_last_rank_and_the_last_pawn_win() {
    let end = after(&read("p3/2P1/4/P3 w"), "c3c4");
    assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(Side::First)), "a pawn on the last rank"));
    assert!(moves(&end).is_empty() && end.count_legal_moves(&mut Vec::new()) == 0);
    let end = after(&read("4/4/1p2/P3 b"), "b2a1");
    assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(Side::Second)), "no pawns left"));
    let taken = after(&read("4/1p2/P3/4 w"), "a2b3");
    assert_eq!((taken.outcome(), taken.reason()), (Some(Outcome::Win(Side::First)), "no pawns left"));
}

#[test]
fn the_most_plies_left_are_never_exceeded_and_fit_the_start() {
    assert_eq!(start().plies_left(), 177);
    assert_eq!(read(SMALL).plies_left(), 31);
    let mut rng = Rng(5);
    for start in [start(), read(SMALL)] {
        for _ in 0..100 {
            let mut left = u32::MAX;
            random_game(&start, 1000, &mut rng, |position| {
                if !position.is_final() {
                    assert!((1..left).contains(&position.plies_left()), "{}", position.state());
                    left = position.plies_left();
                }
            });
        }
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(200, 11) {
        testing::assert_alpha_beta_is_minimax(&position, 1..=3);
    }
}

#[test]
fn twins_are_four_boards_of_equal_score() {
    for position in random_positions(60, 12) {
        testing::assert_twins_agree(&position, 0..=3);
    }
    let lopsided = after(&start(), "a2b3 h7h6 b3b4");
    let mut keys: HashSet<u64> = lopsided.twins().iter().map(Position::key).collect();
    keys.insert(lopsided.key());
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_pawn_that_nobody_can_stop_and_that_is_first_wins() {
    let mut seen = 0;
    for position in random_positions(2000, 14) {
        let value = position.evaluate();
        if value.value().abs() > 9000 {
            let plies = 10_000 - value.value().abs();
            let found = analyse(&position, Algorithm::AlphaBeta, plies as u32);
            assert_eq!(found.score.value().signum(), value.value().signum(), "{}", position.state());
            assert!(found.score.plies().is_some_and(|least| least as i32 <= plies), "{}", position.state());
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} races");
}

/// The game-theoretic value of a position.
fn solve(state: &str) -> Score {
    let position = read(state);
    let request = Question::new(Limits::depth(position.plies_left()));
    let found = search(&position, &request, &mut Engine::new(1 << 26));
    assert_eq!(found.stopped_by, StoppedBy::Solved, "{state}");
    found.score
}

#[test]
fn the_second_player_wins_on_three_by_five() {
    assert!(solve(SMALL) < Score::ZERO && solve(SMALL).is_proven());
}

#[test]
fn the_second_player_wins_on_four_by_five() {
    let score = solve("pppp/pppp/4/PPPP/PPPP w");
    assert!(score < Score::ZERO && score.is_proven());
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    let wide = format!("{}/12/12/12 w", "p".repeat(12));
    for (state, says) in [
        ("", "1 rows, expected 4 to 11"),
        ("ppp/3/PPP w", "3 rows, expected 4 to 11"),
        ("pp/2/2/PP w", "row 1 has 2 cells, expected 3 to 11"),
        (&wide, "row 1 has 12 cells, expected 3 to 11"),
        ("ppp/3/4/PPP w", "row 3 has 4 cells, expected 3"),
        ("ppp/3/1X1/PPP w", "cell 2 of row 3 is 'X', expected P, p or a number of empty cells"),
        ("ppp/3/3/PPP", "side to move is \"\", expected w or b"),
        ("ppp/3/3/PPP x", "side to move is \"x\""),
        ("ppp/3/3/PPP w 1", "nothing after the side to move"),
        ("ppp/ppp/1p1/3/PPP w", "black has 7 pawns, expected at most 6"),
        ("P2/3/3/2p w", "white is to move, but black has let a pawn reach its last rank"),
        ("3/3/3/P2 w", "white is to move, but black has no pawn left"),
        ("3/3/3/3 w", "neither side has a pawn"),
        ("1p1/3/3/p1P b", "black is to move, but white has let a pawn reach its last rank"),
    ] {
        let error = Breakthrough::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
    assert_eq!(read("3/3/3/P2 b").outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn records_have_tags_and_dashes() {
    let game = plyd_games::CATALOGUE.find("breakthrough").unwrap();
    let text = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. a2-a3 a7-a6 *";
    let found = game.read_record(text, None, 0, None, &Stop::default()).unwrap();
    assert_eq!(
        (found.moves.join(" ").as_str(), found.tags.len(), found.result.as_deref()),
        ("a2a3 a7a6", 4, Some("*"))
    );
}

#[test]
fn states_are_read_as_other_programs_write_them() {
    for text in [
        "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1",
        "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
        "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w",
        "bbbbbbbb\nbbbbbbbb\n........\n........\n........\n........\nwwwwwwww\nwwwwwwww\nw",
    ] {
        let state = plyd_games::CATALOGUE.find("breakthrough").unwrap().parse(text).map(|read| read.state());
        assert_eq!(state, Ok(start().state()), "{text}");
    }
    for text in ["ppp/ppp/3/PPP/PPP w KQ - 0 1", "ppp/ppp/3/PPP/PPP w 0 1 2", "bbb/ppp/3/www/www w"] {
        assert!(Breakthrough::parse(text).is_err(), "{text}");
    }
}

/// The network corrects the value by hand on 8x8 alone, and equally for a position, its mirror image, and the position
/// seen by the other side.
#[test]
fn the_network_sees_the_same_in_equal_positions() {
    let mut corrected = 0;
    for position in random_positions(400, 91) {
        let correction = position.correction();
        assert_eq!(position.mirrored().correction(), correction, "{}", position.state());
        let (board, side) =
            position.state().rsplit_once(' ').map(|(board, side)| (board.to_owned(), side == "w")).unwrap();
        let swapped: String = board
            .chars()
            .map(|letter| {
                if letter == 'p' {
                    'P'
                } else if letter == 'P' {
                    'p'
                } else {
                    letter
                }
            })
            .collect();
        let turned: Vec<&str> = swapped.split('/').rev().collect();
        let other = read(&format!("{} {}", turned.join("/"), if side { "b" } else { "w" }));
        assert_eq!(other.correction(), correction, "{}", position.state());
        let is_learnt = [position.geometry().files, position.geometry().ranks] == [8; 2];
        assert!(is_learnt || correction == 0, "{}", position.state());
        corrected += u32::from(correction != 0);
    }
    assert!(corrected > 80, "{corrected}");
}
