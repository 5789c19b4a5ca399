//! Smart Game Format, FF 3 and 4: trees of nodes with properties.
//!
//! - `tokens`: the grammar
//! - `text`: escapes and line breaks in values
//! - `tree`: the main line of the first game; `variations`: its other branches
//! - `marks`: judgements, clocks and marks on the board
//! - `start`: the position that the game starts from
//! - `names`: properties that are tags
//! - `read`, `write`: games

mod marks;
mod names;
mod read;
mod start;
mod text;
mod tokens;
mod tree;
mod variations;
mod write;

pub(super) use names::{TERMINATION, how_it_ended, property_of, score, tag_of};
pub(super) use read::read;
pub(super) use text::{escaped, line};
pub(super) use tokens::{Token, Tokens};
pub(super) use write::write;
