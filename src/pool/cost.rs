//! What jobs cost, learned from those that ran.

use std::time::Duration;

/// How many kinds are told apart. Kinds that share a place share an average.
const KINDS: usize = 1024;

/// The weight of the latest run is one divided by this.
const MEMORY: u32 = 8;

/// Moving averages of how long jobs run: of each kind, and of all.
pub(super) struct Costs {
    of_kind: Box<[Duration]>,
    typical: Duration,
}

impl Default for Costs {
    fn default() -> Self {
        Self { of_kind: vec![Duration::ZERO; KINDS].into(), typical: Duration::ZERO }
    }
}

impl Costs {
    /// What a job of this kind is expected to take: the kind's average, or that of all jobs while none of the kind has
    /// run.
    pub(super) fn estimate(&self, cost_class: u64) -> Duration {
        let known = self.of_kind[place(cost_class)];
        if known.is_zero() { self.typical } else { known }
    }

    /// What the latest jobs of all kinds took.
    pub(super) fn typical(&self) -> Duration {
        self.typical
    }

    pub(super) fn learn(&mut self, cost_class: u64, took: Duration) {
        for average in [&mut self.of_kind[place(cost_class)], &mut self.typical] {
            *average = if average.is_zero() { took } else { (*average * (MEMORY - 1) + took) / MEMORY };
        }
    }
}

fn place(cost_class: u64) -> usize {
    (cost_class % KINDS as u64) as usize
}
