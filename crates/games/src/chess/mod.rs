//! Chess. The rules are those of the crate `cozy-chess`; notation, draws and opinion are here.
//!
//! - `rules`: the position, and when it is over
//! - `fen`: reading and writing states
//! - `san`: moves as people write them
//! - `notation`: moves, board, mirror images, and the facts of the game
//! - `evaluate`: what a position is worth, from the tables in `tables` and a few terms beyond them
//! - `exchange`: who wins the captures on a square
//! - `order`: which move to try first
//! - `tactics`: what the selective search asks beyond that

mod evaluate;
mod exchange;
mod fen;
mod notation;
mod order;
mod rules;
mod san;
mod tables;
mod tactics;
mod tapered;
#[cfg(test)]
mod tests;

pub use rules::Chess;
