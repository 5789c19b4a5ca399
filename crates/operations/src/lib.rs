//! What plyd can be asked. The ways to ask are called doors: HTTP, batches, a queue, a browser, and a terminal.
//!
//! A door finds the [`Operation`] and the game of a request. [`read()`] refuses what is wrong, and gives a [`Job`]. The
//! door then runs the job, step by step, on any thread, and sends the answer.
//!
//! - `operation`: the operations and their properties
//! - `read`: from fields to a job
//! - `limits`: the limits of a request
//! - `job`: a job, what it costs, its steps and its answer
//! - `batch`: many requests in one
//! - `position`, `search`, `tree`, `hint`, `grade`, `record`, `review`, `check`: the operations
//! - `moves`, `rules`, `timing`: fields that several operations have
//! - `text`: a position in words

mod batch;
mod check;
mod grade;
mod hint;
mod job;
mod limits;
mod moves;
mod operation;
mod position;
mod read;
mod record;
mod review;
mod rules;
mod search;
mod text;
mod timing;
mod tree;

pub use batch::{Item, Queued, answer_all, items, result_of};
pub use job::{Cost, Done, Job, Part, Parts, Place, Searched, Step, Turn};
pub use limits::{Limits, class};
pub use operation::{Form, Operation};
pub use position::{Reached, reach_request};
pub use read::{Request, is_scalar, read};
pub use record::record_format;
pub use review::{Review, read as read_review};
pub use search::{Search, question, read as read_search, settings};
