//! Rules whose words come from several files: most are refused, and the others give positions that read back.

use std::collections::HashSet;

use plyd_games::RULES;
use plyd_games::catalogue::MoveIndex;
use plyd_search::mix;
use serde_json::{Map, Value};

use crate::files;

const PLIES: u64 = 30;

/// A number below `most`, from a growing seed.
fn below(seed: &mut u64, most: usize) -> usize {
    *seed += 1;
    (mix(*seed) % most as u64) as usize
}

/// The words of one file, some of them replaced by those of others.
fn shuffled(files: &[Map<String, Value>], seed: &mut u64) -> Value {
    let mut rules = files[below(seed, files.len())].clone();
    for _ in 0..=below(seed, 3) {
        let other = &files[below(seed, files.len())];
        let word = other.keys().nth(below(seed, other.len())).unwrap();
        if word != "start" || other["board"] == rules["board"] {
            rules.insert(word.clone(), other[word].clone());
        }
    }
    // Games with small boards and many ends.
    let end = files[below(seed, files.len())]["end"].clone();
    if let (Some(Value::Array(ends)), Value::Array(more)) = (rules.get_mut("end"), end) {
        ends.splice(0..0, more);
        ends.truncate(8);
    }
    Value::from(rules)
}

/// Plays a random game by these rules. `None` if they are refused.
fn check(rules: &Value, seed: &mut u64) -> Option<()> {
    let mut position = RULES.parse(&format!("{{\"rules\":{rules}}}")).ok()?;
    for _ in 0..PLIES {
        let (state, moves) = (position.state(), position.move_names());
        let again = RULES.parse(&state).unwrap_or_else(|error| panic!("{state}: {error}"));
        assert_eq!(again.state(), state);
        assert_eq!(again.trail()[0], position.trail()[0], "{state}: another key");
        let over = position.standing().outcome.is_some();
        assert_eq!(over, moves.is_empty(), "{state}");
        if over {
            break;
        }
        assert_eq!(again.move_names(), moves, "{state}");
        let distinct: HashSet<&String> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "{state}: two moves have one name");
        position.play(MoveIndex(below(seed, moves.len())));
    }
    Some(())
}

fn shuffle(count: u32) {
    let parsed = files::names().into_iter().map(|name| serde_json::from_str(&files::start_text(&name)).unwrap());
    let files: Vec<Map<String, Value>> =
        parsed.map(|state: Value| state["rules"].as_object().unwrap().clone()).collect();
    let small: Vec<Map<String, Value>> = files
        .into_iter()
        .filter(|rules| rules.get("start").is_none_or(|start| !start.to_string().contains("10")))
        .collect();
    let (mut seed, mut read) = (0, 0);
    for _ in 0..count {
        let rules = shuffled(&small, &mut seed);
        read += u32::from(check(&rules, &mut seed).is_some());
    }
    assert!(read > count / 10, "only {read} of {count} were read");
}

#[test]
fn shuffled_rules_give_positions_that_read_back() {
    shuffle(300);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn thirty_thousand_shuffled_rules_give_positions_that_read_back() {
    shuffle(30_000);
}
