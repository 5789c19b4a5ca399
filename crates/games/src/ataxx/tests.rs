//! Tests of Ataxx against the rules square by square, minimax, and its symmetries.

use super::super::testing::{self, Rng, after, analyse, moves, names, random_game, random_position};
use super::Ataxx;
use super::bitboard::BOARD;
use super::evaluate::SYMMETRIC_STONES;
use super::rules::{Move, SLOTS};
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Evaluate, Score};

fn read(state: &str) -> Ataxx {
    Ataxx::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start() -> Ataxx {
    read(Ataxx::ABOUT.start())
}

#[test]
fn the_rules_make_the_published_number_of_games() {
    assert_eq!(perft(&start(), 4), 155_888);
    assert_eq!(perft(&read("7/7/7/7/-------/-------/x5o x 0 1"), 6), 174);
}

#[test]
fn a_clone_is_one_move_from_however_many_stones() {
    let position = read("xx5/7/7/7/7/7/6o x 0 1");
    let clones: Vec<String> = names(&position).into_iter().filter(|name| name.len() == 2).collect();
    assert_eq!(clones, ["c7", "a6", "b6", "c6"]);
    assert_eq!(after(&position, "a6").state(), "xx5/x6/7/7/7/7/6o o 0 1");
    // From a7 or from b7: these are two different jumps, because another stone leaves its square.
    assert_eq!(after(&position, "a7a5").state(), "1x5/7/x6/7/7/7/6o o 1 1");
    assert_eq!(after(&position, "b7a5").state(), "x6/7/x6/7/7/7/6o o 1 1");
}

#[test]
fn neighbours_of_the_target_are_turned_and_gaps_can_be_jumped() {
    let position = read("x-o4/oo-o3/1oo4/7/7/7/7 x 7 3");
    assert_eq!(after(&position, "a7a5").state(), "1-o4/xx-o3/xxo4/7/7/7/7 o 8 3");
    let jump = read("x-5/--5/7/7/7/7/6o x 0 1");
    assert_eq!(names(&jump), ["a7c7", "a7c6", "a7a5", "a7b5", "a7c5"]);
}

#[test]
fn a_side_passes_just_where_it_cannot_move_and_the_other_can() {
    let position = read("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1");
    assert_eq!(names(&position), ["0000"]);
    let passed = after(&position, "0000");
    assert_eq!(passed.state(), "7/7/7/7/ooooooo/ooooooo/xxxxxxx o 1 1");
    assert_eq!((moves(&passed).len(), passed.find_move("0000")), (75, None));
    assert_eq!((position.label(Move::PASS).as_deref(), position.cells(Move::PASS)), (Some("pass"), vec![]));
}

#[test]
fn a_game_is_over_when_nobody_can_move_or_a_side_has_no_stones() {
    for (state, winner, reason) in [
        ("x6/7/7/7/7/7/7 o 0 1", Some(Side::First), "one side has no stones left"),
        ("7/7/7/7/7/7/7 x 0 1", None, "one side has no stones left"),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 30", Some(Side::First), "full board"),
        ("xo-----/-------/-------/------1/-------/-------/------- x 5 1", None, "neither side can move"),
    ] {
        let position = read(state);
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        assert_eq!((position.outcome(), position.reason()), (Some(outcome), reason), "{state}");
        assert_eq!(position.count_legal_moves(&mut Vec::new()), 0);
    }
    // The last stone is captured, so the game is over although there are empty squares.
    let taken = after(&read("xo5/7/7/7/7/7/7 x 0 1"), "a6");
    assert_eq!(taken.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn after_a_hundred_plies_without_a_clone_more_stones_win() {
    let near = read("xx5/7/7/7/7/7/6o x 99 60");
    assert_eq!((near.outcome(), near.quiet_plies_left()), (None, 1));
    let over = after(&near, "a7a5");
    assert_eq!((over.outcome(), over.reason()), (Some(Outcome::Win(Side::First)), "100 plies without a doubling"));
    assert_eq!(after(&near, "a6").counts(), (0, 60), "a clone begins the count anew");
    let last = after(&read("xx5/7/7/7/7/7/6o o 5 65535"), "g2");
    assert_eq!(last.counts(), (0, 65_535), "numbers that cannot be written are not counted");
    assert_eq!(read("x6/7/7/7/7/7/6o x 100 60").outcome(), Some(Outcome::Draw));
    let searched = analyse(&near, Algorithm::AlphaBeta, 2);
    assert_eq!((searched.score, searched.proven), (Score::win_in(1), true), "any jump ends it");
    // Behind by a stone, o has to clone in time. Then x has a hundred plies again.
    let behind = analyse(&read("xx5/7/7/7/7/7/6o o 99 60"), Algorithm::AlphaBeta, 1);
    assert_eq!(read("xx5/7/7/7/7/7/6o o 99 60").move_text(behind.best.unwrap()).len(), 2);
}

#[test]
fn every_search_distinguishes_the_counters_that_end_games() {
    let mut rng = Rng(17);
    for round in 0..60 {
        let [x, o] = random_position(&start(), 40, &mut rng).by_side();
        let position = Ataxx::new([x, o], 0, Side::First, 94 + round % 6, 30);
        testing::assert_alpha_beta_is_minimax(&position, [2]);
    }
    let cramped = "x5o/7/-------/-------/-------/7/7 x";
    for quiet in 90..100 {
        testing::assert_alpha_beta_is_minimax(&read(&format!("{cramped} {quiet} 50")), 1..=5);
    }
}

#[test]
fn every_position_of_random_games_reads_back_and_keeps_its_parts_consistent() {
    let mut rng = Rng(3);
    for game in 0..6 {
        let example = Ataxx::ABOUT.state_examples[game % 3];
        let end = random_game(&read(example), 3000, &mut rng, |position| {
            testing::assert_text_is_read_back(position);
            assert_eq!(read(&position.state()), *position);
            let sets = [position.own(), position.other(), position.gaps(), position.empty()];
            assert_eq!(sets.iter().fold(0, |all, set| all ^ set), BOARD);
            assert_eq!(sets.iter().map(|set| set.count_ones()).sum::<u32>(), 49);
        });
        assert!(end.is_final());
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    let mut rng = Rng(11);
    for _ in 0..100 {
        let position = random_position(&start(), 150, &mut rng);
        testing::assert_alpha_beta_is_minimax(&position, 1..=2);
    }
}

#[test]
fn twins_have_one_key_and_one_score() {
    let mut rng = Rng(12);
    for longest in [5, 60] {
        for _ in 0..15 {
            let position = random_position(&read(Ataxx::ABOUT.state_examples[1]), longest, &mut rng);
            // With one more stone, the key is the exact position's.
            if (position.own() | position.other()).count_ones() == SYMMETRIC_STONES {
                continue;
            }
            testing::assert_twins_agree(&position, 0..=2);
        }
    }
    let lopsided = after(&start(), "b7");
    let keys: Vec<u64> = lopsided.twins().iter().map(|twin| twin.table_key().hash()).collect();
    assert_eq!(keys, [lopsided.table_key().hash(); 8]);
    for twin in lopsided.twins() {
        let (here, there) = (lopsided.table_key(), twin.table_key());
        let named = |position: &Ataxx| {
            let mut slots: Vec<u16> =
                moves(position).into_iter().map(|mv| position.table_key().canonical_slot(mv.slot())).collect();
            slots.sort_unstable();
            slots
        };
        assert_eq!(named(&lopsided), named(&twin));
        assert!((0..SLOTS).all(|slot| usize::from(here.actual_slot(here.canonical_slot(slot))) == slot));
        assert!((0..SLOTS).all(|slot| usize::from(there.actual_slot(there.canonical_slot(slot))) == slot));
    }
}

#[test]
fn static_values_are_the_other_sides_negated() {
    let mut rng = Rng(13);
    for _ in 0..200 {
        let position = random_position(&start(), 150, &mut rng);
        let swapped = Ataxx::new(position.by_side(), 0, position.side_to_move().other(), 0, 1);
        assert_eq!(position.evaluate(), -swapped.evaluate(), "{}", position.state());
    }
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "0 parts, expected 4"),
        ("x5o/7/7/7/7/7/o5x", "1 parts"),
        ("x5o/7/7/7/7/7/o5x x 0", "3 parts"),
        ("x5o/7/7/7/7/7/o5x x 0 1 1", "5 parts"),
        ("x5o/7/7/7/7/o5x x 0 1", "6 rows, expected 7"),
        ("x5o/7/7/7/7/7/7/o5x x 0 1", "8 rows"),
        ("x6o/7/7/7/7/7/o5x x 0 1", "row 1 from the top has more than 7"),
        ("x5o/7/6/7/7/7/o5x x 0 1", "row 3 from the top has 6 squares, expected 7"),
        ("x5o/8/7/7/7/7/o5x x 0 1", "row 2 from the top has '8'"),
        ("z5o/7/7/7/7/7/o5x x 0 1", "'z', expected x, o, -"),
        ("x5o/7/7/7/7/7/o5é x 0 1", "row 7 from the top has 'é'"),
        ("x5o/7/7/7/7/7/o5x z 0 1", "the side to move is \"z\""),
        ("x5o/7/7/7/7/7/o5x x 101 1", "since the last doubling is \"101\", expected a whole number from 0 to 100"),
        ("x5o/7/7/7/7/7/o5x x -1 1", "since the last doubling is \"-1\""),
        ("x5o/7/7/7/7/7/o5x x 0 0", "the number of the move is \"0\""),
        ("x5o/7/7/7/7/7/o5x x 0 65536", "from 1 to 65535"),
    ] {
        let error = Ataxx::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
        assert!(error.0.len() < 200);
    }
    assert_eq!(read("x32o/7/7/7/7/7/o5x x 0 1"), start(), "runs may be written apart");
}
