//! Internals for the package `plyd-tools`: the features of each evaluation, for learning their weights, and the formats
//! of the games' data files.

pub use crate::checkers::{learning as checkers, make_endings as make_checkers_endings};
pub use crate::chess::learning as chess;
pub use crate::gomoku::learning as gomoku;
pub use crate::othello::learning as othello;
