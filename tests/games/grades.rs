//! Grades are true: what a move is said to lose is what it loses by exhaustive searches of the positions after all moves.

use plyd::games::CATALOGUE;
use plyd::operations::{Limits, Operation, read};
use plyd::search::{Engine, Stop};
use plyd::wire::Caps;
use serde_json::{Value, json};

use crate::common::Rng;

fn ask(operation: Operation, game: &str, body: &Value, engine: &mut Engine) -> Value {
    let stop = Stop::default();
    let limits = Limits::new(Caps { book: false, ..Caps::new(100_000_000, 60_000) });
    let step = read(operation, CATALOGUE.find(game).unwrap(), body.to_string().as_bytes(), &limits, &stop);
    let done = step.and_then(|step| step.finish(engine, &stop, None));
    serde_json::from_str(&done.unwrap_or_else(|problem| panic!("{body}: {problem}")).text).unwrap()
}

/// The first moves of a random game that lasts longer.
fn opening(game: &str, plies: usize, rng: &mut Rng) -> Vec<String> {
    loop {
        let mut position = CATALOGUE.find(game).unwrap().start();
        let mut moves = Vec::new();
        while moves.len() < plies && position.standing().outcome.is_none() {
            let legal = position.move_names();
            moves.extend(position.play_named(&legal[rng.below(legal.len())]).unwrap());
        }
        if position.standing().outcome.is_none() {
            return moves;
        }
    }
}

/// The score of a move by an exhaustive search of the position after it, as the side that plays it sees it: the value,
/// the outcome and the plies.
fn exhaustive(game: &str, moves: &[String], mv: &str, engine: &mut Engine) -> (i64, Value, Option<u64>) {
    let moves: Vec<&str> = moves.iter().map(String::as_str).chain([mv]).collect();
    let depth = CATALOGUE.find(game).unwrap().about.max_depth;
    let after = ask(Operation::Search, game, &json!({"moves": moves, "depth": depth}), engine);
    let (score, value) = (&after["score"], after["score"]["value"].as_i64().unwrap());
    let outcome = match score["outcome"].as_str() {
        Some("win") => json!("loss"),
        Some("loss") => json!("win"),
        other => json!(other),
    };
    // The value of a win or a loss by its distance is one ply nearer to 0. Finished games of all kinds have plies.
    let by_distance = value.abs() > 500_000;
    let plies = score["plies"].as_u64().filter(|_| by_distance).map(|plies| plies + 1);
    (if by_distance { value.signum() - value } else { -value }, outcome, plies)
}

#[test]
fn grades_of_endings_are_those_of_exhaustive_searches() {
    compare_endings(20, [9, 12, 8, 8]);
}

/// So many positions that none may differ.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_grades_are_those_of_exhaustive_searches() {
    compare_endings(250, [9, 12, 14, 12]);
}

/// Compares grades of random positions that have at most so many plies to their end, in each of four games.
fn compare_endings(positions: usize, most: [usize; 4]) {
    let (mut rng, mut engine) = (Rng(80), Engine::new(1 << 20));
    let lengths = [("tic-tac-toe", 9), ("nim", 12), ("connect-four", 42), ("othello", 60)];
    for ((game, plies), most) in lengths.into_iter().zip(most) {
        for _ in 0..positions {
            let moves = opening(game, plies - 1 - rng.below(most), &mut rng);
            compare(game, &moves, &mut engine);
        }
    }
}

fn compare(game: &str, moves: &[String], engine: &mut Engine) {
    let about = &CATALOGUE.find(game).unwrap().about;
    let mut position = CATALOGUE.find(game).unwrap().start();
    moves.iter().for_each(|mv| drop(position.play_named(mv).unwrap()));
    let candidates = position.move_names();
    let asked = json!({"moves": moves, "candidates": candidates, "depth": about.max_depth});
    let grade = ask(Operation::Grade, game, &asked, engine);
    let values: Vec<_> = candidates.iter().map(|mv| exhaustive(game, moves, mv, engine)).collect();
    let best = values.iter().map(|(value, ..)| *value).max().unwrap();
    let expected = |outcome: &Value| match outcome.as_str().unwrap() {
        "win" => 1.0,
        "loss" => 0.0,
        _ => 0.5,
    };
    let best_outcome = &values.iter().find(|(value, ..)| *value == best).unwrap().1;
    assert_eq!(grade["best"]["score"]["value"], best, "{game} {moves:?}");
    for ((value, outcome, plies), graded) in values.iter().zip(grade["candidates"].as_array().unwrap()) {
        let context = format!("{game} {moves:?} {graded}");
        assert_eq!(graded["score"], json!({"value": value, "outcome": outcome, "plies": plies}), "{context}");
        assert_eq!(graded["proven"], true, "{context}");
        let loss = expected(best_outcome) - expected(outcome);
        assert!((graded["loss"].as_f64().unwrap() - loss).abs() < 1e-9, "{context}");
        let better = values.iter().filter(|(other, ..)| other > value).count();
        assert_eq!(graded["rank"], better + 1, "{context}");
    }
}
