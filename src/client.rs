//! Who asks: the clients that take turns, and what each of them may have.

/// A client of a pool. All jobs of one client share its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    id: u128,
    weight: u16,
    percent: u8,
}

impl Client {
    /// The client of jobs that name none.
    pub const NOBODY: Self = Self::new(0);

    /// A client with a weight of 1, which may have all of the queue and of the workers.
    #[must_use]
    pub const fn new(id: u128) -> Self {
        Self { id, weight: 1, percent: 100 }
    }

    /// The same client with a larger part of the workers' time. A weight of 0 counts as 1.
    #[must_use]
    pub const fn weighing(self, weight: u16) -> Self {
        Self { weight: if weight == 0 { 1 } else { weight }, ..self }
    }

    /// The same client with at most this part of the queue and of the workers, but always with one worker.
    #[must_use]
    pub const fn sharing(self, percent: u8) -> Self {
        Self { percent: if percent > 100 { 100 } else { percent }, ..self }
    }

    /// The most of the queue and of the workers that it may have, in percent.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.percent
    }

    /// Its part of the workers' time, against the weights of the other clients that wait.
    #[must_use]
    pub const fn weight(self) -> u16 {
        self.weight
    }

    /// A number that only this client's requests share, to keep what is remembered for it apart from that of others.
    #[must_use]
    pub const fn salt(self) -> u64 {
        (self.id as u64 ^ (self.id >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Its part of this number of things, at least one.
    pub(crate) fn part_of(self, number: usize) -> usize {
        match self.percent {
            100 => usize::MAX,
            percent => number.saturating_mul(percent.into()).div_ceil(100).max(1),
        }
    }
}

/// Limits of each client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientLimits {
    /// Interactive jobs that wait.
    pub waiting: usize,
    /// Jobs that run.
    pub running: usize,
}

impl ClientLimits {
    /// Any client may have all that there is, while no other client wants it.
    pub const NONE: Self = Self { waiting: usize::MAX, running: usize::MAX };
}
