//! One budget for the bytes that the service holds for all its clients together.
//!
//! A [`Permit`] covers all that is held for a client beyond [`FREE`] bytes. Each [`Use`] has a share of the budget, so
//! that one of them, slow request bodies for example, cannot keep the others from their work.

use std::sync::Arc;

use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{IntCounterVec, IntGaugeVec, Opts};
use tokio::sync::Semaphore;

/// Bytes that a connection may hold of a head, a body or an answer without a permit. The limit on connections bounds
/// them, and ordinary requests are served whatever others hold.
pub const FREE: usize = 4 << 10;

/// Bytes of log lines that wait to be written.
const LOG: usize = 1 << 20;

/// The purpose that bytes are held for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Heads of requests that have not arrived whole.
    Heads,
    /// Bodies of requests, from the first byte until their work begins. Items of batches too.
    Requests,
    /// Answers that their clients have not taken yet.
    Answers,
    /// Lines of the log that are not written yet.
    Log,
}

impl Use {
    /// Every use, in the order of the shares.
    pub const ALL: [Self; 4] = [Self::Heads, Self::Requests, Self::Answers, Self::Log];

    /// The name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heads => "heads",
            Self::Requests => "requests",
            Self::Answers => "answers",
            Self::Log => "log",
        }
    }

    /// The share of a budget, in bytes: the log's is fixed, heads have a quarter of the rest, requests and answers three
    /// eighths each.
    const fn of(self, budget: usize) -> usize {
        let rest = budget.saturating_sub(LOG);
        match self {
            Self::Heads => rest / 4,
            Self::Requests | Self::Answers => rest / 8 * 3,
            Self::Log => LOG,
        }
    }
}

/// The bytes that may be held for all clients together.
pub struct MemoryBudget {
    total: usize,
    shares: [Share; Use::ALL.len()],
    bytes: IntGaugeVec,
    limits: IntGaugeVec,
    refused: IntCounterVec,
}

/// The bytes of one use: its semaphore has a permit for each free byte.
struct Share {
    limit: usize,
    free: Semaphore,
}

impl MemoryBudget {
    /// The budget in MiB that the service has by default.
    pub const DEFAULT_MB: u32 = 128;
    /// The same in bytes.
    pub const DEFAULT_BYTES: usize = (Self::DEFAULT_MB as usize) << 20;

    /// A budget of this many bytes.
    ///
    /// # Panics
    /// Never: the names of its metrics are valid.
    #[must_use]
    pub fn new(bytes: usize) -> Arc<Self> {
        let shares = Use::ALL.map(|held_for| {
            let limit = held_for.of(bytes);
            Share { limit, free: Semaphore::new(limit) }
        });
        let gauges = |name, help| IntGaugeVec::new(Opts::new(name, help), &["use"]).expect("a valid name");
        let refused =
            Opts::new("plyd_memory_refused_total", "Refusals for want of memory in the budget, by what needed it.");
        let budget = Self {
            total: bytes,
            shares,
            bytes: gauges("plyd_memory_bytes", "Bytes held for clients, by use."),
            limits: gauges("plyd_memory_limit_bytes", "Bytes that may be held for clients, by use."),
            refused: IntCounterVec::new(refused, &["use"]).expect("a valid name"),
        };
        for held_for in Use::ALL {
            budget.limits.with_label_values(&[held_for.name()]).set(budget.limit(held_for) as i64);
            budget.refused.with_label_values(&[held_for.name()]);
        }
        Arc::new(budget)
    }

    /// The whole budget in bytes.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.total
    }

    /// The most bytes that may be held for a use.
    #[must_use]
    pub const fn limit(&self, held_for: Use) -> usize {
        self.shares[held_for as usize].limit
    }

    /// The bytes that are held for a use.
    #[must_use]
    pub fn held(&self, held_for: Use) -> usize {
        self.limit(held_for) - self.shares[held_for as usize].free.available_permits()
    }

    /// A permit for these bytes. `None`, which is counted, if the use's share has less left.
    #[must_use]
    pub fn try_acquire(self: &Arc<Self>, held_for: Use, bytes: usize) -> Option<Permit> {
        let mut permit = self.nothing(held_for);
        permit.try_resize(bytes).then_some(permit)
    }

    /// A permit for no bytes, to be resized.
    pub fn nothing(self: &Arc<Self>, held_for: Use) -> Permit {
        Permit { budget: Arc::clone(self), held_for, bytes: 0 }
    }

    /// Waits for a permit, in order. Its future has to be polled, or it blocks those behind it. More than the whole
    /// share is never free: ask for [`Self::limit`] at most.
    pub async fn acquire(self: &Arc<Self>, held_for: Use, bytes: usize) -> Permit {
        let share = &self.shares[held_for as usize].free;
        share.acquire_many(bytes as u32).await.expect("never closed").forget();
        Permit { budget: Arc::clone(self), held_for, bytes }
    }

    /// Takes bytes if they are free.
    fn take(&self, held_for: Use, bytes: usize) -> bool {
        let share = &self.shares[held_for as usize].free;
        let taken = u32::try_from(bytes).ok().and_then(|bytes| share.try_acquire_many(bytes).ok());
        if taken.is_none() {
            self.refused.with_label_values(&[held_for.name()]).inc();
        }
        taken.map(tokio::sync::SemaphorePermit::forget).is_some()
    }

    fn release(&self, held_for: Use, bytes: usize) {
        self.shares[held_for as usize].free.add_permits(bytes);
    }
}

/// The gauges are set only when they are read.
impl Collector for MemoryBudget {
    fn desc(&self) -> Vec<&Desc> {
        [self.bytes.desc(), self.limits.desc(), self.refused.desc()].concat()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        for held_for in Use::ALL {
            self.bytes.with_label_values(&[held_for.name()]).set(self.held(held_for) as i64);
        }
        [self.bytes.collect(), self.limits.collect(), self.refused.collect()].concat()
    }
}

/// Permission to hold bytes, until it is dropped.
#[must_use = "dropped, it gives its bytes back"]
pub struct Permit {
    budget: Arc<MemoryBudget>,
    held_for: Use,
    bytes: usize,
}

impl Permit {
    /// The bytes that it permits.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Changes its bytes. Less always succeeds; more may fail, and then nothing changes.
    #[must_use = "false: it has as many bytes as before"]
    pub fn try_resize(&mut self, bytes: usize) -> bool {
        if bytes <= self.bytes {
            self.shrink(bytes);
            return true;
        }
        let taken = self.budget.take(self.held_for, bytes - self.bytes);
        if taken {
            self.bytes = bytes;
        }
        taken
    }

    /// Gives back all above `bytes`.
    pub fn shrink(&mut self, bytes: usize) {
        let surplus = self.bytes.saturating_sub(bytes);
        if surplus > 0 {
            self.bytes -= surplus;
            self.budget.release(self.held_for, surplus);
        }
    }

    /// Splits off a permit for `bytes`, or for all that it has if that is less.
    pub fn split(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { budget: Arc::clone(&self.budget), held_for: self.held_for, bytes }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn the_shares_add_up_to_the_budget_at_most() {
        for bytes in [16 * MIB, 128 * MIB, 1000 * MIB + 7] {
            let total: usize = Use::ALL.map(|held_for| held_for.of(bytes)).iter().sum();
            assert!(total <= bytes && total > bytes - 16, "{total} of {bytes}");
        }
    }

    #[test]
    fn a_use_takes_its_share_and_no_more() {
        let budget = MemoryBudget::new(33 * MIB);
        let heads = budget.try_acquire(Use::Heads, 8 * MIB).expect("a quarter of 32 MiB");
        assert!(budget.try_acquire(Use::Heads, 1).is_none());
        let answers = budget.try_acquire(Use::Answers, 12 * MIB).expect("three eighths, whatever heads hold");
        assert!(budget.try_acquire(Use::Answers, 1).is_none());
        assert_eq!(Use::ALL.map(|held_for| budget.held(held_for)), [8 * MIB, 0, 12 * MIB, 0]);
        drop((heads, answers));
        assert_eq!(Use::ALL.map(|held_for| budget.held(held_for)), [0; 4]);
    }

    #[test]
    fn a_permit_grows_shrinks_and_splits() {
        let budget = MemoryBudget::new(33 * MIB);
        let mut permit = budget.try_acquire(Use::Requests, MIB).unwrap();
        assert!(permit.try_resize(12 * MIB));
        assert!(!permit.try_resize(12 * MIB + 1));
        assert_eq!((permit.bytes(), budget.held(Use::Requests)), (12 * MIB, 12 * MIB));
        permit.shrink(3 * MIB);
        let part = permit.split(MIB);
        assert_eq!((permit.bytes(), part.bytes(), budget.held(Use::Requests)), (2 * MIB, MIB, 3 * MIB));
        drop(permit);
        assert_eq!(budget.held(Use::Requests), MIB);
        let mut all = part;
        assert_eq!((all.split(2 * MIB).bytes(), all.bytes()), (MIB, 0));
        assert_eq!(budget.held(Use::Requests), 0);
    }

    #[test]
    fn more_than_a_semaphore_counts_is_refused() {
        let budget = MemoryBudget::new(usize::MAX >> 8);
        assert!(budget.try_acquire(Use::Answers, u32::MAX as usize + 1).is_none());
    }

    #[tokio::test]
    async fn a_permit_is_waited_for() {
        let budget = MemoryBudget::new(33 * MIB);
        let all = budget.try_acquire(Use::Answers, 12 * MIB);
        let mut waits = std::pin::pin!(budget.acquire(Use::Answers, 10));
        assert!(waits.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(all);
        assert_eq!(waits.await.bytes(), 10);
    }

    #[test]
    fn metrics_say_what_is_held_and_what_was_refused() {
        let budget = MemoryBudget::new(33 * MIB);
        let _held = budget.try_acquire(Use::Heads, 1000);
        assert!(budget.try_acquire(Use::Answers, 13 * MIB).is_none());
        let text = prometheus::TextEncoder::new().encode_to_string(&budget.collect()).unwrap();
        for line in [
            "plyd_memory_bytes{use=\"heads\"} 1000",
            "plyd_memory_bytes{use=\"requests\"} 0",
            "plyd_memory_limit_bytes{use=\"answers\"} 12582912",
            "plyd_memory_refused_total{use=\"answers\"} 1",
            "plyd_memory_refused_total{use=\"heads\"} 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert_eq!(budget.collect().len(), budget.desc().len());
    }
}
