//! What the caller tells the pool about a job.

use std::time::Instant;

use crate::client::Client;
use crate::search::Trail;

/// Deadline, expected cost and client of a job.
#[derive(Clone, Copy, Debug)]
pub struct JobSpec {
    /// The pool starts a job only while more than half of its expected time is left before the deadline.
    pub deadline: Instant,
    /// The latest time to start the job. It is before the deadline if the job's time limit begins only when the job
    /// starts.
    pub begin_by: Instant,
    /// Jobs of the same class are expected to run equally long.
    pub cost_class: u64,
    /// The latest positions of the job's game. The pool prefers a free worker that searched one of them.
    pub trail: Trail,
    /// The client that asked. Clients take turns.
    pub client: Client,
    /// How urgent the job is among the same client's jobs.
    pub priority: Priority,
}

impl JobSpec {
    /// The same job at batch priority.
    #[must_use]
    pub const fn batch(self) -> Self {
        Self { priority: Priority::Batch, ..self }
    }
}

impl From<Instant> for JobSpec {
    fn from(deadline: Instant) -> Self {
        Self {
            deadline,
            begin_by: deadline,
            cost_class: 0,
            trail: [0; 3],
            client: Client::NOBODY,
            priority: Priority::Interactive,
        }
    }
}

/// How urgent a job is among the same client's jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A client waits for the result.
    Interactive,
    /// The job is a part of a larger request.
    Batch,
}

impl Priority {
    pub(super) const ALL: [Self; 2] = [Self::Interactive, Self::Batch];

    /// The value of the label `priority` in metrics.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Batch => "batch",
        }
    }
}
