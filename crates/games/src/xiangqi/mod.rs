//! Xiangqi, Chinese chess.
//!
//! - `squares`: sets of squares as bits, and where pieces go from a square
//! - `board`: where pieces stand, and what attacks a square
//! - `generate`, `rules`: legal moves, playing a move, and the end of the game
//! - `fen`, `wxf`, `notation`: states, moves and boards as people write them
//! - `evaluate`, `network`, `exchange`, `hooks`: static evaluation, exchanges on one square, and the hooks of the search

mod board;
mod evaluate;
mod exchange;
mod fen;
mod generate;
mod hooks;
mod network;
mod notation;
mod rules;
mod squares;
#[cfg(test)]
mod tests;
mod wxf;

pub use board::Xiangqi;
