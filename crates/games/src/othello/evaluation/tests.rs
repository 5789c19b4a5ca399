//! Tests of the evaluation that hold for any weights.

use super::super::super::testing::{Rng, analyse, random_position};
use super::super::Othello;
use super::learning::{self, NEGLIGIBLE, indices};
use super::network::{self, STAGES, UNIT};
use super::patterns::{ACTIVE, VECTORS, shared};
use super::value::{evaluate, value_in};
use crate::network::learning::{Weights, encoded};
use crate::network::{INPUTS, LANES};
use crate::notation::Notation;
use plyd_search::Algorithm;

fn positions(count: usize) -> Vec<Othello> {
    let mut rng = Rng(5);
    (0..count).map(|_| random_position(&Othello::default(), 59, &mut rng)).collect()
}

#[test]
fn images_have_the_same_weights() {
    let shared = shared();
    let of = |position: &Othello| {
        let mut found = indices(position).map(|number| shared[number as usize]);
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
    // Every square belongs to some patterns, and its disc changes the index of each of them.
    let empty = Othello::new(0, 0, plyd_search::position::Side::First);
    for square in 0..64 {
        let [own, other] = [(1 << square, 0), (0, 1 << square)]
            .map(|(own, other)| indices(&Othello::new(own, other, plyd_search::position::Side::First)));
        let differ = |one: &[u32], two: &[u32]| (0..ACTIVE - 5).filter(|at| one[*at] != two[*at]).count();
        let none = indices(&empty);
        let seen = differ(&own, &none);
        assert!(seen >= 4, "{square} is seen by {seen}");
        assert_eq!((differ(&other, &none), differ(&own, &other)), (seen, seen), "{square}");
    }
}

#[test]
fn a_network_is_read_back_as_it_was_written() {
    let shared = shared();
    let mut rng = Rng(9);
    let mut draw = |most: usize| (rng.below(2 * most + 1) as f32 - most as f32) / 128.0;
    let mut vectors: Vec<[f32; LANES]> = Vec::new();
    for (number, image) in shared.iter().copied().enumerate() {
        // Chosen so that both evaluations clip the same sums, and so that every vector is large enough to be written.
        let own = |lane| if lane == number % LANES { 6.0 / 128.0 } else { draw(6) };
        vectors.push(if image as usize == number { std::array::from_fn(own) } else { vectors[image as usize] });
    }
    let stages: Vec<_> = (0..STAGES).map(|_| (std::array::from_fn(|_| draw(60)), draw(60))).collect();
    let weights = Weights { vectors: vectors.clone(), stages: stages.clone() };
    let network = network::read(&encoded(&weights, &shared, NEGLIGIBLE));
    for position in positions(200) {
        let indices = indices(&position);
        let sums: [f32; LANES] = std::array::from_fn(|lane| indices.iter().map(|it| vectors[*it as usize][lane]).sum());
        let clipped = sums.map(|sum| sum.clamp(0.0, 1.0));
        let (weights, bias) = &stages[learning::stage(&position)];
        let features = (0..LANES).map(|lane| clipped[lane]);
        let features = features.chain((0..LANES / 2).map(|lane| clipped[lane] * clipped[lane + LANES / 2]));
        let value = bias + sums[0] + features.zip(weights).map(|(feature, weight)| feature * weight).sum::<f32>();
        let found = value_in(&network, position.own(), position.other(), position.placements()) as f32;
        let expected = (value * UNIT as f32).clamp(-64.0, 64.0);
        assert!((found - expected).abs() < 1.0, "{found}, expected {expected}: {}", position.state());
    }
}

#[test]
fn a_negligible_vector_is_written_as_zeros() {
    let of = |loudest: f32| {
        let vector = std::array::from_fn(|lane| if lane == 5 { loudest / 128.0 } else { -1.0 / 128.0 });
        let stages = vec![([1.0; INPUTS], 0.0); STAGES];
        encoded(&Weights { vectors: vec![vector; VECTORS], stages }, &shared(), NEGLIGIBLE)
    };
    assert_eq!(of(5.0), of(0.0), "five is faint");
    assert_ne!(of(6.0), of(0.0), "six is not");
}

#[test]
fn the_network_comes_near_to_solved_values() {
    let near_the_end: Vec<Othello> = positions(3_000)
        .into_iter()
        .filter(|position| (7..=9).contains(&position.empty().count_ones()))
        .take(60)
        .collect();
    let mean_square = |error: &dyn Fn(&Othello, i32) -> i32| {
        let solved = |position| analyse(position, Algorithm::AlphaBeta, Othello::ABOUT.max_depth).score.value();
        near_the_end.iter().map(|position| error(position, solved(position)).pow(2)).sum::<i32>() / 60
    };
    let [error, spread] = [mean_square(&|position, value| value - evaluate(position)), mean_square(&|_, value| value)];
    assert!(near_the_end.len() == 60 && 4 * error < spread, "{error} of {spread} discs, squared");
}
