//! Reviews of whole games: requests, the sequence of their searches, and answers.

mod report;
mod request;
mod run;

pub use report::{PlyReport, PuzzleReport, ReviewReport, SummaryReport};
pub use request::{PreparedReview, ReviewRequest};
pub use run::{OutOfMemory, ReviewRun};
