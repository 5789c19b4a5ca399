//! The search pool: all work above a millisecond runs here, on workers or on the short-jobs thread.
//!
//! Dedicated threads take jobs from a bounded queue, in which clients take turns. The pool refuses a job that it couldn't
//! finish in time. Dropping a [`JobHandle`] removes its job from the queue, or stops it. A panic is an error of its caller
//! alone.

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
pub use search_pool::{JobHandle, STACK, SearchPool};
