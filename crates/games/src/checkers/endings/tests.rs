//! The table, held against the rules and against search.

use super::super::Checkers;
use super::index::Class;
use super::{TABLE, is_win, make, place, score, value};
use crate::notation::Notation;
use plyd_search::position::Position;
use plyd_search::{Analysis, Evaluate, Limits, Question, Score, Stop, Table, mix, search};

/// Every position of which the table says something, and what.
fn entries() -> impl Iterator<Item = (Checkers, u8)> {
    let positions = Class::all().into_iter().flat_map(|class| class.places().filter_map(move |at| class.position(at)));
    positions.filter_map(|position| tabled(&position).map(|entry| (position, entry)))
}

/// Every entry that means something follows from those of the positions after it, those after captures being followed
/// to the next that does.
#[test]
fn every_entry_follows_from_its_successors() {
    for (position, entry) in entries() {
        assert_eq!(entry, by_successors(&position), "{}", position.state());
    }
}

/// What the table says, if it says anything.
fn tabled(position: &Checkers) -> Option<u8> {
    let (class, place) = place(position);
    (position.capturers() == 0 && class.is_kept()).then(|| TABLE[place])
}

fn by_successors(position: &Checkers) -> u8 {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let replies = moves.into_iter().map(|mv| {
        let next = position.after(mv);
        if next.by_colour().contains(&0) { 1 } else { tabled(&next).unwrap_or_else(|| by_successors(&next)) }
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

fn ask<P: Evaluate>(position: &P, question: &Question<P::Move>) -> Analysis<P::Move> {
    search(position, question, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

/// Wins and losses that search sees too: at their distance, and not a ply before.
#[test]
fn search_finds_the_same_distances() {
    let (mut seed, mut seen) = (5, [0; 8]);
    let classes = Class::all();
    while seen.iter().sum::<usize>() < 200 {
        seed = mix(seed);
        let class = classes[seed as usize % classes.len()];
        let place = class.places().start + (mix(!seed) as usize) % class.places().len();
        let Some(position) = class.position(place) else { continue };
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

/// From there on a best move is played at every turn: the game lasts as long as the table says.
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

/// A win in thirteen plies does not count when a draw may be claimed in twelve.
#[test]
fn a_win_that_comes_too_late_is_not_claimed() {
    let (position, _) = entries().find(|(_, entry)| score(*entry) == Score::win_in(13)).expect("some are won so");
    assert_eq!(value(&position.after_quiet(67)), Some(Score::win_in(13)));
    assert_eq!(value(&position.after_quiet(68)), None);
}

#[test]
#[ignore = "minutes; the table is held against the rules by the tests above"]
fn the_table_is_the_one_that_is_made() {
    assert!(make() == super::PACKED, "endings.bin is not what `plyd-tools tables checkers` writes");
}
