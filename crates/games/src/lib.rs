//! The games of plyd, one file or folder each: rules ([`Position`]), opinions ([`Evaluate`]) and texts ([`Notation`]).
//!
//! Games do not know each other, and nothing that serves them.

mod bones;
mod checkers;
mod chess;
mod connect_four;
mod gomoku;
mod grid;
pub mod notation;
mod othello;
#[cfg(test)]
mod proofs;
mod tic_tac_toe;
mod tree;

pub use bones::Bones;
pub use checkers::Checkers;
pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use gomoku::Gomoku;
pub use notation::Notation;
pub use othello::Othello;
pub use tic_tac_toe::TicTacToe;
pub use tree::Tree;

#[cfg(doc)]
use plyd_search::{Evaluate, position::Position};
