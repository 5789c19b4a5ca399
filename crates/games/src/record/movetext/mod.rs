//! Tags and moves: PGN, and PDN, which has the same grammar.
//!
//! - `tokens`: the grammar
//! - `comments`: comments with the commands inside of them
//! - `tags`: the tags that say where a game begins and how it ended
//! - `read`, `write`: games

mod comments;
mod read;
mod tags;
mod tokens;
mod write;

pub(super) use read::read;
pub(super) use tokens::{Token, Tokens};
pub(super) use write::write;
