use super::Kalah;
use crate::notation::Notation;
use crate::testing::search;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Engine, Limits, Question};

/// The position after playing a house of the side to move, numbered from 1.
fn after(state: &str, house: u8) -> Kalah {
    Kalah::parse(state).unwrap().after(house - 1)
}

#[test]
fn a_last_seed_in_the_store_moves_again() {
    assert_eq!(after("4,4,4,4,4,4,0/4,4,4,4,4,4,0 south", 3).state(), "4,4,0,5,5,5,1/4,4,4,4,4,4,0 south");
    assert_eq!(after("4,4,4,4,4,4,0/4,4,4,4,4,4,0 south", 4).state(), "4,4,4,0,5,5,1/5,4,4,4,4,4,0 north");
}

#[test]
fn sowing_passes_over_the_others_store_and_comes_back_to_its_start() {
    // Fourteen seeds with two houses a side: two laps of five, and four more.
    assert_eq!(after("14,0,0/1,1,0 south", 1).state(), "2,3,3/4,4,0 north");
    // A whole lap ends in the house that it emptied. It captures the seed that it has just sown in the opposite house.
    assert_eq!(after("5,3,0/2,6,0 south", 1).state(), "0,4,9/3,0,0 north");
}

#[test]
fn a_last_seed_in_an_empty_house_takes_what_lies_opposite_if_anything_does() {
    assert_eq!(after("1,0,3,0/2,5,1,0 south", 1).state(), "0,0,3,6/2,0,1,0 north");
    assert_eq!(after("1,0,3,0/7,0,1,0 south", 1).state(), "0,1,3,0/7,0,1,0 north");
    // No capture in a house of the other side, nor in a house that held seeds.
    assert_eq!(after("1,2,0,2/1,3,3,0 south", 2).state(), "1,0,1,3/1,3,3,0 south");
    assert_eq!(after("1,1,3,0/1,3,3,0 south", 1).state(), "0,2,3,0/1,3,3,0 north");
}

#[test]
fn an_emptied_side_ends_the_game_even_with_a_turn_due() {
    let over = after("0,0,1,5/3,2,1,0 south", 3);
    assert_eq!((over.state().as_str(), over.outcome()), ("0,0,0,6/3,2,1,0 south", Some(Outcome::Points(0))));
    assert_eq!(over.reason(), "south's houses are empty");
    let over = Kalah::parse("1,0,0,2/0,0,0,3 south").unwrap();
    assert_eq!((over.outcome(), over.reason()), (Some(Outcome::Points(0)), "north's houses are empty"));
}

#[test]
fn states_that_cannot_be_are_refused() {
    for (state, says) in [
        ("4,4,0/4,4,1 south", "there are 17 seeds in all, expected a multiple of 4 up to 48"),
        ("0,0,0/0,0,0 south", "there are 0 seeds"),
        ("13,13,0/13,13,0 south", "there are 52 seeds"),
        ("0/0 south", "south has 1 numbers, expected 2 to 11"),
    ] {
        let error = Kalah::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
}

/// South's margin when both sides begin with this number of houses and seeds in each, by full search.
fn solved(houses: usize, seeds: u8) -> i32 {
    let row = vec![seeds; houses];
    let start = Kalah::new([&row, &row], [0, 0], Side::First);
    let found = search(&start, &Question::new(Limits::depth(100)), &mut Engine::new(1 << 26));
    assert!(found.proven, "{houses} houses of {seeds}");
    found.score.value()
}

#[test]
fn small_boards_are_solved() {
    // Margins for 1, 2, … seeds in each house, by number of houses. Another program computed them.
    for (houses, margins) in [(1, &[0, -2, 6, -2, 2, 0][..]), (2, &[2, -2, -2, -10, 6, 8]), (3, &[0, 4, 2]), (4, &[2])]
    {
        for (margin, seeds) in margins.iter().zip(1..) {
            assert_eq!(solved(houses, seeds), *margin, "{houses} houses of {seeds}");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn larger_boards_are_solved() {
    for (houses, seeds, margin) in [
        (3, 4, 2),
        (3, 5, 6),
        (3, 6, -8),
        (4, 2, 6),
        (4, 3, 6),
        (4, 4, 2),
        (5, 1, 0),
        (5, 2, 2),
        (5, 3, 6),
        (5, 4, 10),
        (6, 1, 2),
        (6, 2, 6),
        (6, 3, 2),
    ] {
        assert_eq!(solved(houses, seeds), margin, "{houses} houses of {seeds}");
    }
}
