//! Tests of Hex: rules case by case, symmetries, minimax, perft of another program, small boards, and bit operations
//! against loops over the cells.

mod cells;
mod hsearch;
mod inferior;
mod motifs;
mod network;
mod paths;
mod potential;
mod proof;
mod prover;
mod rules;
mod search;

use super::Hex;
use crate::notation::Notation;
use crate::testing::{Rng, random_position};
use plyd_search::position::Side;

fn read(state: &str) -> Hex {
    Hex::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn empty(size: u8, swap: bool) -> Hex {
    Hex::empty(size, Side::First, swap)
}

/// Empty boards of several sizes, with and without the swap.
fn boards(count: usize) -> impl Iterator<Item = Hex> {
    [(11, false), (3, false), (5, true), (2, true), (7, false), (19, false), (4, true), (9, true), (2, false)]
        .into_iter()
        .cycle()
        .take(count)
        .map(|(size, swap)| empty(size, swap))
}

/// Unfinished random positions on boards up to this size.
fn random_positions(count: usize, largest: u8, seed: u64) -> impl Iterator<Item = Hex> {
    let mut rng = Rng(seed);
    (0..count).map(move |index| {
        let (size, swap) = (2 + (index % usize::from(largest - 1)) as u8, index.is_multiple_of(3));
        random_position(&empty(size, swap), usize::from(size) * usize::from(size), &mut rng)
    })
}
