//! Helpers for several tests: synthetic games to search, and a minimax that shares no code with plyd's.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

pub mod catalogue;
pub mod clock;
pub mod held;
pub mod labels;
pub mod layouts;
pub mod oracle;
pub mod questions;
pub mod repetitions;
pub mod server;
pub mod socket;
pub mod trees;

use plyd::position::Position;

/// SplitMix64, a small well-known generator, so that every random test is seeded and repeatable.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An unfinished position after this number of random plies.
pub fn random_position<P: Position>(start: &P, plies: usize, rng: &mut Rng) -> P {
    loop {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for _ in 0..plies {
            if position.outcome().is_some() {
                break;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}
