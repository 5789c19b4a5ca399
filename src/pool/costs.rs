//! Running times of jobs, learned from those that ran.

use std::time::Duration;

/// Slots for the averages. Kinds of jobs that share a slot share an average.
const SLOTS: usize = 1024;

/// Exponential moving average: the latest run has a weight of 1 / `SMOOTHING`.
const SMOOTHING: u32 = 8;

/// Moving averages of running times: of each kind of job, and of all jobs.
pub(super) struct Costs {
    of_kind: Box<[Duration]>,
    mean: Duration,
}

impl Costs {
    pub(super) fn new() -> Self {
        Self { of_kind: vec![Duration::ZERO; SLOTS].into(), mean: Duration::ZERO }
    }

    /// The expected running time: the average of the kind, or of all jobs while none of the kind has run.
    pub(super) fn estimate(&self, kind: u64) -> Duration {
        let known = self.of_kind[slot(kind)];
        if known.is_zero() { self.mean } else { known }
    }

    pub(super) fn learn(&mut self, kind: u64, took: Duration) {
        for average in [&mut self.of_kind[slot(kind)], &mut self.mean] {
            *average = if average.is_zero() { took } else { (*average * (SMOOTHING - 1) + took) / SMOOTHING };
        }
    }
}

fn slot(kind: u64) -> usize {
    (kind % SLOTS as u64) as usize
}
