//! What the search visits, pinned: the nodes of a fixed set of searches of every game. A change here is a change of behaviour, and its
//! commit says why.

use plyd::bench::measure;
use plyd::games::CATALOGUE;
use plyd::search::Techniques;

/// Game, nodes with every technique, nodes of plain alpha-beta.
const SIGNATURE: &[(&str, u64, u64)] = &[];

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    let nodes = |game, techniques| measure(game, 0, techniques).nodes;
    let found: Vec<(&str, u64, u64)> =
        CATALOGUE.iter().map(|game| (game.id, nodes(game, Techniques::ALL), nodes(game, Techniques::NONE))).collect();
    assert_eq!(found, SIGNATURE);
}
