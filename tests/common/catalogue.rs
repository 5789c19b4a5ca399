//! Playing the catalogue's games by name, as a client would.

use std::time::Duration;

use plyd::catalogue::{AnyPosition, Game, Question};
use plyd::search::{Algorithm, Limits, Stop, Table};
use serde_json::Value;

use super::Rng;

/// A question with nothing special about it.
pub fn question(algorithm: Algorithm, depth: u32) -> Question {
    Question::new(algorithm, Limits::depth(depth))
}

/// The answer to a question, as a client reads it.
pub fn answer(position: Box<dyn AnyPosition>, question: Question) -> Value {
    let ready = position.prepare(question).unwrap_or_else(|(_, illegal)| panic!("{}", illegal.0));
    serde_json::to_value(ready(&mut Table::new(1 << 24), &Stop::default(), Duration::ZERO, None)).unwrap()
}

/// What a position says of itself, as a client reads it.
pub fn describe(position: &dyn AnyPosition) -> Value {
    serde_json::to_value(position.describe(None, &Stop::default()).unwrap()).unwrap()
}

/// The names of the legal moves.
pub fn legal_moves(position: &dyn AnyPosition) -> Vec<String> {
    let described = describe(position);
    described["legal_moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap().to_owned()).collect()
}

/// A fresh copy by way of text.
pub fn reread(game: &Game, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let state = position.state();
    game.parse(&state).unwrap_or_else(|error| panic!("{}: {state}: {error}", game.id))
}

/// Positions met in seeded random games from a game's examples: one from each of `games` games, none of them over.
pub fn random_positions(game: &'static Game, seed: u64, games: usize) -> Vec<Box<dyn AnyPosition>> {
    random_positions_from(game.about.state_examples, game, seed, games)
}

/// The same from other states than the game's examples.
pub fn random_positions_from(
    states: &[&str],
    game: &'static Game,
    seed: u64,
    games: usize,
) -> Vec<Box<dyn AnyPosition>> {
    let mut rng = Rng(seed);
    let mut found = Vec::new();
    for number in 0..games {
        let mut position = game.parse(states[number % states.len()]).unwrap();
        let mut met = Vec::new();
        while met.len() < 40 {
            let moves = legal_moves(&*position);
            if moves.is_empty() {
                break;
            }
            met.push(position.state());
            position.play(&moves[rng.below(moves.len())]).unwrap();
        }
        if !met.is_empty() {
            found.push(game.parse(&met[rng.below(met.len())]).unwrap());
        }
    }
    found
}
