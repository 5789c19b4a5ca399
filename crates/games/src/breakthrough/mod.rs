//! Breakthrough (Dan Troyka, 2000): pawns only move forward, and the first pawn on the last rank wins.

mod evaluate;
mod geometry;
mod network;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::Breakthrough;
