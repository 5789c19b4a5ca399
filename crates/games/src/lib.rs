//! The games of plyd, one file or folder each: rules ([`Position`](plyd_search::position::Position)), opinions
//! ([`Evaluate`](plyd_search::Evaluate)) and texts ([`Notation`]).
//!
//! Games do not know each other, and nothing that serves them.

pub mod answer;
pub mod board;
mod bones;
pub mod catalogue;
mod checkers;
mod chess;
mod connect_four;
pub mod game_tree;
mod gomoku;
mod grid;
pub mod laws;
mod list;
pub mod notation;
mod othello;
mod played;
#[cfg(test)]
mod proofs;
mod tic_tac_toe;
mod tree;

pub use bones::Bones;
pub use checkers::Checkers;
pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use gomoku::Gomoku;
pub use list::{Catalogue, InvalidCatalogue, UnknownGame, nearest};
pub use notation::Notation;
pub use othello::Othello;
pub use tic_tac_toe::TicTacToe;
pub use tree::Tree;

use catalogue::Game;

/// Every game that plyd brings along. Laws over this list test a game before its author writes a test.
pub static CATALOGUE: Catalogue = Catalogue::new(&[
    Game::of::<TicTacToe>("tic-tac-toe").known_as(&["tictactoe", "noughts-and-crosses"]),
    Game::of::<Bones>("bones"),
    Game::of::<Tree>("tree"),
    Game::of::<ConnectFour>("connect-four").known_as(&["connect4", "four-in-a-row"]),
    Game::of::<Gomoku>("gomoku").known_as(&["five-in-a-row", "mnk"]),
    Game::of::<Othello>("othello").known_as(&["reversi"]),
    Game::of::<Checkers>("checkers").known_as(&["english-draughts"]),
    Game::of::<Chess>("chess"),
]);
