//! The search pool. Searches run on its workers. Other work that may take milliseconds, such as replaying moves, runs
//! on the short-jobs thread.
//!
//! Threads take jobs from a bounded queue, in which clients take turns. The pool refuses a job that it could not finish
//! in time. Dropping a [`JobHandle`] removes the job from the queue, or stops it if it is running. If a job panics,
//! only its caller gets an error.

mod costs;
mod error;
mod job;
mod metrics;
mod queue;
#[cfg(test)]
mod queue_tests;
mod search_pool;
#[cfg(test)]
mod tests;
mod worker;

pub use crate::client::{Client, ClientLimits};
pub use error::{PoolError, ShedReason};
pub use job::{JobSpec, Priority};
pub use metrics::Metrics;
pub use search_pool::{JobHandle, SearchPool};
