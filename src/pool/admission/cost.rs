//! Running times of jobs, learned from those that ran.

use std::time::Duration;

/// Slots for cost classes. Classes that share a slot share an average.
const SLOTS: usize = 1024;

/// Exponential moving average: the latest run has a weight of 1 / `SMOOTHING`.
const SMOOTHING: u32 = 8;

/// Moving averages of running times: of each cost class, and of all jobs.
pub(super) struct Costs {
    of_class: Box<[Duration]>,
    mean: Duration,
}

impl Default for Costs {
    fn default() -> Self {
        Self { of_class: vec![Duration::ZERO; SLOTS].into(), mean: Duration::ZERO }
    }
}

impl Costs {
    /// The expected running time: the average of the class, or of all jobs while none of the class has run.
    pub(super) fn estimate(&self, cost_class: u64) -> Duration {
        let known = self.of_class[slot(cost_class)];
        if known.is_zero() { self.mean } else { known }
    }

    /// The average of all jobs.
    pub(super) fn mean(&self) -> Duration {
        self.mean
    }

    pub(super) fn learn(&mut self, cost_class: u64, took: Duration) {
        for average in [&mut self.of_class[slot(cost_class)], &mut self.mean] {
            *average = if average.is_zero() { took } else { (*average * (SMOOTHING - 1) + took) / SMOOTHING };
        }
    }
}

fn slot(cost_class: u64) -> usize {
    (cost_class % SLOTS as u64) as usize
}
