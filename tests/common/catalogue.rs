//! Plays the catalogue's games by name, as a client would.

use std::cell::RefCell;
use std::time::Duration;

use plyd::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd::games::CATALOGUE;
use plyd::search::{Algorithm, Engine, Limits, Stop};
use plyd::wire::{Additions, Echo, PositionReport, SearchReport};
use serde_json::Value;

use super::Rng;

/// A question with default settings.
pub fn question(algorithm: Algorithm, depth: u32) -> Question {
    Question { algorithm, ..Question::new(Limits::depth(depth)) }
}

/// The answer to a question, as a client sees it.
pub fn answer(position: Box<dyn AnyPosition>, question: Question) -> Value {
    let algorithm = question.algorithm.name();
    let echo = Echo { algorithm, level: None, elo: None, own_nodes: false, seed: 0, repeatable: true };
    answer_to(position, (question, echo))
}

thread_local! {
    /// Each thread has one engine for all searches, because clearing 16 MB takes longer than most of these searches.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(1 << 24));
}

/// The report of the answer. `echo` has the fields of the request that it repeats, such as the level.
pub fn answer_to(position: Box<dyn AnyPosition>, (question, echo): (Question, Echo)) -> Value {
    let game = game_of(&*position);
    let answer = ENGINE.with_borrow_mut(|engine| {
        engine.new_game();
        position.prepare(question)(engine, &Stop::default(), None)
    });
    serde_json::to_value(SearchReport::new(game, echo, answer, Some(Duration::ZERO), Additions::default())).unwrap()
}

/// The answer of `position`.
pub fn describe(position: &dyn AnyPosition) -> Value {
    let described = position.describe(None, &Stop::default()).unwrap();
    serde_json::to_value(PositionReport::new(game_of(position), described)).unwrap()
}

/// The position's game. A position's identity begins with the game's id.
fn game_of(position: &dyn AnyPosition) -> &'static Game {
    CATALOGUE.find(position.identity().split(' ').next().unwrap()).unwrap()
}

/// The names of the legal moves.
pub fn legal_moves(position: &dyn AnyPosition) -> Vec<String> {
    position.move_names()
}

/// A fresh position, read from the position's text.
pub fn reread(game: &Game, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let state = position.state();
    game.parse(&state).unwrap_or_else(|error| panic!("{}: {state}: {error}", game.id))
}

/// Positions from seeded random games that begin at a game's examples: one unfinished position from each of `games`
/// games.
pub fn random_positions(game: &'static Game, seed: u64, games: usize) -> Vec<Box<dyn AnyPosition>> {
    random_positions_from(game.about.state_examples, game, seed, games)
}

/// The same, beginning at these states instead of the game's examples.
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
            position.play(MoveIndex(rng.below(moves.len())));
        }
        if !met.is_empty() {
            found.push(game.parse(&met[rng.below(met.len())]).unwrap());
        }
    }
    found
}
