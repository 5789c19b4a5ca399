//! The contract's requests and answers as JSON and query strings. `crates/operations` reads and answers them.

mod annotations;
mod batch;
mod caps;
pub mod fields;
mod games;
mod grade;
mod hint;
mod manners;
mod moves;
mod position;
mod problem;
mod record;
mod report;
mod request;
mod review;
mod rules;
mod stats;
mod tree;

pub use annotations::{AnnotationFields, ByPly};
pub use batch::{BatchRequest, BatchResult};
pub use caps::Caps;
pub use fields::to_json;
pub use games::{GameList, GameReport, GameSummary, ServerFacts, index};
pub use grade::{Candidate, GradeExtra, GradeReport, GradeRequest, GradeSettings, Meant};
pub use hint::{HintReport, HintRequest};
pub use manners::{ClockFields, Extra, UpToHalf};
pub use moves::MoveList;
pub use plyd_games::excerpt::{MAX_CHARS, excerpt, shortened};
pub use position::{PieceReport, PositionReport, PositionText, State};
pub use problem::{Code, Problem};
pub use record::{RecordReport, RecordRequest, RecordWriteRequest, Tags, WrittenRecord};
pub use report::{Additions, BUILD, ENGINE, Echo, Next, ProgressReport, SearchReport};
pub use request::{PositionExtra, PositionRequest, SearchRequest, from_json, from_query, json_of_query};
pub use review::{
    CurveName, GameOrigin, LossBounds, PlyRange, PlyReport, PuzzleReport, ReviewMade, ReviewReport, ReviewRequest,
    ReviewStats, SummaryReport,
};
pub use rules::{RulesCheckReport, RulesCheckRequest, TriedGame};
pub use stats::Times;
pub use tree::{TreeReport, TreeRequest};
