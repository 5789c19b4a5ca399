//! Positions with a single winning move, which another engine chose (`tools/chess/tactics.py`), and wins of other games
//! that long searches proved (`tools/gomoku/wins.py`, `tools/forced_wins.py`).

use std::time::Instant;

use crate::common::catalogue::{answer, question};
use plyd::games::CATALOGUE;
use plyd::search::Algorithm;
use serde_json::Value;

const POSITIONS: &str = include_str!("../winning/chess.txt");

/// The number of positions solved within this number of nodes, and the lines of the others. `right` judges an answer by
/// the text after the state.
fn solved<'a>(
    game: &str,
    lines: impl Iterator<Item = &'a str>,
    nodes: u64,
    right: impl Fn(&Value, &str) -> bool,
) -> (usize, Vec<&'a str>) {
    let game = CATALOGUE.find(game).unwrap();
    let (mut solved, mut missed) = (0, Vec::new());
    for line in lines {
        let (state, wanted) = line.split_once(" | ").unwrap_or_else(|| panic!("{line}"));
        let mut question = question(Algorithm::Selective, game.about.max_depth);
        question.limits.nodes = nodes;
        if right(&answer(game.parse(state).unwrap(), question), wanted) {
            solved += 1;
        } else {
            missed.push(line);
        }
    }
    (solved, missed)
}

/// Chess: the winning move is found.
fn found<'a>(lines: impl Iterator<Item = &'a str>, nodes: u64) -> (usize, Vec<&'a str>) {
    solved("chess", lines, nodes, |answer, wanted| {
        let (wins, _) = wanted.split_once(" | ").unwrap_or_else(|| panic!("{wanted}"));
        answer["move"] == wins
    })
}

/// The win is proved.
fn proved<'a>(game: &str, lines: impl Iterator<Item = &'a str>, nodes: u64) -> (usize, Vec<&'a str>) {
    solved(game, lines, nodes, |answer, _| answer["score"]["outcome"] == "win")
}

fn lines() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn most_winning_moves_are_found_soon() {
    let (found, missed) = found(lines().step_by(20), 30_000);
    assert!(found * 10 >= 8 * (found + missed.len()), "{found} found, but not {missed:#?}");
}

#[test]
#[ignore = "takes minutes: a million nodes for each, about what a second is good for"]
fn nearly_all_winning_moves_are_found_within_a_million_nodes() {
    let (found, missed) = found(lines(), 1_000_000);
    println!("{found} of {}", found + missed.len());
    assert!(found * 100 >= 95 * (found + missed.len()), "{found} found, but not {missed:#?}");
}

fn gomoku() -> impl Iterator<Item = &'static str> {
    include_str!("../winning/gomoku.txt").lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn most_wins_of_gomoku_are_proved_soon() {
    let (proved, missed) = proved("gomoku", gomoku().step_by(5), 50_000);
    assert!(proved * 10 >= 8 * (proved + missed.len()), "{proved} proved, but not {missed:#?}");
}

#[test]
#[ignore = "takes a while: 60,000 nodes for each"]
fn nearly_all_wins_of_gomoku_are_proved_within_60_000_nodes() {
    let started = Instant::now();
    let (proved, missed) = proved("gomoku", gomoku(), 60_000);
    println!("{proved} of {} in {:?}", proved + missed.len(), started.elapsed());
    assert!(proved >= 90 && proved + missed.len() == 100, "{proved} proved, but not {missed:#?}");
}

/// A hundred wins of each game, and how many of them 100,000 nodes prove at least.
const FORCED: [(&str, &str, usize); 4] = [
    ("antichess", include_str!("../winning/antichess.txt"), 95),
    ("atomic", include_str!("../winning/atomic.txt"), 95),
    ("shogi", include_str!("../winning/shogi.txt"), 95),
    ("xiangqi", include_str!("../winning/xiangqi.txt"), 94),
];

#[test]
fn most_forced_wins_are_proved_soon() {
    for (game, text, _) in FORCED {
        let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(10);
        let (proved, missed) = proved(game, lines, 100_000);
        assert!(proved * 10 >= 9 * (proved + missed.len()), "{game}: {proved} proved, but not {missed:#?}");
    }
}

#[test]
#[ignore = "takes a while: 100,000 nodes for each"]
fn nearly_all_forced_wins_are_proved_within_100_000_nodes() {
    for (game, text, least) in FORCED {
        let (proved, missed) = proved(game, text.lines().filter(|line| !line.starts_with('#')), 100_000);
        println!("{game}: {proved} of {}", proved + missed.len());
        assert!(proved >= least && proved + missed.len() == 100, "{game}: {proved} proved, but not {missed:#?}");
    }
}

/// What the selective search calls a win within a few plies is one in the exact search of as many plies.
#[test]
fn short_forced_wins_are_real() {
    for (id, text, _) in FORCED {
        let game = CATALOGUE.find(id).unwrap();
        let mut compared = 0;
        for line in text.lines().filter(|line| line.ends_with("| 3") || line.ends_with("| 4")) {
            let (state, _) = line.split_once(" | ").unwrap();
            let mut quick = question(Algorithm::Selective, game.about.max_depth);
            quick.limits.nodes = 20_000;
            let score = &answer(game.parse(state).unwrap(), quick)["score"];
            let Some(plies @ ..=4) = score["plies"].as_u64() else { continue };
            let exact = answer(game.parse(state).unwrap(), question(Algorithm::AlphaBeta, plies as u32));
            assert_eq!(exact["score"]["outcome"], score["outcome"], "{id}: {state}");
            compared += 1;
        }
        assert!(compared >= 10, "{id}: {compared}");
    }
}
