//! Reviews of whole games: requests and answers.

mod report;
mod request;

pub use report::{PlyReport, PuzzleReport, ReviewMade, ReviewReport, ReviewStats, SummaryReport};
pub use request::{CurveName, LossBounds, PlyRange, ReviewRequest};
