//! Chess. The rules are those of the crate `cozy-chess`; notation, draws and opinion are here.
//!
//! - `rules`: the position, and when it is over
//! - `fen`: reading and writing states
//! - `san`: moves as people write them
//! - `notation`: moves, board, mirror images, and the facts of the game
//! - `evaluate`: what the search asks of the game
//! - `evaluation`: what a position is worth
//! - `see`: who wins the captures on a square
//! - `captures`: the captures alone
//! - `order`: which move to try first
//! - `quiet_score`: what a quiet move promises
//! - `tactics`: what the selective search asks beyond that

mod captures;
mod evaluate;
mod evaluation;
mod fen;
mod notation;
mod order;
mod quiet_score;
mod rules;
mod san;
mod see;
mod tactics;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "tools"))]
pub use evaluation::learning;
pub use rules::Chess;
