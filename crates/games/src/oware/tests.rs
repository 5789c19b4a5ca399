use super::Oware;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side};

/// The position after a move.
fn after(state: &str, name: &str) -> Oware {
    let position = Oware::parse(state).unwrap();
    position.after(position.find_move(name).unwrap_or_else(|| panic!("{name} at {state}")))
}

fn names(state: &str) -> Vec<String> {
    let (position, mut moves) = (Oware::parse(state).unwrap(), Vec::new());
    position.legal_moves(&mut moves);
    moves.into_iter().map(|house| position.move_text(house)).collect()
}

#[test]
fn a_house_of_twelve_passes_over_itself() {
    let state = "12,0,0,0,0,0,12/4,4,4,4,4,4,0 south";
    assert_eq!(after(state, "A").state(), "0,2,1,1,1,1,12/5,5,5,5,5,5,0 north");
}

#[test]
fn unbroken_twos_and_threes_are_captured_up_to_the_row_end() {
    // The last seed makes a three on c. b gets its second seed, and a its fourth.
    let state = "0,0,0,0,0,3,20/3,1,2,4,0,0,15 south";
    assert_eq!(after(state, "F").state(), "0,0,0,0,0,0,25/4,0,0,4,0,0,15 north");
    // The mover's own twos and threes are not captured.
    let state = "0,0,0,0,2,2,20/1,5,0,4,0,0,14 south";
    assert_eq!(after(state, "E").state(), "0,0,0,0,0,3,22/0,5,0,4,0,0,14 north");
    // The chain is broken at b.
    let state = "0,0,0,0,0,3,20/1,5,2,4,0,0,13 south";
    assert_eq!(after(state, "F").state(), "0,0,0,0,0,0,23/2,6,0,4,0,0,13 north");
}

#[test]
fn a_grand_slam_captures_nothing() {
    let state = "0,0,0,0,1,2,20/1,1,0,0,0,0,23 south";
    assert_eq!(after(state, "F").state(), "0,0,0,0,1,0,20/2,2,0,0,0,0,23 north");
}

#[test]
fn a_side_without_seeds_has_to_be_given_some() {
    assert_eq!(names("0,1,0,3,0,3,20/0,0,0,0,0,0,21 south"), ["D", "F"]);
    let over = Oware::parse("0,1,0,2,0,0,22/0,0,0,0,0,0,23 south").unwrap();
    assert_eq!((over.outcome(), over.is_final()), (Some(Outcome::Win(Side::First)), true));
    assert_eq!(over.reason(), "no legal move: each side took what lay on it");
}

#[test]
fn more_than_half_wins_and_half_each_draws() {
    let over = Oware::parse("1,0,0,0,0,0,22/0,0,0,0,0,0,25 north").unwrap();
    assert_eq!(
        (over.outcome(), over.reason()),
        (Some(Outcome::Win(Side::Second)), "more than half of the seeds captured")
    );
    let over = Oware::parse("0,0,0,0,0,0,24/0,0,0,0,0,0,24 north").unwrap();
    assert_eq!((over.outcome(), over.reason()), (Some(Outcome::Draw), "half of the seeds each"));
}

#[test]
fn where_a_last_seed_falls_is_known_beforehand() {
    for seeds in 1..=40 {
        for house in 0..6 {
            let mut houses = [[0; 6]; 2];
            houses[0][house] = seeds;
            let position = Oware::new(houses, [0; 2], Side::First);
            let mut at = house;
            for _ in 0..seeds {
                at = (at + 1) % 12;
                at = if at == house { (at + 1) % 12 } else { at };
            }
            assert_eq!(position.last_house(house), at, "{seeds} from {house}");
        }
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    for (state, says) in [
        ("4,4,4,4,4,4,1/4,4,4,4,4,4,0 south", "there are 49 seeds in all, expected 48"),
        ("4,4,4,4,4,4,4,0/4,4,4,4,4,4,4,0 south", "south has 8 numbers, expected 7:"),
    ] {
        let error = Oware::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
}
