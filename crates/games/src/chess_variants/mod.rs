//! Variants of chess on a board of their own: crazyhouse, antichess, atomic chess, three-check, king of the hill, horde
//! and racing kings, by the rules of Lichess.
//!
//! - `board`: where pieces stand, what attacks a square, and what distinguishes the variants; each has a file
//! - `moves`, `generate`: moves and their generation
//! - `rules`: playing a move, and the end of the game
//! - `fen`, `san`, `notation`: states, moves and boards as people write them, with what chess has for its own
//! - `evaluate`, `hooks`: static evaluation and the hooks of the search
//!
//! Chess itself has the board of `cozy-chess`. Both share the attacks of pieces, which are that crate's, reading the rows
//! and counters of a FEN, reading and writing SAN, static exchange evaluation, and the parameters of the search. They do
//! not share castling of Chess960, openings, motifs and the network.

mod antichess;
mod atomic;
mod board;
mod crazyhouse;
mod evaluate;
mod fen;
mod generate;
mod hooks;
mod horde;
mod king_of_the_hill;
mod moves;
mod notation;
#[cfg(test)]
mod orthodox;
mod racing_kings;
mod rules;
mod san;
#[cfg(test)]
mod tests;
mod three_check;

pub use antichess::Antichess;
pub use atomic::Atomic;
pub use board::Board as ChessVariant;
pub use crazyhouse::Crazyhouse;
pub use horde::Horde;
pub use king_of_the_hill::KingOfTheHill;
pub use racing_kings::RacingKings;
pub use three_check::ThreeCheck;
