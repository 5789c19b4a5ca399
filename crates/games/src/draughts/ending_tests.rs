//! Endings of few kings: retrograde analysis compared with search.

use std::collections::HashMap;

use super::{Draughts, Russian};
use crate::diagonals::{Diagonals, Eight, bit_indices};
use crate::notation::Notation;
use crate::testing::{analyse, moves};
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Score};

type Ending = Draughts<Russian>;

/// One or two white kings against a black one, either side to move.
fn endings() -> Vec<Ending> {
    let mut all = Vec::new();
    for (one, other) in bit_indices(Eight::ALL).flat_map(|one| bit_indices(Eight::ALL).map(move |other| (one, other))) {
        let white = 1 << one | 1 << other;
        for black in bit_indices(Eight::ALL & !white).filter(|_| one <= other).map(|index| 1 << index) {
            all.extend([Side::First, Side::Second].map(|side| Ending::new([white, black], white | black, side)));
        }
    }
    all
}

/// The value of each ending for the side to move, by key. Drawn endings are missing. Repetition and quiet plies are
/// ignored.
fn values(endings: &[Ending]) -> HashMap<u64, Score> {
    let next: Vec<Vec<Ending>> =
        endings.iter().map(|ending| moves(ending).into_iter().map(|mv| ending.after(mv)).collect()).collect();
    let mut values = HashMap::new();
    for plies in 1.. {
        let known = values.len();
        let mut found = Vec::new();
        for (ending, next) in endings.iter().zip(&next).filter(|(ending, _)| !values.contains_key(&ending.key())) {
            let after = |next: &Ending| {
                if next.is_final() { Some(Score::loss_in(0)) } else { values.get(&next.key()).copied() }
            };
            let (mut wins, mut loses) = (false, true);
            for value in next.iter().map(after) {
                wins |= value.is_some_and(|value| value < Score::ZERO);
                loses &= value.is_some_and(|value| value > Score::ZERO);
            }
            if wins {
                found.push((ending.key(), Score::win_in(plies)));
            } else if loses {
                found.push((ending.key(), Score::loss_in(plies)));
            }
        }
        values.extend(found);
        if values.len() == known {
            break;
        }
    }
    values
}

#[test]
fn searches_prove_what_endings_of_kings_are_worth() {
    let endings: Vec<Ending> = endings().into_iter().filter(|ending| !ending.is_final()).collect();
    let values = values(&endings);
    let longest = values.values().filter_map(|value| value.plies()).max();
    assert_eq!((endings.len(), values.len(), longest), (31_742, 7_046, Some(8)));
    let (decided, drawn): (Vec<&Ending>, Vec<&Ending>) =
        endings.iter().partition(|ending| values.contains_key(&ending.key()));
    for ending in decided.into_iter().step_by(29).chain(drawn.into_iter().step_by(997)) {
        let found = analyse(ending, Algorithm::AlphaBeta, 8).score;
        let found = found.plies().map(|_| found);
        assert_eq!(found, values.get(&ending.key()).copied(), "{}", ending.state());
    }
}
