//! Errors of the pool.

use std::time::Duration;

/// Why a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// The pool is overloaded; nothing was run.
    Shed {
        /// The rule that refused the job.
        reason: ShedReason,
        /// When to retry: the estimated wait plus the job's own cost.
        retry_after: Duration,
    },
    /// The pool is closed; nothing was run.
    Closed,
    /// The job panicked. The panic has been logged, and the worker continues.
    Panicked,
}

/// The rule by which the pool refused a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShedReason {
    /// The queue is full. The pool refuses the job on arrival.
    QueueFull,
    /// The estimated wait is too long for the job's deadline. The pool refuses the job on arrival.
    TooLate,
    /// The job waited too long: either the time by which it had to begin has passed, or less than half of its expected
    /// running time is left before its deadline.
    Expired,
    /// The client has too many waiting jobs. The pool refuses the job on arrival.
    ClientFull,
    /// Too many reviews are running. The service refuses the review on arrival.
    TooManyReviews,
}

impl ShedReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::QueueFull, Self::ClientFull, Self::TooLate, Self::Expired, Self::TooManyReviews];

    /// The value of the label `reason` in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueFull => "queue_full",
            Self::ClientFull => "client_full",
            Self::TooLate => "too_late",
            Self::Expired => "expired",
            Self::TooManyReviews => "too_many_reviews",
        }
    }
}
