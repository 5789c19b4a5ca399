//! Internals for the package `plyd-tools`: the features of each evaluation, for learning their weights, and the formats
//! of the games' data files.

pub use crate::checkers::{generate_endings as generate_checkers_endings, learning as checkers};
pub use crate::chess::learning as chess;
pub use crate::gomoku::learning as gomoku;
pub use crate::othello::learning as othello;
