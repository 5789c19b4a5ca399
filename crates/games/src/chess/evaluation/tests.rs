//! What holds of every evaluation, whatever its weights.

use std::collections::BTreeSet;

use super::super::Chess;
use super::evaluate;
use super::learning::{Factors, Weights};
use crate::notation::Notation;
use plyd_search::mix;
use plyd_search::position::Position;

fn value(state: &str) -> i32 {
    evaluate(&Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}")).board)
}

/// The positions of random games.
fn positions(games: u64) -> Vec<Chess> {
    let mut found = Vec::new();
    for game in 0..games {
        let (mut seed, mut here, mut moves) = (game, Chess::default(), Vec::new());
        while here.outcome().is_none() {
            found.push(here.clone());
            moves.clear();
            here.legal_moves(&mut moves);
            seed = mix(seed);
            here.play_unchecked(moves[(seed % moves.len() as u64) as usize]);
        }
    }
    found
}

#[test]
fn what_is_good_for_white_is_as_good_for_black_and_on_either_wing() {
    let mut mirrored = 0;
    for here in positions(30) {
        let twins = here.twins();
        mirrored += usize::from(twins.len() == 3);
        for twin in twins {
            assert_eq!(evaluate(&twin.board), evaluate(&here.board), "{} and {}", here.state(), twin.state());
        }
    }
    assert!(mirrored > 1000, "{mirrored}");
}

#[test]
fn learning_sees_what_play_does() {
    let weights = Weights::playing();
    let (mut seen, mut terms) = (0, BTreeSet::new());
    for here in positions(60) {
        let Some(factors) = Factors::of(&here) else { continue };
        let (learnt, played) = (factors.value(&weights).value, evaluate(&here.board) as f32);
        // Danger is rounded on its way, each king's by one at most.
        assert!((learnt - played).abs() <= 3.0, "{}: {learnt} and {played}", here.state());
        terms.extend(factors.worth.iter().chain(&factors.danger[0]).map(|(term, _)| *term));
        seen += 1;
    }
    assert!(seen > 5000, "{seen}");
    assert!(terms.len() * 10 > weights.terms.len() * 8, "{} terms of {}", terms.len(), weights.terms.len());
}

#[test]
fn no_position_comes_near_to_a_win() {
    for state in [
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/7k/K7 b - - 0 1",
        "4k3/PPPPPPPP/8/8/8/8/8/QQQQ3K b - - 0 1",
        "NNNNNNNN/NNNNNNN1/8/8/4k3/8/8/7K b - - 0 1",
    ] {
        let here = Chess::parse(state).unwrap();
        for here in here.twins().into_iter().chain([here]) {
            assert!(evaluate(&here.board).abs() < 60_000, "{state}: {}", evaluate(&here.board));
        }
    }
}

#[test]
fn leads_that_do_not_win_are_worth_little() {
    // A rook's pawn and the bishop that does not command its corner; with the other bishop it wins.
    assert!(value("k7/8/8/8/8/8/P7/K1B5 w - - 0 1").abs() < 60);
    assert!(value("k7/8/8/8/8/8/P7/KB6 w - - 0 1") > 250);
    // Bishops of opposite colours, a pawn ahead.
    let [opposite, same] =
        ["6k1/5p2/4b3/8/8/4B3/3P1P2/6K1 w - - 0 1", "6k1/5p2/5b2/8/8/4B3/3P1P2/6K1 w - - 0 1"].map(value);
    assert!((1..100).contains(&opposite) && same > opposite, "{same} and {opposite}");
    // Bishop and knight mate in a corner of the bishop's colour.
    assert!(value("7k/8/5K2/8/4N3/4B3/8/8 w - - 0 1") > value("k7/8/2K5/8/4N3/4B3/8/8 w - - 0 1") + 50);
}
