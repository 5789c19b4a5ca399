//! The games of plyd, one file or folder each: rules ([`Position`]), opinions ([`Evaluate`]) and texts ([`Notation`]).
//!
//! Games do not know each other, and nothing that serves them.

pub mod answer;
mod bones;
pub mod catalogue;
mod checkers;
mod chess;
mod connect_four;
mod gomoku;
mod grid;
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
pub use notation::Notation;
pub use othello::Othello;
pub use tic_tac_toe::TicTacToe;
pub use tree::Tree;

use std::fmt;

use catalogue::Game;

/// Every game that plyd plays. Laws over this list test a game before its author writes a test.
pub static CATALOGUE: &[Game] = &[
    Game::of::<TicTacToe>("tic-tac-toe"),
    Game::of::<Bones>("bones"),
    Game::of::<Tree>("tree"),
    Game::of::<ConnectFour>("connect-four"),
    Game::of::<Gomoku>("gomoku"),
    Game::of::<Othello>("othello"),
    Game::of::<Checkers>("checkers"),
    Game::of::<Chess>("chess"),
];

/// The game of this id.
///
/// # Errors
/// [`UnknownGame`], naming the nearest ones.
pub fn find(id: &str) -> Result<&'static Game, UnknownGame> {
    CATALOGUE.iter().find(|game| game.id == id).ok_or_else(|| {
        let ids: Vec<&str> = CATALOGUE.iter().map(|game| game.id).collect();
        UnknownGame { asked: id.chars().take(40).collect(), nearest: nearest(id, &ids) }
    })
}

/// No game has this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    asked: String,
    nearest: &'static str,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids: Vec<&str> = CATALOGUE.iter().map(|game| game.id).collect();
        write!(f, "there is no game {:?}; did you mean {}? Games: {}", self.asked, self.nearest, ids.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

/// The name that takes the fewest changes to become the wanted one.
#[must_use]
pub fn nearest<'a>(wanted: &str, names: &[&'a str]) -> &'a str {
    // Long input costs time in proportion to its square, and is near to nothing.
    let wanted: String = wanted.chars().take(100).collect::<String>().to_lowercase();
    names.iter().min_by_key(|name| strsim::damerau_levenshtein(name, &wanted)).copied().unwrap_or_default()
}
