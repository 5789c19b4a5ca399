//! Ids of traces and spans.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use opentelemetry::trace::{SpanId, TraceId};
use opentelemetry_sdk::trace::IdGenerator;

/// Random ids: a counter that starts anywhere, mixed. Without the system's randomness it starts from the clock, so that no
/// id can fail.
#[derive(Debug)]
pub(super) struct Ids {
    next: AtomicU64,
    key: u64,
}

impl Ids {
    pub(super) fn new() -> Self {
        let clock = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64;
        let start =
            || getrandom::u64().unwrap_or_else(|_| mixed(clock ^ u64::from(std::process::id()).rotate_left(40)));
        Self { next: AtomicU64::new(start()), key: start().rotate_left(32) }
    }

    /// The next number; never 0, which is no id.
    fn number(&self) -> u64 {
        mixed(self.next.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed) ^ self.key).max(1)
    }
}

impl IdGenerator for Ids {
    fn new_trace_id(&self) -> TraceId {
        TraceId::from(u128::from(self.number()) << 64 | u128::from(self.number()))
    }

    fn new_span_id(&self) -> SpanId {
        SpanId::from(self.number())
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, 2014): a bijection in which each bit depends on all.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_differ_and_so_do_those_of_two_processes() {
        let (one, other) = (Ids::new(), Ids::new());
        let ids: HashSet<TraceId> = (0..10_000).flat_map(|_| [one.new_trace_id(), other.new_trace_id()]).collect();
        assert_eq!(ids.len(), 20_000);
        assert!(!ids.contains(&TraceId::INVALID));
    }
}
