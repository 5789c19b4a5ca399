//! Tags and moves: PGN, and PDN, which has the same grammar. Other games have it too, with their own names of moves.
//!
//! - `tokens`: the grammar
//! - `comments`: comments without the commands inside of them; `commands`: clocks and drawings
//! - `tags`: the tags that say where a game begins and how it ended
//! - `manner`: what moves and results look like in the records of a game
//! - `read`, `write`: games; `moves`: the moves of a game that is written

mod commands;
mod comments;
mod manner;
mod moves;
mod read;
mod tags;
mod tokens;
mod write;

pub(super) use manner::{ends, score};
pub(super) use read::{read, variant};
pub(super) use tags::{VARIANT, words_of};
pub(super) use tokens::{Token, Tokens};
pub(super) use write::write;
