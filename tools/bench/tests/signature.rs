//! Node signatures: the nodes of a fixed set of searches of every game are in `tests/signature/ID.txt`. If they change,
//! the search behaves differently, and the commit says why.

use std::collections::BTreeSet;
use std::{env, fs};

use plyd_bench::{Lines, measure};
use plyd_games::CATALOGUE;
use plyd_search::{Algorithm, Techniques};

/// The kinds of searches. The exact search without techniques takes most of the time.
const KINDS: [(&str, Algorithm, Techniques); 3] = [
    ("alpha-beta", Algorithm::AlphaBeta, Techniques::ALL),
    (PLAIN, Algorithm::AlphaBeta, Techniques::NONE),
    ("selective", Algorithm::Selective, Techniques::ALL),
];
const PLAIN: &str = "plain";

/// Relative to this package's folder, where `cargo test` runs its tests.
const FOLDER: &str = "../../tests/signature";

/// Compares every game's nodes with its file, for these kinds of searches.
fn hold(kinds: impl Fn(&str) -> bool) {
    let mut wrong = String::new();
    for game in CATALOGUE {
        let file = format!("{FOLDER}/{}.txt", game.id);
        let mut pinned = fs::read_to_string(&file).unwrap_or_default();
        let has = |algorithm| game.algorithms().contains(&algorithm);
        for (kind, algorithm, techniques) in KINDS.into_iter().filter(|kind| has(kind.1) && kinds(kind.0)) {
            let found = format!("{kind} {}", measure(game, algorithm, 0, Lines::Best(1), techniques).nodes);
            if env::var_os("PLYD_BLESS").is_some() {
                let others = pinned.lines().filter(|line| line.split(' ').next() != Some(kind));
                let mut lines: Vec<&str> = others.chain([&*found]).collect();
                lines.sort_unstable();
                pinned = lines.join("\n") + "\n";
                fs::write(&file, &pinned).unwrap();
            } else if !pinned.lines().any(|line| line == found) {
                wrong += &format!("{file} says {pinned:?}; found, and to be written there if it is meant: {found}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    hold(|kind| kind != PLAIN);
}

#[test]
#[ignore = "half a minute; run by .ci/nightly"]
fn without_techniques_it_visits_exactly_these_nodes() {
    hold(|kind| kind == PLAIN);
}

#[test]
fn no_file_is_left_of_a_game_that_is_gone() {
    let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let games: BTreeSet<String> = CATALOGUE.iter().map(|game| format!("{}.txt", game.id)).collect();
    assert_eq!(files.collect::<BTreeSet<_>>(), games);
}
