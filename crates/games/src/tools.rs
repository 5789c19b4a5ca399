//! The internals that the package `plyd-tools` learns weights with: what an evaluation sees in a position, and how the
//! files of weights are written.

pub use crate::checkers::learning as checkers;
pub use crate::chess::learning as chess;
pub use crate::gomoku::learning as gomoku;
pub use crate::othello::learning as othello;
