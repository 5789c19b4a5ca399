//! Why a job gave no result.

use std::time::Duration;

/// Why a job gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// There was more to do than could be done; nothing was run.
    Shed {
        /// What gave the reason.
        reason: Shed,
        /// When a new try may have better luck: the estimated wait, and the job's own cost.
        retry_after: Duration,
    },
    /// The pool is closed; nothing was run.
    Closed,
    /// The job panicked. The panic has been logged; the worker goes on.
    Panicked,
}

/// Why a job was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shed {
    /// The queue is full; told at once.
    QueueFull,
    /// The wait was estimated to be too long for the job's deadline; told at once.
    TooLate,
    /// The deadline passed while it waited.
    Expired,
    /// Jobs had been waiting too long for too long when its turn came; see `pool/codel.rs`.
    Overdue,
}

impl Shed {
    /// Every reason.
    pub const ALL: [Self; 4] = [Self::QueueFull, Self::TooLate, Self::Expired, Self::Overdue];

    /// Its name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueFull => "queue_full",
            Self::TooLate => "too_late",
            Self::Expired => "expired",
            Self::Overdue => "overdue",
        }
    }
}
