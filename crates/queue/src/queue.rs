//! What a worker needs of a queue. It keeps the worker apart from the client of NATS, and `--local` needs no server.

use std::sync::Arc;
use std::time::Duration;

use crate::answer::Answer;

/// Where jobs come from and answers go.
pub(crate) trait Queue: Send + Sync + 'static {
    /// What identifies a job that a worker holds.
    type Lease: Send + Sync + 'static;

    /// Waits a moment for a job.
    fn take(&self) -> impl Future<Output = Next<Self::Lease>> + Send;

    /// How often a worker has to extend its lease.
    fn beat(&self) -> Duration;

    /// Tells the queue that a worker is still at work. Returns whether the job still needs an answer.
    fn extend(&self, lease: &Self::Lease) -> impl Future<Output = bool> + Send;

    /// Stores the answer and forgets the job. Tries again until it succeeds, while another worker may get the job.
    /// Returns whether it is the first answer.
    fn finish(&self, lease: &Self::Lease, answer: &Answer) -> impl Future<Output = bool> + Send;

    /// Lets another worker have the job.
    fn give_back(&self, lease: &Self::Lease) -> impl Future<Output = ()> + Send;
}

/// What comes next out of a queue.
pub(crate) enum Next<Lease> {
    /// A job.
    Job(Taken<Lease>),
    /// Nothing yet.
    Nothing,
    /// There will be no more jobs.
    End,
}

/// A job that a worker holds.
pub(crate) struct Taken<Lease> {
    pub(crate) lease: Lease,
    pub(crate) job: Arc<[u8]>,
    /// How often it was taken, this time included.
    pub(crate) deliveries: u64,
}
