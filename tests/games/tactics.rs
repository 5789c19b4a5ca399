//! Typical positions, each with its right moves.

use std::fs;

use crate::common::catalogue::{answer, question};
use plyd::catalogue::Question;
use plyd::games::CATALOGUE;
use plyd::search::Algorithm;

#[test]
fn every_tactic_is_found() {
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
            let check = |question: Question| {
                let algorithm = question.algorithm.name();
                let found = answer(position.duplicate(), question);
                let mv = found["move"].as_str().unwrap();
                assert!(
                    expected.split(',').any(|name| name == mv),
                    "{}: {state}: {mv} instead of {expected} by {algorithm}: {comment}",
                    game.id
                );
            };
            check(question(Algorithm::AlphaBeta, depth.parse().unwrap()));
            if game.algorithms().contains(&Algorithm::Selective) {
                let mut within_nodes = question(Algorithm::Selective, game.about.max_depth);
                within_nodes.limits.nodes = 100_000;
                check(within_nodes);
            }
        }
    }
}
