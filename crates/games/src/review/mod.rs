//! Whole games judged: the loss of each move against the best one of its position, in expected score.
//!
//! - `judge`: one ply, by one search of its position that measures the played move beside the best
//! - `verdict`: the bounds of losses, and the accuracy of a side
//! - `summary`: the sides and the turning points of a game

mod judge;
mod summary;
mod verdict;

pub use judge::{Judgement, Measure, Review};
pub use summary::{SideSummary, Summary, TurningPoint};
pub use verdict::{ACCURACY, Accuracy, Verdict};
