//! What is easily done wrong when rules are written or read, a test for each.

use plyd_games::RULES;
use plyd_games::catalogue::{AnyPosition, MoveIndex};
use plyd_search::position::Side;

use crate::files;

fn file(name: &str) -> String {
    std::fs::read_to_string(format!("src/rules/games/{name}.json")).unwrap()
}

fn at(name: &str, at: &str) -> Box<dyn AnyPosition> {
    files::read(&file(name), Some(at)).unwrap_or_else(|error| panic!("{name} {at}: {error}"))
}

fn play(position: &mut dyn AnyPosition, moves: &str) {
    for name in moves.split(' ') {
        position.play_named(name).unwrap_or_else(|illegal| panic!("{name}: {}", illegal.detail));
    }
}

fn over(position: &dyn AnyPosition) -> Option<(Option<Side>, &'static str)> {
    position.standing().outcome.map(|(outcome, reason)| (outcome.winner(), reason))
}

#[test]
fn modifiers_belong_to_one_atom() {
    let wrong = file("ataxx").replace("mDmNmA", "mDNA");
    assert_ne!(files::read(&wrong, None).unwrap().perft(3), files::start("ataxx").perft(3));
    assert_eq!(files::start("ataxx").perft(3), 6460);
}

#[test]
fn keys_have_only_what_the_rules_use() {
    // Two orders of the same moves lead to one key, although both count plies.
    let key = |moves: &str| {
        let mut position = files::start("tic-tac-toe");
        play(&mut *position, moves);
        position.trail()[0]
    };
    assert_eq!(key("a1 b1 c1"), key("c1 b1 a1"));
    // Quiet plies are part of a state but not of its key.
    let trail = |state| at("checkers", state).trail()[0];
    assert_eq!(trail("K7/8/8/8/8/8/8/7k 1 q0"), trail("K7/8/8/8/8/8/8/7k 1 q40"));
}

#[test]
fn each_side_needs_letters() {
    let error = |pieces: &str| {
        let rules =
            format!(r#"{{"board":[3,3],"pieces":{pieces},"place":"empty","end":{{"stuck":"next","wins":"last"}}}}"#);
        files::read(&rules, None).err().map(|error| error.to_string())
    };
    assert!(error("{}").is_some() && error(r#"{"P":{"side":2},"p":{"side":2}}"#).is_some());
    assert_eq!(error(r#"{"P":{}}"#), None);
    let start =
        r#"{"board":[3,3],"start":"q2/3/3","pieces":{"P":{"moves":"fW"}},"end":{"stuck":"next","wins":"last"}}"#;
    assert!(files::read(start, None).err().unwrap().contains("unknown piece 'q'"));
}

#[test]
fn a_position_that_goes_on_has_a_move() {
    for name in files::names() {
        let mut position = files::start(&name);
        for ply in 0..200_usize {
            let moves = position.count_moves();
            assert_eq!(moves == 0, over(&*position).is_some(), "{name}: {}", position.state());
            if moves == 0 {
                break;
            }
            position.play(MoveIndex((ply * ply + 3 * ply) % moves));
        }
    }
}

#[test]
fn last_is_who_has_just_moved_and_next_the_other_side() {
    let stuck = |wins: &str| {
        let rules = format!(r#"{{"board":[1,1],"place":"empty","end":{{"stuck":"next","wins":"{wins}"}}}}"#);
        let mut position = files::read(&rules, None).unwrap();
        play(&mut *position, "a1");
        over(&*position).unwrap().0
    };
    assert_eq!([stuck("last"), stuck("next"), stuck("nobody")], [Some(Side::First), Some(Side::Second), None]);
}

#[test]
fn the_first_end_that_holds_decides() {
    let ends = |name: &str, state: &str, mv: &str| {
        let mut position = at(name, state);
        assert_eq!(over(&*position), None, "{state}");
        play(&mut *position, mv);
        over(&*position).and_then(|(winner, _)| winner)
    };
    // Four in a row has three in a row in it.
    assert_eq!(ends("yavalath-3", "3/4/xx1x1/4/3 1", "c3"), Some(Side::First));
    assert_eq!(ends("yavalath-3", "3/4/x1x2/4/3 1", "b3"), Some(Side::Second));
    // Both sides are joined after this move.
    assert_eq!(ends("lines-of-action", "7x/8/8/8/8/1x6/1X6/3X4 1 q0", "d1b3"), Some(Side::First));
}

#[test]
fn rows_count_only_through_the_last_cell() {
    // A flip makes a row elsewhere, at which nobody looks.
    let rules = r#"{"board":[5,2],"near":"W","place":"empty","after":{"flip":"beside"},"end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#;
    let mut position = files::read(rules, Some("xox2/5 1")).unwrap();
    play(&mut *position, "b1");
    assert_eq!(over(&*position), None, "{}", position.state());
    assert!(position.state().contains("xxx2/1x3"));
    assert_eq!(over(&*RULES.parse(&position.state()).unwrap()), None);
}

#[test]
fn boards_of_256_cells_have_no_cell_that_means_none() {
    let rules =
        r#"{"board":[16,16],"place":"empty","end":[{"line":2,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#;
    let mut position = files::read(rules, None).unwrap();
    play(&mut *position, "p1 a16 p2");
    assert_eq!(over(&*position).unwrap().0, Some(Side::First));
}

#[test]
fn row_one_of_hexagons_is_on_top() {
    let mut position = files::start("hex-3");
    play(&mut *position, "b1");
    assert!(position.state().contains("1x1/3/3 2"));
}

#[test]
fn most_is_points_only_if_every_end_is() {
    assert!(matches!(
        at("othello-4", "xxxx/xxxx/xxxx/ooo1 2").standing().outcome,
        Some((plyd_search::position::Outcome::Points(_), _)) | None
    ));
    let mut ataxx = at("ataxx", "XXXXXXX/XXXXXXX/XXXXXXX/XXXXXXX/xxxxxxx/xxxxxxx/xxxxxx1 2 q0");
    play(&mut *ataxx, "g1");
    assert_eq!(ataxx.standing().outcome.unwrap().0, plyd_search::position::Outcome::Win(Side::First));
}

#[test]
fn moves_are_read_in_other_spellings() {
    let played = |name: &str, state: &str, text: &str| at(name, state).play_named(text).map_err(|error| error.detail);
    let one = |name: &str| Ok(vec![name.to_owned()]);
    assert_eq!(played("connect-four", "7/7/7/7/7/7 1", "d"), one("d1"));
    assert_eq!(played("connect-four", "7/7/7/7/7/3x3 1", "4"), one("d2"));
    assert_eq!(played("checkers", "8/8/8/3m4/8/1m6/M7/8 1 q0", "a2xe6"), one("a2c4e6"));
    assert_eq!(played("checkers", "8/8/8/3m4/8/1m6/M7/8 1 q0", "A2-C4-E6"), one("a2c4e6"));
    assert_eq!(played("domineering-4", "4/4/4/4 1", "b2b3"), one("b2"));
    assert_eq!(played("domineering-4", "4/4/4/4 1", "b3-b2"), one("b2"));
    assert_eq!(played("wild", "3/3/3 1", "OB2"), one("ob2"));
    assert!(played("wild", "3/3/3 1", "b2").is_err());
    let columns = file("connect-four").replace("\"lowest\"", "\"lowest\", \"names\": \"columns\"");
    let mut position = files::read(&columns, None).unwrap();
    assert_eq!(position.move_names(), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(position.play_named("d1").unwrap(), ["4"]);
}

#[test]
fn hostile_positions_are_listed_up_to_a_limit() {
    // Jumps in eight directions that have to go on, over a lattice.
    let lattice = format!("1{}", "x1".repeat(7) + "x");
    let other = "16";
    let rows: Vec<String> = (0..16).map(|row| if row % 2 == 1 { lattice.clone() } else { other.to_owned() }).collect();
    let start = rows.join("/").replacen("16", "X15", 1);
    let rules = format!(
        r#"{{"board":[16,16],"start":"{start}","pieces":{{"X":{{"moves":{{"jump":"K","again":"must"}}}}}},"end":{{"stuck":"next","wins":"last"}}}}"#
    );
    let position = files::read(&rules, None).unwrap();
    assert!((1..=4096).contains(&position.count_moves()));
    // Queens that block any empty cell.
    let start =
        format!("{}/{}/X15/15x", "X2X2X2X2X2X", vec!["16"; 13].join("/")).replace("X2X2X2X2X2X/", "X2X2X2X2X2X/");
    let rules = format!(
        r#"{{"board":[16,16],"start":"{start}","pieces":{{"X":{{"moves":{{"step":"mQ","then":{{"block":"empty"}}}}}}}},"end":{{"stuck":"next","wins":"last"}}}}"#
    );
    assert_eq!(files::read(&rules, None).unwrap().count_moves(), 4096);
}
