//! Tests of nine men's morris: rules case by case, symmetries, minimax, and perft of other programs.

use std::collections::HashSet;

use super::super::testing::{self, Rng, after, analyse, moves, random_game, random_position};
use super::NineMensMorris;
use crate::notation::Notation;
use plyd_games::record::{Record, RecordError};
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Evaluate, Score, Stop};

fn read(state: &str) -> NineMensMorris {
    NineMensMorris::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn start() -> NineMensMorris {
    read(NineMensMorris::ABOUT.start())
}

fn names(position: &NineMensMorris) -> Vec<String> {
    let mut names = testing::names(position);
    names.sort();
    names
}

fn random_positions(count: usize, seed: u64) -> Vec<NineMensMorris> {
    let mut rng = Rng(seed);
    (0..count).map(|_| random_position(&start(), 79, &mut rng)).collect()
}

#[test]
fn the_rules_make_as_many_games_as_the_oracles() {
    assert_eq!(perft(&start(), 4), 255_024);
    assert_eq!(perft(&read("W1W/1WB/B2/1BW1BW/B2/2W/B2 W 3,3 0"), 3), 4994);
    assert_eq!(perft(&read("BW1/2B/WB1/1B2B1/WB1/2B/1BB W 0,0 0"), 3), 22_822);
}

#[test]
fn every_position_of_random_games_reads_back() {
    let mut rng = Rng(3);
    for _ in 0..60 {
        random_game(&start(), 200, &mut rng, testing::assert_text_is_read_back);
    }
}

#[test]
fn a_mill_and_what_it_takes_are_one_ply() {
    let position = read("WW1/3/3/6/3/1B1/B1B W 7,6 0");
    let taking: Vec<String> = names(&position).into_iter().filter(|name| name.starts_with("g7")).collect();
    assert_eq!(taking, ["g7xa1", "g7xd2", "g7xg1"]);
    assert_eq!(position.find_move("g7"), None);
    let next = after(&position, "g7xd2");
    assert_eq!(next.state(), "WWW/3/3/6/3/3/B1B B 6,6 0");
}

#[test]
fn men_in_a_mill_are_safe_until_all_are() {
    let guarded = read("WW1/2B/3/6/3/3/BBB W 7,5 0");
    assert!(names(&guarded).contains(&"g7xf6".to_owned()) && guarded.find_move("g7xd1").is_none());
    let all = read("WW1/3/3/6/3/3/BBB W 7,6 0");
    assert!(["g7xa1", "g7xd1", "g7xg1"].iter().all(|name| all.find_move(name).is_some()));
}

#[test]
fn two_mills_at_once_take_one_man() {
    // d6 closes b6-d6-f6 and d7-d6-d5.
    let position = read("1W1/W1W/1W1/6/3/3/BB1 W 5,7 0");
    let next = after(&position, "d6xa1");
    assert_eq!((next.count(Side::First), next.count(Side::Second)), (9, 8));
    assert_eq!(names(&position).iter().filter(|name| name.starts_with("d6")).count(), 2);
}

#[test]
fn a_mill_that_is_opened_and_closed_again_takes_again() {
    let position = read("WWW/3/1W1/6/B2/1B1/BBB W 0,0 0");
    let opened = after(&position, "d7-d6");
    let back = after(&opened, "c3-c4 d6-d7xd2");
    assert_eq!(back.state(), "WWW/3/1W1/2B3/3/3/BBB B 0,0 0");
}

#[test]
fn neither_corners_nor_the_inner_ring_meet_across_the_middle() {
    // There are no diagonals: a7 and b6 are not neighbours, and a7-b6-c5 is not a mill. d5 and d3 are not neighbours
    // either.
    let position = read("W2/2W/1W1/6/B1B/3/1B1 W 0,0 0");
    let flying = read("W2/1W1/1W1/6/B1B/3/1BW W 0,0 0");
    assert!(position.flies(Side::First) && !flying.flies(Side::First));
    let ways = names(&flying);
    assert!(ways.contains(&"a7-a4".to_owned()) && !ways.contains(&"a7-b6".to_owned()));
    assert!(ways.contains(&"d5-c5".to_owned()) && !ways.contains(&"d5-d3".to_owned()));
    assert_eq!(after(&read("W2/W2/3/6/BB1/3/3 W 7,7 0"), "c5").state(), "W2/W2/W2/6/BB1/3/3 B 6,7 0");
    let taking = read("3/3/1W1/6/1W1/3/B1B W 7,7 0");
    assert!(names(&taking).iter().all(|name| !name.contains('x')));
}

#[test]
fn a_side_flies_with_exactly_three_men_and_none_in_hand() {
    let position = read("W2/2W/2W/6/B1B/3/1BB W 0,0 0");
    assert_eq!(names(&position).len(), 3 * 17);
    assert!(position.find_move("a7-g1").is_none() && position.find_move("a7-a1").is_some());
    assert_eq!(names(&position.after(moves(&position)[0])).len(), 7, "four men do not fly");
    let in_hand = read("W2/2W/2W/6/B1B/3/1BB W 1,0 0");
    assert!(in_hand.find_move("a7-a1").is_none() && in_hand.find_move("a1").is_some());
}

#[test]
fn fewer_than_three_men_or_no_move_lose() {
    let position = read("WW1/3/3/1WW3/3/3/B1B W 0,1 0");
    assert_eq!(names(&after(&position, "b4-a4")).len(), 17 + 4, "a man in hand counts");
    let last = after(&read("WW1/3/3/5W/3/3/BB1 W 0,1 0"), "g4-g7xd1");
    assert_eq!((last.outcome(), last.reason()), (Some(Outcome::Win(Side::First)), "fewer than three men left"));
    assert!(moves(&last).is_empty());
    let blocked = read("WBW/1B1/3/B4B/3/1B1/WBW W 0,0 9");
    assert_eq!((blocked.outcome(), blocked.reason()), (Some(Outcome::Win(Side::Second)), "no legal move"));
    assert_eq!(blocked.count_legal_moves(&mut Vec::new()), 0);
    let win = analyse(&read("WW1/3/3/5W/3/3/BB1 W 0,1 0"), Algorithm::AlphaBeta, 3);
    assert_eq!(win.score, Score::win_in(1));
}

#[test]
fn fifty_moves_each_without_placing_or_taking_are_a_draw_to_be_claimed() {
    let start = read("W2/2W/2W/6/B1B/3/1BB W 0,0 0");
    let mut position = start;
    for ply in 0..100 {
        assert_eq!(position.outcome(), None, "ply {ply}");
        position = after(&position, ["a7-a4", "c3-c4", "a4-a7", "c4-c3"][ply % 4]);
    }
    assert_eq!((position.outcome(), position.is_final()), (Some(Outcome::Draw), false));
    assert_eq!(position.reason(), "50 moves each without a man placed or taken");
    assert_eq!(position.key(), start.key(), "repetition does not see the counter");
    assert_eq!((start.quiet_plies_left(), position.quiet_plies_left()), (100, 0), "a search does");
    assert_eq!(position.state(), "W2/2W/2W/6/B1B/3/1BB W 0,0 100");
    let taken = after(&read("WW1/3/3/5W/3/3/BBB W 0,1 99"), "g4-g7xd1");
    assert_eq!((taken.quiet(), taken.outcome()), (0, None), "a capture begins the count anew");
    let lost = after(&read("WW1/3/3/5W/3/3/BB1 W 0,1 99"), "g4-g7xd1");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Side::First)), "a win on the last ply is one");
}

#[test]
fn alpha_beta_equals_minimax() {
    for position in random_positions(200, 11) {
        testing::assert_alpha_beta_is_minimax(&position, 1..=if perft(&position, 3) < 20_000 { 3 } else { 2 });
    }
}

#[test]
fn twins_are_sixteen_boards_of_equal_score() {
    for position in random_positions(20, 12) {
        testing::assert_twins_agree(&position, 0..=2);
    }
    let lopsided = after(&start(), "a7 d6 g4 b4 c4");
    let twins = lopsided.twins();
    let keys: HashSet<u64> = twins.iter().map(Position::key).collect();
    assert!(keys.len() == 16 && !keys.contains(&lopsided.key()));
    let shared: HashSet<u64> = twins.iter().map(|twin| twin.table_key().hash()).collect();
    assert_eq!(shared.len(), 2, "the images share an entry; exchanged colours have another");
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "expected the board, the side to move"),
        ("3/3/3/6/3/3/3 W 9,9", "expected the board, the side to move"),
        ("3/3/3/6/3/3/3 W 9,9 0 0", "expected the board, the side to move"),
        ("3/3/3/6/3/3 W 9,9 0", "6 rows, expected 7"),
        ("3/3/3/3/3/3/3/3 W 9,9 0", "8 rows, expected 7"),
        ("3/3/3/5/3/3/3 W 9,9 0", "row 4 has 5 cells, expected 6"),
        ("3/3/3/6/4/3/3 W 9,9 0", "row 5 has 4 cells, expected 3"),
        ("X2/3/3/6/3/3/3 W 8,9 0", "cell 1 of row 1 is 'X', expected W, B or a number of empty cells"),
        ("3/3/3/6/3/3/3 x 9,9 0", "side to move is \"x\", expected W or B"),
        ("3/3/3/6/3/3/3 W 9 0", "men in hand are \"9\", expected white's number"),
        ("3/3/3/6/3/3/3 W 10,9 0", "white's number of men in hand is \"10\", expected a whole number from 0 to 9"),
        ("3/3/3/6/3/3/3 W 9,x 0", "black's number of men in hand is \"x\""),
        ("3/3/3/6/3/3/3 W 9,9 65536", "placed or taken is \"65536\", expected a whole number from 0 to 65535"),
        ("W2/3/3/6/3/3/3 W 9,9 0", "white has 10 men, expected at most 9 including those in hand"),
        ("BBB/BBB/BBB/B5/3/3/WWW W 0,0 0", "black has 10 men, expected at most 9"),
        ("WWW/3/3/6/3/3/B1B W 0,0 0", "black has 2 men left and is not to move"),
        ("W1W/3/3/6/3/3/B1B W 0,0 0", "black has 2 men left and is not to move"),
    ] {
        let error = NineMensMorris::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
}

#[test]
fn hands_and_cells_show_what_can_be_clicked() {
    let position = read("WW1/3/3/6/3/1B1/B1B W 7,6 0");
    assert_eq!(position.hands().map(|hands| hands.map(|hand| hand.len())), Some([7, 6]));
    let cells = |name: &str| position.cells(position.find_move(name).unwrap());
    assert_eq!((cells("g7xd2"), cells("d5")), (vec![[0, 6], [5, 3]], vec![[2, 3]]));
    assert_eq!(position.lines().len(), 32);
    let slide = read("W2/W2/2W/W5/BBB/3/3 W 0,0 0");
    assert_eq!(slide.cells(slide.find_move("a7-d7").unwrap()), [[0, 0], [0, 3]]);
}

#[test]
fn states_and_moves_are_read_as_people_write_them() {
    let written = "WWW/1B1/B1B/W1B1BW/3/1B1/WB. w 0,0 101";
    assert_eq!(read(written).state(), "WWW/1B1/B1B/W1B1BW/3/1B1/WB1 W 0,0 100");
    let read_as = |position: &NineMensMorris, text: &str| position.find_move(text).map(|mv| position.move_text(mv));
    assert_eq!(read_as(&start(), "D6").as_deref(), Some("d6"));
    let step = read("WWW/1B1/B1B/W1B1BW/3/1B1/WBW W 0,0 4");
    assert_eq!(read_as(&step, "A4B4").as_deref(), Some("a4-b4"));
}

#[test]
fn a_capture_without_its_victim_is_the_only_one_or_refused() {
    // Black's mill is safe, so c4 is the only possible victim. Without the mill there are three.
    let one = read("WW1/3/3/2B2W/3/BBB/3 W 0,0 0");
    assert_eq!(one.find_move("g4-g7").map(|mv| one.move_text(mv)).as_deref(), Some("g4-g7xc4"));
    let three = read("WW1/3/3/2B2W/3/BB1/3 W 0,0 0");
    assert_eq!((three.find_move("g4-g7"), three.meanings("g4-g7").len()), (None, 3));
}

fn recorded(text: &str) -> Result<Record, RecordError> {
    plyd_games::CATALOGUE.find("nine-mens-morris").unwrap().read_record(text, None, 0, None, &Stop::default())
}

/// A game as PlayOK writes it, with points from 1 to 24; and one as Sanmill writes it.
#[test]
fn games_of_morris_are_read_with_numbered_points_and_with_names() {
    let playok = "[Site \"PlayOK\"]\n[White \"anna\"]\n[Black \"ben\"]\n[Result \"1-0\"]\n[GameType \"70,0\"]\n\n\
                  1. 5 13 2. 20 19 3. 14 21 4. 7 8 5.\n23 17 6. 12 16 7. 18 11 8. 4 6 9.\n10 22 10.\n\
                  23-24 22-23 11. 24-15 23-22 12.\n15-3 13-9 13. 18-13 22-23 14. 5-2\n17-18 15.\n\
                  10-1x23 8-5 16. 7-8 16-17 17.\n12-16 11-10 18. 4-11 5-4 19. 2-5\n10-22 20.\n3-15x22 1-0\n";
    let sanmill = "[Event \"Sanmill-Game\"]\r\n[Site \"Sanmill\"]\r\n[White \"Human\"]\r\n[Black \"AI\"]\r\n[Result \"0-1\"]\r\n\
                   [Variant \"Nine Men's Morris\"]\r\n[PlyCount \"40\"]\r\n\r\n\
                   1. d2 d6 2. f4 f2 3. b4 d3 4. f6 e4 5. g4 a4 6. c4 c5\r\n7. d7 e5 8. d5 e3xd5 9. d5 c3xd2 10. b4-b2 d3-d2\r\n\
                   11. g4-g1 e3-d3 12. f4-g4 d3-e3xg4 13. f6-f4 e3-d3\r\n14. d7-g7 e4-e3xf4 15. g7-g4 e3-e4 16. g4-g7 e4-e3xd5\r\n\
                   17. g7-g4 e3-e4 18. g4-f4 d3-e3xc4 19. f4-f6 c5-c4\r\n20. f6-f4 d2-d3xg1 0-1\r\n";
    for (text, plies, last, result) in [(playok, 39, "g7-g4xa1", "1-0"), (sanmill, 40, "d2-d3xg1", "0-1")] {
        let found = recorded(text).unwrap();
        assert_eq!((found.moves.len(), found.moves.last().unwrap().as_str()), (plies, last), "{text}");
        assert_eq!((found.result.as_deref(), found.warnings.len()), (Some(result), 0), "{text}");
    }
    let Err(RecordError::Fault(fault)) = recorded("[Event \"x\"]\n\n1. 1 4 2. 2 5 *") else { panic!("both are legal") };
    assert_eq!(fault.detail, "\"1\" is ambiguous: could be a7 or d7");
    assert_eq!(recorded("[Event \"x\"]\n\n1. 24 0 *").unwrap().moves, ["g1", "a7"]);
}

#[test]
fn positions_of_sanmill_are_read() {
    for (text, state) in [
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "3/3/3/6/3/3/3 W 9,9 0"),
        ("O@******/O*******/@******O b p p 3 6 2 7 0 0 0 0 0 0 0 12 6", "WB1/1W1/1WB/6/3/3/3 B 6,7 12"),
        ("OOO@****/O*******/@*****@* w m s 4 0 3 0 0 0 3 9", "1B1/1W1/1WW/B2W2/2B/3/3 W 0,0 3"),
    ] {
        assert_eq!(NineMensMorris::parse(text).map(|read| read.state()), Ok(read(state).state()), "{text}");
    }
    for (text, says) in [
        ("OOO*****/@*******/******** w p r 3 6 1 8 0 1 0 0 0 0 0 1", "a man is still to be taken"),
        ("OOO*****/@*******/******** w p p 2 6 1 8 0 0 0 0 0 0 0 1", "white has 3 men on the board"),
        ("X*******/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 1", "the board has X"),
        ("********/********/******** x p p 0 9 0 9 0 0 0 0 0 0 0 1", "the side to move is \"x\""),
        ("********/********/******** w p p 0 9 0 9 0 0 -1 -1 0 0 1 ids:nodes", "the state ends with \"ids:nodes\""),
    ] {
        let error = NineMensMorris::parse(text).expect_err(text);
        assert!(error.0.contains(says), "{text}: {error}");
    }
}
