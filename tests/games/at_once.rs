//! Questions that are answered on the thread that reads them: what they can cost, counted in nodes and characters, since a
//! busy machine makes any time long. `cargo bench -- at_once` times the dearest of each game.

use crate::common::catalogue::describe;
use crate::common::quick::{dearest, positions};
use plyd::games::CATALOGUE;
use plyd::search::Engine;

/// The most nodes of a search at once: some 40 ns each, so that the bound of 20 µs holds.
const MOST_NODES: u64 = 250;

/// The most bytes of a description at once.
const MOST_BYTES: usize = 4000;

#[test]
fn a_search_at_once_meets_few_positions_whatever_it_is_asked() {
    let mut engine = Engine::new(1 << 20);
    let mut games = Vec::new();
    for game in CATALOGUE {
        if let Some((nodes, position, question)) = dearest(game, &mut engine) {
            println!("{}: {nodes} nodes, {}, {question:?}", game.id, position.state());
            assert!(nodes <= MOST_NODES, "{}: {nodes} nodes, {}, {question:?}", game.id, position.state());
            games.push(game.id);
        }
    }
    assert!(games.contains(&"tic-tac-toe") && games.contains(&"nim") && !games.contains(&"chess"), "{games:?}");
}

#[test]
fn a_description_at_once_has_few_characters() {
    let mut games = Vec::new();
    for game in CATALOGUE {
        let mut most = 0;
        for position in positions(game).into_iter().filter(|position| position.is_described_at_once()) {
            let text = describe(&*position).to_string();
            assert!(text.len() <= MOST_BYTES, "{}: {} bytes: {text}", game.id, text.len());
            most = most.max(text.len());
        }
        if most > 0 {
            println!("{}: {most} bytes", game.id);
            games.push(game.id);
        }
    }
    assert!(games.contains(&"tic-tac-toe") && !games.contains(&"chess"), "{games:?}");
}
