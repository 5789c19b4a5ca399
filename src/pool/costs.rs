//! Running times of jobs, learned from earlier jobs.

use std::time::Duration;

/// The number of averages. Kinds of jobs that fall into the same slot share an average.
const SLOTS: usize = 1024;

/// For the exponential moving average: the latest run has a weight of 1 / `SMOOTHING`.
const SMOOTHING: u32 = 8;

/// Moving averages of running times, for each kind of job and for all jobs.
pub(super) struct Costs {
    of_kind: Box<[Duration]>,
    mean: Duration,
}

impl Costs {
    pub(super) fn new() -> Self {
        Self { of_kind: vec![Duration::ZERO; SLOTS].into(), mean: Duration::ZERO }
    }

    /// The expected running time: the average of this kind or, before the first run of this kind, of all jobs.
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
