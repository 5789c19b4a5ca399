//! Reviews of whole games: how much expected score each move loses compared with the best move of its position.
//!
//! - `grade`: some moves of one position, each against the best one
//! - `great`: notes on only good moves and missed wins
//! - `judge`: one ply, by a search of its position that measures both the played move and the best one
//! - `verdict`: the limits of losses for each verdict, notes, and the accuracy of a side
//! - `notes`: marks for an annotated record
//! - `puzzle`: positions after a mistake in which one move is far better than all others
//! - `summary`: the sides, and the turning points of a game

mod grade;
mod great;
mod judge;
mod notes;
mod puzzle;
mod summary;
mod verdict;

pub use grade::{Graded, GradedMove, grade, searches};
pub use great::{OTHERS_SHARE, OtherMoves};
pub use judge::{Judge, Judgement, Measure, Review};
pub use puzzle::{PUZZLE_NODES, PUZZLES_MAX, Puzzle, Sought};
pub use summary::{Judged, SideSummary, Summary, TurningPoint};
pub use verdict::{ACCURACY, Accuracy, LargestLosses, PlyNote, Verdict};
