//! Chess and Chess960. The crate `cozy-chess` has the rules; notation, draws and evaluation are here.
//!
//! - `rules`: the position, and when the game is over
//! - `fen`: reading and writing states
//! - `castling`: reading castling rights
//! - `san`: moves as people write them
//! - `reading`: moves in other spellings
//! - `names`: the names of openings
//! - `notation`: moves, board, mirror images, and the facts of the game
//! - `hooks`: the hooks of the search
//! - `motifs`: forks, pins, hanging pieces and other reasons for or against a move
//! - `evaluation`: the static evaluation
//! - `exchange`: exchanges on one square, exactly
//! - `see`: static exchange evaluation
//! - `captures`: generation of captures
//! - `order`: move ordering
//! - `quiet_score`: scores of quiet moves
//! - `tactics`: the hooks of the tactical search

mod captures;
pub(crate) mod castling;
mod evaluation;
mod exchange;
pub(crate) mod fen;
mod hooks;
#[cfg(test)]
mod motif_tests;
mod motifs;
mod names;
mod notation;
mod order;
mod quiet_score;
pub(crate) mod reading;
pub(crate) mod rules;
pub(crate) mod san;
pub(crate) mod see;
pub(crate) mod squares;
mod tactics;
#[cfg(test)]
mod tests;

pub(crate) use evaluation::PIECE_SQUARE;
#[cfg(any(test, feature = "tools"))]
pub use evaluation::learning;
pub use rules::Chess;
