//! States read back to the same position at each ply.

use plyd_games::RULES;
use plyd_games::catalogue::MoveIndex;
use plyd_search::mix;
use plyd_search::position::Side;

use crate::files;

/// Games of each file, and plies of each.
const GAMES: u64 = 4;
const PLIES: u64 = 120;

#[test]
fn states_of_random_games_read_back_with_the_same_key_and_moves() {
    for name in files::names() {
        for seed in 0..GAMES {
            let mut position = files::start(&name);
            for ply in 0..PLIES {
                let (state, moves) = (position.state(), position.move_names());
                let again = RULES.parse(&state).unwrap_or_else(|error| panic!("{name}: {state}: {error}"));
                assert_eq!(again.state(), state, "{name}");
                // The first number of a trail is a hash of the position's key.
                assert_eq!(again.trail()[0], position.trail()[0], "{name}: {state}");
                let over = position.standing().outcome.is_some();
                assert!(over || again.move_names() == moves, "{name}: {state}");
                assert!(over == moves.is_empty(), "{name}: {state}");
                if over {
                    break;
                }
                let distinct: std::collections::HashSet<&String> = moves.iter().collect();
                assert_eq!(distinct.len(), moves.len(), "{name}: {state}: two moves have one name");
                position.play(MoveIndex((mix(seed << 32 | ply) % moves.len() as u64) as usize));
            }
        }
    }
}

#[test]
fn two_spellings_of_rules_have_one_canonical_text() {
    let spellings = [
        r#"{"board":[3,3],"place":"empty","end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
        r#"{"end":[{"wins":"last","line":3,"exact":false},{"wins":"nobody","stuck":"next"}],"rules":1,"near":"K","turn":[1,1],
            "place":{"lowest":false,"flips":false},"start":"3/3/3","board":[3,3],"title":""}"#,
    ];
    let [one, other] = spellings.map(|rules| files::read(rules, None).unwrap());
    assert_eq!(one.state(), other.state());
    assert_eq!(one.state(), RULES.about.state_examples[0]);
    for name in files::names() {
        let state = files::start(&name).state();
        assert_eq!(RULES.parse(&state).unwrap().state(), state);
    }
}

#[test]
fn a_first_turn_that_is_longer_than_the_others_is_told_from_them() {
    let rules = r#"{"board":[3,2],"turn":[2,1],"place":"empty","end":[{"line":2,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#;
    let mut position = files::read(rules, None).unwrap();
    let mut seen = Vec::new();
    for _ in 0..3 {
        let state = position.state();
        assert_eq!(RULES.parse(&state).unwrap().trail()[0], position.trail()[0], "{state}");
        seen.push(serde_json::from_str::<serde_json::Value>(&state).unwrap()["at"].as_str().unwrap().to_owned());
        position.play_named(["a2", "c1", "b1"][seen.len() - 1]).unwrap();
    }
    assert_eq!(seen, ["3/3 1 s2", "x2/3 1 s1", "x2/2x 2"]);
    // Who has just moved is known in the middle of the first turn, and not only after it.
    let ended = files::read(rules, Some("xx1/3 1 s1")).unwrap().standing().outcome;
    assert_eq!(ended.unwrap().0.winner(), Some(Side::First));
    let error = files::read(rules, Some("xx1/3 1")).err().unwrap();
    assert!(error.contains("the game was over before the last move"), "{error}");
    let error = files::read(rules, Some("3/3 1 s3")).err().unwrap();
    assert!(error.contains("the rest of the turn: \"s3\", expected s and a number from 1 to 2"), "{error}");
}

#[test]
fn states_are_read_tolerantly_and_refused_with_reasons() {
    let pente = std::fs::read_to_string("src/rules/games/pente-4x4.json").unwrap();
    let position = files::read(&pente, Some("2xO/1x2/4/4_1 t3,0")).unwrap();
    assert!(position.state().contains(r#""at":"2xo/1x2/4/4 1 t3,0""#));
    for (at, says) in [
        ("4/4/4/4", "expected rows and the side to move"),
        ("4/4/4/4 3 t0,0", "the side to move is \"3\""),
        ("4/4/4 1 t0,0", "found 3 rows, expected 4"),
        ("4/4/4/5 1 t0,0", "row 4 from the top: expected 4 cells"),
        ("4/4/4/3q 1 t0,0", "unknown piece 'q'"),
        ("4/4/4/4 1", "the pieces taken"),
        ("4/4/4/4 1 t0", "expected t and two numbers from 0 to 255"),
        ("4/4/4/4 1 h3,3 t0,0", "the pieces taken: \"h3,3\", expected t"),
        ("4/4/4/4 1 t0,0 h3,3", "unexpected \"h3,3\""),
        ("xxxx/4/4/oooo 1 t0,0", "the game was over before the last move: a line is complete"),
    ] {
        let error = files::read(&pente, Some(at)).err().unwrap_or_else(|| panic!("{at} is read"));
        assert!(error.contains(says), "{at}: {error}");
    }
}
