//! Reviews of whole games: requests and answers.

mod report;
mod request;

pub use report::{PlyReport, PuzzleReport, ReviewEcho, ReviewReport, ReviewTotals, SummaryReport};
pub use request::{CurveName, LossBounds, PlyRange, ReviewRequest};
