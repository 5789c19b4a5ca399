//! Typical positions, each with its right moves.

use std::fs;

use crate::common::catalogue::{answer, question};
use plyd::catalogue::Question;
use plyd::games::CATALOGUE;
use plyd::search::Algorithm;

#[test]
fn every_tactic_is_found() {
    // Most are found within a tenth of the nodes.
    tactics_are_found(&[10_000, 100_000]);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn every_tactic_is_found_with_all_nodes() {
    tactics_are_found(&[100_000]);
}

/// By alpha-beta at the depth given in its line, and by the selective search within one of these numbers of nodes.
fn tactics_are_found(nodes: &[u64]) {
    for game in CATALOGUE {
        let file = format!("tests/tactics/{}.txt", game.id);
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(!lines.is_empty(), "{file} has no positions");
        for line in lines {
            let [depth, state, expected, comment] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{file}: {line}");
            };
            let position = game.parse(state).unwrap_or_else(|error| panic!("{file}: {state}: {error}"));
            let context = format!("{}: {state}: {expected}: {comment}", game.id);
            let missed = |question: Question| {
                let found = answer(position.duplicate(), question)["move"].as_str().unwrap().to_owned();
                (!expected.split(',').any(|name| name == found)).then_some(found)
            };
            assert_eq!(missed(question(Algorithm::AlphaBeta, depth.parse().unwrap())), None, "{context}: alpha-beta");
            if game.algorithms().contains(&Algorithm::Selective) {
                let missed_within = |&nodes: &u64| {
                    let mut within_nodes = question(Algorithm::Selective, game.about.max_depth);
                    within_nodes.limits.nodes = nodes;
                    missed(within_nodes)
                };
                let found: Vec<String> = nodes.iter().map_while(missed_within).collect();
                assert!(found.len() < nodes.len(), "{context}: {found:?} by the selective search");
            }
        }
    }
}
