//! What the search visits, pinned: the nodes of a fixed set of searches of every game. A change here is a change of behaviour, and its
//! commit says why.

use plyd::bench::{Lines, measure};
use plyd::games::CATALOGUE;
use plyd::search::Techniques;

/// Game, nodes with every technique, nodes of plain alpha-beta.
const SIGNATURE: &[(&str, u64, u64)] = &[
    ("tic-tac-toe", 1_870, 24_890),
    ("bones", 25, 23),
    ("tree", 31, 31),
    ("connect-four", 605_285, 2_493_827),
    ("gomoku", 306_633, 324_717),
    ("othello", 914_309, 1_667_785),
    ("checkers", 1_198_926, 26_506_787),
    ("chess", 117_369, 169_764),
];

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    let nodes = |game, techniques| measure(game, 0, Lines::Best(1), techniques).nodes;
    let found: Vec<(&str, u64, u64)> =
        CATALOGUE.iter().map(|game| (game.id, nodes(game, Techniques::ALL), nodes(game, Techniques::NONE))).collect();
    assert_eq!(found, SIGNATURE);
}
