//! Proves the rules by perft: every table in tests/perft, for the catalogue's games.

use std::fs;

use plyd::games::CATALOGUE;

/// A published perft count.
struct Row {
    game: String,
    state: String,
    depth: u32,
    count: u64,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in fs::read_dir("tests/perft").unwrap() {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut state = None;
        for line in fs::read_to_string(&path).unwrap().lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            match line.strip_prefix("state ") {
                Some(text) => state = Some(text.to_owned()),
                None => {
                    let (depth, count) = line.split_once(' ').unwrap_or_else(|| panic!("{game}: {line}"));
                    let state = state.clone().unwrap_or_else(|| panic!("{game}: {line} before any state"));
                    let (depth, count) = (depth.parse().unwrap(), count.parse().unwrap());
                    rows.push(Row { game: game.clone(), state, depth, count });
                }
            }
        }
    }
    rows
}

fn check(rows: impl Iterator<Item = Row>) {
    for row in rows {
        let game = CATALOGUE.iter().find(|game| game.id == row.game).unwrap_or_else(|| panic!("no game {}", row.game));
        let position = game.parse(&row.state).unwrap_or_else(|error| panic!("{}: {error}", row.state));
        assert_eq!(position.perft(row.depth), row.count, "{} to depth {}: {}", row.game, row.depth, row.state);
    }
}

/// How many nodes `cargo test` can afford in total.
const SHALLOW: u64 = 5_000_000;

#[test]
fn every_game_has_a_table() {
    let rows = rows();
    for game in CATALOGUE {
        assert!(rows.iter().any(|row| row.game == game.id), "tests/perft/{}.perft is missing", game.id);
    }
}

#[test]
fn shallow_counts_are_the_published_ones() {
    check(rows().into_iter().filter(|row| row.count <= SHALLOW));
}

#[test]
#[ignore = "minutes of counting; run with: cargo test --release --test games perft -- --ignored"]
fn deep_counts_are_the_published_ones() {
    check(rows().into_iter().filter(|row| row.count > SHALLOW));
}
