//! Tests of inferior cells against exhaustive play.

use std::collections::HashMap;

use super::super::analyst::Analyst;
use super::super::carriers::Carrier;
use super::super::hsearch::Look;
use super::super::inferior::{Filled, Surroundings};
use super::super::moves::Move;
use super::prover::solve;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::{after, moves};
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

/// The position after a side's regions are filled, and the cells of these regions.
fn with_regions<const N: usize>(position: &Hex, side: Side) -> (Filled<N>, Carrier<N>) {
    let mut analyst = Analyst::new(position.size.into());
    let mut filled = analyst.surroundings.fill_position(position);
    analyst.connect(&filled, side, false, Look::Thorough, &mut || Ok(())).expect("no limit");
    let before = filled.empty;
    analyst.capture(&mut filled, side, Look::Thorough);
    let cells = before.without(&filled.empty);
    (filled, cells)
}

#[test]
fn captured_regions_change_no_winner() {
    let mut captured = 0;
    let few = |position: &Hex| !position.swap && position.most_plies_left() <= 11;
    for position in random_positions(3_000, 6, 72).filter(few) {
        let known = &mut HashMap::new();
        let wins = solve(&position, known) > Score::ZERO;
        for side in [Side::First, Side::Second] {
            let (filled, cells) = with_regions(&position, side);
            let now = played(&position, &filled);
            assert_eq!(solve(&now, known) > Score::ZERO, wins, "{} with {}", position.state(), now.state());
            captured += cells.count();
        }
    }
    assert!(captured > 500, "{captured}");
}

/// X's stones from d4 to i3 are connected with the edge below, and O comes to that region from the right edge alone.
#[test]
fn a_region_with_one_way_in_for_the_opponent_is_captured() {
    let played = "a10 a11 c9 c10 e9 d9 f7 f6 h5 h4 i4 j2 i3 i2 g3 h3 g5 g4 e5 f4 d4 d5 e4 f5 e7 d3";
    let position = after(&empty(11, false), played);
    let (_, cells) = with_regions::<2>(&position, Side::First);
    let has = |name: &str| cells.has(position.find_move(name).expect("legal").slot());
    assert!(["k5", "g6", "h8", "k11", "d10"].into_iter().all(has));
    assert!(!["c6", "d8", "b4", "h2"].into_iter().any(has));
    let (_, cells) = with_regions::<2>(&position, Side::Second);
    assert!(!cells.has(position.find_move("h8").expect("legal").slot()));
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
