//! Proves the rules of each file by perft.

use std::fs;

use crate::files;

struct Row {
    game: String,
    depth: u32,
    count: u64,
}

fn rows() -> Vec<Row> {
    let (mut rows, mut game) = (Vec::new(), None);
    for line in fs::read_to_string("tests/rules/games.perft").unwrap().lines() {
        match line.split_once(' ') {
            None | Some(("#", _)) => {}
            Some(("rules", name)) => game = Some(name.to_owned()),
            Some((depth, count)) => {
                let game = game.clone().expect("a game above its rows");
                rows.push(Row { game, depth: depth.parse().unwrap(), count: count.parse().unwrap() });
            }
        }
    }
    rows
}

fn check(rows: impl Iterator<Item = Row>) {
    let found = rows.map(|row| (files::start(&row.game).perft(row.depth), row));
    let wrong: Vec<String> = found
        .filter(|(count, row)| *count != row.count)
        .map(|(count, Row { game, depth, count: expected })| format!("{game} {depth}: {count}, expected {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many nodes of one row `cargo test` can afford.
const SHALLOW: u64 = 700_000;

#[test]
fn every_file_has_a_row() {
    let rows = rows();
    for name in files::names().into_iter().filter(|name| name != "amazons-6") {
        assert!(rows.iter().any(|row| row.game == name), "{name}");
    }
}

#[test]
fn shallow_counts_are_the_expected_ones() {
    check(rows().into_iter().filter(|row| row.count <= SHALLOW));
}

#[test]
#[ignore = "minutes of counting; run by .ci/nightly"]
fn deep_counts_are_the_expected_ones() {
    check(rows().into_iter().filter(|row| row.count > SHALLOW));
}
