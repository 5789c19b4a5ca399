//! Clients, which take turns, and each client's limits.

/// A client of a pool. All jobs of one client share its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    id: u128,
    weight: u16,
    percent: u8,
}

impl Client {
    /// The client of jobs that do not name one.
    pub const NOBODY: Self = Self::new(0);

    /// A client with a weight of 1 that may fill the whole queue and all workers.
    #[must_use]
    pub const fn new(id: u128) -> Self {
        Self { id, weight: 1, percent: 100 }
    }

    /// The same client with a larger share of the workers' time. A weight of 0 counts as 1.
    #[must_use]
    pub const fn weighing(self, weight: u16) -> Self {
        Self { weight: if weight == 0 { 1 } else { weight }, ..self }
    }

    /// The same client, limited to this share of the queue and of the workers, but to no less than one worker.
    #[must_use]
    pub const fn sharing(self, percent: u8) -> Self {
        Self { percent: if percent > 100 { 100 } else { percent }, ..self }
    }

    /// The largest share of the queue and of the workers that the client may have, in percent.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.percent
    }

    /// The client's share of the workers' time, relative to the weights of the other waiting clients.
    #[must_use]
    pub const fn weight(self) -> u16 {
        self.weight
    }

    /// A hash of the client's id. It separates what the server remembers for this client from other clients' data.
    #[must_use]
    pub const fn salt(self) -> u64 {
        (self.id as u64 ^ (self.id >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The client's share of `number` things, at least one.
    pub(crate) fn part_of(self, number: usize) -> usize {
        match self.percent {
            100 => usize::MAX,
            percent => number.saturating_mul(percent.into()).div_ceil(100).max(1),
        }
    }
}

/// Limits for each client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientLimits {
    /// Interactive jobs that may wait.
    pub waiting: usize,
    /// Jobs that may run at a time.
    pub running: usize,
}

impl ClientLimits {
    /// No limits: a client may use everything that no other client wants.
    pub const NONE: Self = Self { waiting: usize::MAX, running: usize::MAX };
}
