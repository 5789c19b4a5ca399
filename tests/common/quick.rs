//! Questions that are answered at once, and what they cost.

use std::collections::BTreeMap;

use plyd::catalogue::{AnyPosition, Game, Question};
use plyd::search::{Algorithm, Engine, Stop, Techniques};

use super::catalogue::{question, random_positions};

/// Every kind of exact question that a request can ask, shallow and deep.
pub fn questions() -> impl Iterator<Item = Question> {
    let algorithms = [Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook];
    let depths = [1, 2, 4, 6, 60];
    algorithms.into_iter().flat_map(move |algorithm| {
        depths.into_iter().flat_map(move |depth| {
            let asked = question(algorithm, depth);
            [
                asked.clone(),
                Question { multi_pv: 9, count_minimax: true, ..asked.clone() },
                Question { closed_forms: false, multi_pv: 9, ..asked.clone() },
                Question { techniques: Techniques::NONE, multi_pv: 9, ..asked },
            ]
        })
    })
}

/// Positions of a game: all that its small examples lead to, else those of random games.
pub fn positions(game: &'static Game) -> Vec<Box<dyn AnyPosition>> {
    const MOST: usize = 6000;
    let mut found = BTreeMap::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        if found.len() > MOST {
            return random_positions(game, 7, MOST / 20);
        }
        found.entry(position.state()).or_insert_with(|| {
            open.extend(position.successors());
            position
        });
    }
    found.into_values().chain(random_positions(game, 7, MOST / 20)).collect()
}

/// Searches, and counts all positions that the search met.
pub fn nodes(position: &dyn AnyPosition, question: &Question, engine: &mut Engine) -> u64 {
    let answer = position.duplicate().prepare(question.clone())(engine, &Stop::default(), None);
    let counted = answer.minimax_nodes.map_or(0, |counted| counted.expect("it has no limit"));
    answer.analysis.stats.nodes + answer.analysis.stats.quiescence_nodes + counted
}

/// The question of a game that is answered at once after the most nodes, with their number.
pub fn dearest(game: &'static Game, engine: &mut Engine) -> Option<(u64, Box<dyn AnyPosition>, Question)> {
    let mut dearest: Option<(u64, Box<dyn AnyPosition>, Question)> = None;
    for position in positions(game) {
        for question in questions().filter(|question| position.is_searched_at_once(question)) {
            let nodes = nodes(&*position, &question, engine);
            if dearest.as_ref().is_none_or(|(most, ..)| nodes > *most) {
                dearest = Some((nodes, position.duplicate(), question));
            }
        }
    }
    dearest
}
