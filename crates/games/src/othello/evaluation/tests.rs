//! What holds of the evaluation, whatever its weights.

use super::super::super::proofs::{Rng, random_position};
use super::super::Othello;
use super::learning::numbers;
use super::patterns::{NUMBERS, WEIGHTS, shared};
use super::{evaluate, weights};
use crate::notation::Notation;

fn positions(count: usize) -> Vec<Othello> {
    let mut rng = Rng(5);
    (0..count).map(|_| random_position(&Othello::default(), 59, &mut rng)).collect()
}

#[test]
fn images_have_the_same_weights() {
    let shared = shared();
    let of = |position: &Othello| {
        let mut found = numbers(position).map(|number| shared[number as usize]);
        found.sort_unstable();
        found
    };
    for position in positions(200) {
        for twin in position.twins() {
            assert_eq!(of(&twin), of(&position), "{}", position.state());
            assert_eq!(evaluate(&twin), evaluate(&position), "{}", position.state());
        }
    }
}

#[test]
fn patterns_that_differ_by_a_disc_have_different_numbers() {
    // Every square is seen by some patterns, and what lies on it changes the number of each of them.
    let empty = Othello::new(0, 0, plyd_search::position::Side::First);
    for square in 0..64 {
        let [own, other] = [(1 << square, 0), (0, 1 << square)]
            .map(|(own, other)| numbers(&Othello::new(own, other, plyd_search::position::Side::First)));
        let differ = |one: &[u32], two: &[u32]| (0..NUMBERS - 5).filter(|at| one[*at] != two[*at]).count();
        let none = numbers(&empty);
        let seen = differ(&own, &none);
        assert!(seen >= 4, "{square} is seen by {seen}");
        assert_eq!((differ(&other, &none), differ(&own, &other)), (seen, seen), "{square}");
    }
}

#[test]
fn weights_are_read_back_as_they_were_written() {
    let shared = shared();
    let mut rng = Rng(9);
    let stages: Vec<Vec<i8>> = (0..2)
        .map(|_| {
            let mut stage = vec![0; WEIGHTS];
            for number in 0..WEIGHTS {
                let own = shared[number] as usize;
                stage[number] = match own {
                    own if own < number => stage[own],
                    _ if number % 7000 < 3000 || rng.below(3) == 0 => 0,
                    _ => rng.below(255) as i8,
                };
            }
            stage
        })
        .collect();
    let read = weights::read(&weights::write(&stages));
    assert!(read.iter().map(|stage| stage.to_vec()).eq(stages));
}
