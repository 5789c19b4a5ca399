//! What the search visits, pinned: the nodes of a fixed set of searches of every game, in `tests/signature/ID.txt`. A
//! change there is a change of behaviour, and its commit says why.

use std::collections::BTreeSet;
use std::fs;

use plyd::catalogue::Game;
use plyd::cli::bench::{Lines, measure};
use plyd::games::CATALOGUE;
use plyd::search::{Algorithm, Techniques};

/// A line for each kind of search: alpha-beta with every technique, without any, and the selective search where a game
/// has one.
fn signature(game: &'static Game) -> String {
    let nodes = |algorithm, techniques| measure(game, algorithm, 0, Lines::Best(1), techniques).nodes;
    let mut found = format!("alpha-beta {}\n", nodes(Algorithm::AlphaBeta, Techniques::ALL));
    found += &format!("plain {}\n", nodes(Algorithm::AlphaBeta, Techniques::NONE));
    if game.algorithms().contains(&Algorithm::Selective) {
        found += &format!("selective {}\n", nodes(Algorithm::Selective, Techniques::ALL));
    }
    found
}

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    let mut wrong = String::new();
    for game in CATALOGUE {
        let file = format!("tests/signature/{}.txt", game.id);
        let (found, pinned) = (signature(game), fs::read_to_string(&file));
        if pinned.as_ref().ok() != Some(&found) {
            wrong += &format!("{file} says {pinned:?}; found, and to be written there if it is meant:\n{found}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn no_file_is_left_of_a_game_that_is_gone() {
    let files = fs::read_dir("tests/signature").unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let games: BTreeSet<String> = CATALOGUE.iter().map(|game| format!("{}.txt", game.id)).collect();
    assert_eq!(files.collect::<BTreeSet<_>>(), games);
}
