//! What the search visits, pinned: the nodes of a fixed set of searches of every game. A change here is a change of behaviour, and its
//! commit says why.

use plyd::cli::bench::{Lines, measure};
use plyd::games::CATALOGUE;
use plyd::search::{Algorithm, Techniques};

/// Game, nodes of alpha-beta with every technique, nodes of plain alpha-beta.
const SIGNATURE: &[(&str, u64, u64)] = &[
    ("tic-tac-toe", 923, 24_890),
    ("bones", 25, 23),
    ("tree", 31, 31),
    ("connect-four", 508_028, 2_493_939),
    ("gomoku", 306_661, 324_717),
    ("othello", 792_829, 1_667_843),
    ("checkers", 968_399, 26_496_670),
    ("chess", 115_627, 169_766),
];

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    let nodes = |game, techniques| measure(game, Algorithm::AlphaBeta, 0, Lines::Best(1), techniques).nodes;
    let found: Vec<(&str, u64, u64)> =
        CATALOGUE.iter().map(|game| (game.id, nodes(game, Techniques::ALL), nodes(game, Techniques::NONE))).collect();
    assert_eq!(found, SIGNATURE);
}

/// Game, nodes of the selective search to the same depths; games that are not here do without it.
const SELECTIVE: &[(&str, u64)] = &[("gomoku", 13_393), ("checkers", 220_386), ("chess", 22_988)];

#[test]
fn the_selective_search_visits_exactly_these_nodes() {
    let games = CATALOGUE.iter().filter(|game| game.algorithms().contains(&Algorithm::Selective));
    let nodes = |game| measure(game, Algorithm::Selective, 0, Lines::Best(1), Techniques::ALL).nodes;
    let found: Vec<(&str, u64)> = games.map(|game| (game.id, nodes(game))).collect();
    assert_eq!(found, SELECTIVE);
}
