//! Tests of inferior cells against exhaustive play.

use std::collections::HashMap;

use super::super::carriers::Carrier;
use super::super::inferior::{Filled, Surroundings};
use super::super::moves::Move;
use super::prover::solve;
use super::{Hex, random_positions};
use crate::notation::Notation;
use crate::testing::moves;
use plyd_search::Score;
use plyd_search::position::{Position, Side};

fn filled(position: &Hex) -> Filled<1> {
    Surroundings::of(position.size.into()).fill_position(position)
}

/// The position with the filled cells.
fn played(position: &Hex, filled: &Filled<1>) -> Hex {
    let mut all = Hex::empty(position.size, position.side, false);
    for mv in moves(&Hex::empty(position.size, Side::First, false)) {
        let holder = [Side::First, Side::Second].into_iter().find(|side| filled.stones[side.index()].has(mv.slot()));
        if let Some(side) = holder {
            all.put(side, mv);
        }
    }
    all
}

/// Filling cells changes no winner, and if there is a winning move, one of the undominated moves wins.
#[test]
fn inferior_cells_change_no_winner() {
    let (mut filled_cells, mut dominated) = (0, 0);
    let few = |position: &Hex| !position.swap && position.most_plies_left() <= 11;
    for position in random_positions(3_000, 6, 71).filter(few) {
        let known = &mut HashMap::new();
        let wins = solve(&position, known) > Score::ZERO;
        let (filled, size) = (filled(&position), position.size.into());
        let now = played(&position, &filled);
        assert_eq!(solve(&now, known) > Score::ZERO, wins, "{} filled to {}", position.state(), now.state());
        filled_cells += position.most_plies_left() - now.most_plies_left();
        if now.is_final() {
            continue;
        }
        let left = Surroundings::of(size).undominated(&filled, position.side, &filled.empty);
        let best = moves(&now).into_iter().filter(|mv| left.has(mv.slot()));
        let still = best.map(|mv| -solve(&now.after(mv), known)).max();
        assert_eq!(still.is_some_and(|value| value > Score::ZERO), wins, "{}: {left:?}", now.state());
        dominated += filled.empty.count() - left.count();
    }
    assert!(filled_cells > 1_000 && dominated > 500, "{filled_cells}, {dominated}");
}

/// A board of 5x5 with these stones, by index.
fn placed(first: &[u16], second: &[u16]) -> Hex {
    let mut position = Hex::empty(5, Side::First, false);
    first.iter().for_each(|cell| position.put(Side::First, Move(*cell)));
    second.iter().for_each(|cell| position.put(Side::Second, Move(*cell)));
    position
}

#[test]
fn published_patterns_are_found() {
    // Around b3: four neighbors in a row, three and one opposite, and two and two.
    for (first, second) in [(vec![12, 7, 6, 10], vec![]), (vec![12, 7, 6], vec![15]), (vec![7, 6], vec![15, 16])] {
        assert!(!filled(&placed(&first, &second)).empty.has(11), "{first:?} {second:?}");
        assert!(filled(&placed(&first[1..], &second)).empty.has(11), "{first:?} {second:?}");
    }
    // Two cells of a row along an edge, under a stone of that side, are captured.
    let found = filled(&placed(&[17], &[]));
    let captured: Carrier<1> = [21, 22].into_iter().collect();
    assert!(captured.is_within(&found.captured[0]) && found.captured[1].is_empty());
}
