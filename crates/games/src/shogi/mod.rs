//! Shogi on 9x9, and minishogi on 5x5.
//!
//! - `variant`: the sizes of the board, and the facts of both games
//! - `geometry`: squares, sets of squares, and where pieces go on an empty board
//! - `pieces`: pieces and their letters
//! - `board`: where pieces stand, and what attacks a square
//! - `generate`: moves and their generation
//! - `rules`: playing a move, and the end of the game
//! - `sfen`, `hosking`, `recorded`, `notation`: states, moves and boards as people write them
//! - `mate`: the search for mates by checks
//! - `evaluate`, `network`, `exchange`, `hooks`: static evaluation, exchanges on one square, and the hooks of the search

mod board;
mod evaluate;
mod exchange;
mod generate;
mod geometry;
mod hooks;
mod hosking;
mod mate;
#[cfg(test)]
mod mate_tests;
mod network;
mod notation;
mod pieces;
mod recorded;
mod rules;
mod sfen;
#[cfg(test)]
mod tests;
mod variant;

pub use board::Shogi;
pub use variant::{FiveByFive, NineByNine};
