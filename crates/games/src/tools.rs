//! The internals that the package `plyd-tools` learns weights with and makes tables with: what an evaluation sees in a
//! position, and how the games' data files are written.

pub use crate::checkers::{learning as checkers, make_endings as make_checkers_endings};
pub use crate::chess::learning as chess;
pub use crate::gomoku::learning as gomoku;
pub use crate::othello::learning as othello;
