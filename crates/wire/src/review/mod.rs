//! Reviews of whole games: requests and answers.

mod report;
mod request;

pub use report::{GameOrigin, PlyReport, PuzzleReport, ReviewMade, ReviewReport, ReviewStats, SummaryReport};
pub use request::{CurveName, LossBounds, PlyRange, ReviewRequest};
