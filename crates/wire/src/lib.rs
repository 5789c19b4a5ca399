//! The contract's requests and answers as JSON and query strings, for all fronts.

mod batch;
mod caps;
mod description;
mod fields;
mod games;
mod hint;
mod manners;
mod moves;
mod position;
mod problem;
mod record;
mod refusal;
mod report;
mod request;
mod review;
mod stats;
mod tree;

pub use batch::{BatchRequest, BatchResult, Item, Job, Operation};
pub use caps::Caps;
pub use games::{GameList, GameReport, GameSummary, ServerFacts, index};
pub use hint::{HintReport, HintRequest, PreparedHint};
pub use plyd_games::excerpt::{MAX_CHARS, excerpt, shortened};
pub use position::{PieceReport, PositionReport, State};
pub use problem::{Code, Problem};
pub use record::{NoRecord, RecordReport, RecordRequest, RecordWriteRequest, WrittenRecord, record_format};
pub use refusal::{Place, Refusal, RefusalKind};
pub use report::{BUILD, ENGINE, Echo, Next, ProgressReport, SearchReport};
pub use request::{
    PositionRequest, PreparedSearch, SearchRequest, cost_class_of_description, from_json, from_query, is_scalar,
    json_of_query,
};
pub use review::{
    OutOfMemory, PlyReport, PreparedReview, PuzzleReport, ReviewReport, ReviewRequest, ReviewRun, SummaryReport,
};
pub use tree::{NoTree, PreparedTree, TreeReport, TreeRequest};
