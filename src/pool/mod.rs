//! The search pool: all work above a millisecond runs here, on workers or on the short-job thread.
//!
//! Dedicated threads take jobs from a bounded queue, in which clients take turns. Interactive jobs have a client that
//! waits; batch jobs are items of a larger request, and get every fourth slot of their client while both kinds wait. The
//! pool refuses a job that it cannot finish in time, at once if it can tell. Dropping a [`JobHandle`] removes its job from
//! the queue, or stops it. A panic is an error of its caller alone.

mod admission;
mod error;
mod job_handle;
mod long_jobs;
mod metrics;
mod placement;
mod search_pool;
#[cfg(test)]
mod tests;
mod worker;

pub use admission::{Client, ClientLimits};
pub use error::{PoolError, ShedReason};
pub use job_handle::JobHandle;
pub use long_jobs::{LongJob, LongJobs, Place};
pub use metrics::Metrics;
pub use search_pool::{JobSpec, SearchPool};
