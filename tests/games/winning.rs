//! Positions with one winning move, chosen by another engine (`tools/chess/tactics.py`).

use crate::common::catalogue::{answer, question};
use plyd::games::CATALOGUE;
use plyd::search::Algorithm;

const POSITIONS: &str = include_str!("../winning/chess.txt");

/// How many of these lines' winning moves are found within so many nodes, and those that are not.
fn found<'a>(lines: impl Iterator<Item = &'a str>, nodes: u64) -> (usize, Vec<&'a str>) {
    let chess = CATALOGUE.find("chess").unwrap();
    let (mut found, mut missed) = (0, Vec::new());
    for line in lines {
        let [state, wins, _] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut question = question(Algorithm::Selective, chess.about.max_depth);
        question.limits.nodes = nodes;
        if answer(chess.parse(state).unwrap(), question)["move"] == wins {
            found += 1;
        } else {
            missed.push(line);
        }
    }
    (found, missed)
}

fn lines() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn most_winning_moves_are_found_soon() {
    let (found, missed) = found(lines().step_by(6), 30_000);
    assert!(found * 10 >= 8 * (found + missed.len()), "{found} found, but not {missed:#?}");
}

#[test]
#[ignore = "takes minutes: a million nodes for each, about what a second is good for"]
fn nearly_all_winning_moves_are_found_within_a_million_nodes() {
    let (found, missed) = found(lines(), 1_000_000);
    println!("{found} of {}", found + missed.len());
    assert!(found * 100 >= 95 * (found + missed.len()), "{found} found, but not {missed:#?}");
}
