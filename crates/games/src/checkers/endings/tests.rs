//! Tests of the table against the rules and against search.

use super::super::Checkers;
use super::super::rules::Move;
use super::index::Class;
use super::{TABLE, generate, index_of, is_win, score, value};
use crate::notation::Notation;
use crate::testing::search;
use plyd_search::position::Position;
use plyd_search::{Analysis, Engine, Limits, Question, Score, mix};

/// Every position with a stored entry that is meaningful.
fn entries() -> impl Iterator<Item = (Checkers, u8)> {
    let positions = Class::all().into_iter().flat_map(|class| class.indices().filter_map(move |at| class.position(at)));
    positions.filter_map(|position| stored(&position).map(|entry| (position, entry)))
}

/// Checks that each entry follows from the entries of the position's successors. If a successor has no meaningful
/// entry, its own successors are used instead.
fn follow_from_their_successors(entries: impl Iterator<Item = (Checkers, u8)>) {
    for (position, entry) in entries {
        assert_eq!(entry, by_successors(&position), "{}", position.state());
    }
}

#[test]
fn one_entry_in_seven_follows_from_its_successors() {
    follow_from_their_successors(entries().step_by(7));
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn every_entry_follows_from_its_successors() {
    follow_from_their_successors(entries());
}

/// The stored entry, if it is meaningful.
fn stored(position: &Checkers) -> Option<u8> {
    let (class, index) = index_of(position);
    (position.capturers() == 0 && class.is_stored()).then(|| TABLE[index])
}

fn by_successors(position: &Checkers) -> u8 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let replies = moves.into_iter().map(|mv| {
        let next = position.after(mv);
        if next.by_colour().contains(&0) { 1 } else { stored(&next).unwrap_or_else(|| by_successors(&next)) }
    });
    let (mut lost_soonest, mut won_latest, mut drawn) = (u8::MAX, 0, false);
    for reply in replies {
        match reply {
            0 => drawn = true,
            reply if is_win(reply) => won_latest = won_latest.max(reply),
            reply => lost_soonest = lost_soonest.min(reply),
        }
    }
    match (lost_soonest, drawn) {
        (u8::MAX, true) => 0,
        (u8::MAX, false) => won_latest + 1,
        (soonest, _) => soonest + 1,
    }
}

fn ask(position: &Checkers, question: &Question<Move>) -> Analysis<Move> {
    search(position, question, &mut Engine::new(0))
}

/// Search finds the same wins and losses, at the same distance and not a ply sooner.
#[test]
fn search_finds_the_same_distances() {
    let (mut seed, mut seen) = (5, [0; 8]);
    let classes = Class::all();
    while seen.iter().sum::<usize>() < 200 {
        seed = mix(seed);
        let class = classes[seed as usize % classes.len()];
        let index = class.indices().start + (mix(!seed) as usize) % class.indices().len();
        let Some(position) = class.position(index) else { continue };
        let Some(plies) = value(&position).and_then(Score::plies).filter(|plies| (1..8).contains(plies)) else {
            continue;
        };
        let looks = |depth| ask(&position, &Question { closed_forms: false, ..Question::new(Limits::depth(depth)) });
        assert_eq!(looks(plies).score, value(&position).unwrap(), "{}", position.state());
        assert!(!looks(plies - 1).score.is_proven(), "{}", position.state());
        seen[plies as usize] += 1;
    }
    assert!(seen[3..].iter().all(|count| *count > 0), "{seen:?}");
}

/// With best play from the longest win, the game lasts exactly as long as the table says.
#[test]
fn the_longest_win_lasts_as_long_as_it_is_said_to() {
    let wins = entries().filter(|(position, _)| value(position).is_some_and(|value| value > Score::ZERO));
    let (mut position, longest) = wins.max_by_key(|(_, entry)| *entry).expect("some are won");
    let plies = score(longest).plies().expect("a win has a distance");
    for left in (1..=plies).rev() {
        let best = ask(&position, &Question::new(Limits::depth(3)));
        assert_eq!(best.score.plies(), Some(left), "{}", position.state());
        position.play_unchecked(best.best.expect("the game goes on"));
    }
    assert!(position.is_final());
}

/// A win in thirteen plies does not count if a draw may be claimed after twelve.
#[test]
fn a_win_that_comes_too_late_is_not_claimed() {
    let (position, _) = entries().find(|(_, entry)| score(*entry) == Score::win_in(13)).expect("some are won so");
    assert_eq!(value(&position.with_quiet(67)), Some(Score::win_in(13)));
    assert_eq!(value(&position.with_quiet(68)), None);
}

#[test]
#[ignore = "minutes; the table is held against the rules by the tests above"]
fn the_table_is_the_one_that_is_generated() {
    assert!(generate() == include_bytes!("endings.bin"), "endings.bin is not what `plyd-tools tables checkers` writes");
}
