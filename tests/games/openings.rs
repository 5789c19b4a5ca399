//! Tests of the openings that levels play.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use crate::common::catalogue::answer_to;
use plyd::games::{CATALOGUE, Checkers, Chess, Othello};
use plyd::operations;
use plyd::search::Evaluate;
use plyd::search::hooks::{MoveChoice, MovesOf};
use plyd::wire::{Caps, SearchRequest, from_query};
use serde_json::Value;

const GAMES: [&str; 3] = ["chess", "checkers", "othello"];

fn first_move(game: &str, query: &str, book: bool) -> Value {
    let game = CATALOGUE.find(game).unwrap();
    let caps = Caps { book, ..Caps::new(2_000, 60_000) };
    let request: SearchRequest = from_query(game, query).unwrap();
    answer_to(game.start(), operations::question(&request, game, &caps, Instant::now()).unwrap())
}

#[test]
fn a_new_seed_is_a_new_opening_from_level_3_on() {
    for (game, level) in GAMES.into_iter().flat_map(|game| [3, 5, 8, 10].map(|level| (game, level))) {
        let draw = |seed: u32| first_move(game, &format!("level={level}&seed={seed}"), true);
        let answers: Vec<Value> = (0..40).map(draw).collect();
        assert!(answers.iter().all(|answer| answer["book"] == true), "{game} level {level}");
        let moves: HashSet<&str> = answers.iter().map(|answer| answer["move"].as_str().unwrap()).collect();
        assert!(moves.len() >= 3, "{game} level {level} opens with {moves:?} alone");
        assert_eq!(answers[7]["move"], draw(7)["move"]);
    }
}

#[test]
fn beginners_and_those_without_a_book_do_without() {
    for game in GAMES {
        for (query, book) in [("level=2&seed=1", true), ("level=10&seed=1", false), ("nodes=500", true)] {
            assert_eq!(first_move(game, query, book)["book"], false, "{game} {query}");
        }
    }
}

#[test]
fn every_move_of_the_openings_can_be_played_and_leads_to_more_of_them_or_out() {
    assert!(positions_of_openings::<Chess>() >= 300);
    assert!(positions_of_openings::<Checkers>() >= 200);
    assert!(positions_of_openings::<Othello>() >= 200);
}

/// Plays every move in a game's openings, and returns the number of their positions.
fn positions_of_openings<P: Evaluate + Default>() -> usize {
    let openings = MovesOf::<P>::openings();
    let slot = |mv| P::slot(mv) as u16;
    let (mut waiting, mut seen) = (VecDeque::from([P::default()]), HashSet::from([P::default().key()]));
    let (mut entries, mut positions) = (0, 0);
    while let Some(here) = waiting.pop_front() {
        let (slots, mut moves) = (openings.slots(here.key()), Vec::new());
        here.legal_moves(&mut moves);
        entries += slots.len();
        positions += usize::from(!slots.is_empty());
        for known in slots {
            let mv = moves.iter().copied().find(|mv| slot(*mv) == known).expect("a legal move");
            let next = here.after(mv);
            if seen.insert(next.key()) {
                waiting.push_back(next);
            }
        }
    }
    assert_eq!(entries, openings.len(), "nothing is there that play does not lead to");
    positions
}
