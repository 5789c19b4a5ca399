//! The openings that levels of chess draw from.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use crate::common::catalogue::answer_to;
use plyd::games::{CATALOGUE, Chess};
use plyd::position::Position;
use plyd::search::Evaluate;
use plyd::wire::{Caps, SearchRequest, from_query};
use serde_json::Value;

fn first_move(query: &str, book: bool) -> Value {
    let chess = CATALOGUE.find("chess").unwrap();
    let caps = Caps { max_nodes: 2_000, max_time_ms: 60_000, book };
    let request: SearchRequest = from_query(chess, query).unwrap();
    answer_to(chess.start(), request.question(chess, &caps, Instant::now()).unwrap())
}

#[test]
fn a_new_seed_is_a_new_opening_from_level_3_on() {
    for level in [3, 5, 8, 10] {
        let answers: Vec<Value> = (0..40).map(|seed| first_move(&format!("level={level}&seed={seed}"), true)).collect();
        assert!(answers.iter().all(|answer| answer["book"] == true), "level {level}");
        let moves: HashSet<&str> = answers.iter().map(|answer| answer["move"].as_str().unwrap()).collect();
        assert!(moves.len() >= 3, "level {level} opens with {moves:?} alone");
        assert_eq!(answers[7]["move"], first_move(&format!("level={level}&seed=7"), true)["move"]);
    }
}

#[test]
fn beginners_and_those_without_a_book_do_without() {
    for (query, book) in [("level=2&seed=1", true), ("level=10&seed=1", false), ("nodes=500", true)] {
        assert_eq!(first_move(query, book)["book"], false, "{query}");
    }
}

#[test]
fn every_move_of_the_openings_can_be_played_and_leads_to_more_of_them_or_out() {
    let openings = (Chess::THEORY.openings)();
    let slot = |mv| (Chess::ORDERING.slot)(mv) as u16;
    let (mut waiting, mut seen) = (VecDeque::from([Chess::default()]), HashSet::from([Chess::default().key()]));
    let (mut entries, mut positions) = (0, 0);
    while let Some(here) = waiting.pop_front() {
        let (slots, mut moves) = (openings.slots(here.key()).collect::<Vec<_>>(), Vec::new());
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
    assert!(positions >= 300, "{positions} positions");
}
