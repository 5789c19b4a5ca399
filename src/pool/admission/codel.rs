//! Controlled delay (Nichols and Jacobson, RFC 8289): a queue may absorb a burst, but a standing queue only adds
//! latency.

use std::time::{Duration, Instant};

/// The acceptable wait.
const TARGET: Duration = Duration::from_millis(20);

/// Every wait in this time has to be above the target before the first job is dropped.
const INTERVAL: Duration = Duration::from_millis(100);

/// The target is at least the time in which the workers finish this number of jobs. A shorter queue would leave workers
/// idle at full load (RFC 8289, 4.3, says the same of slow links).
const MIN_QUEUED_JOBS: u32 = 4;

/// The state of RFC 8289's control law. Its input is the wait of each job that leaves the queue.
#[derive(Default)]
pub(super) struct Codel {
    /// Dropping begins then, unless a wait below the target comes first.
    may_drop: Option<Instant>,
    dropping: bool,
    next_drop: Option<Instant>,
    /// Jobs dropped in this dropping period. The interval shrinks with its square root.
    count: u32,
    last_count: u32,
}

impl Codel {
    /// Whether to drop a job that leaves the queue after this wait. The last job in the queue is never dropped. `pace` is
    /// the mean time between two finished jobs.
    pub(super) fn drops(&mut self, waited: Duration, is_last: bool, pace: Duration, now: Instant) -> bool {
        let target = TARGET.max(pace * MIN_QUEUED_JOBS);
        let interval = INTERVAL.max(target * 2);
        if waited < target || is_last {
            self.may_drop = None;
            self.dropping = false;
            return false;
        }
        let may_drop = *self.may_drop.get_or_insert(now + interval);
        if now < may_drop {
            self.dropping = false;
            return false;
        }
        if !self.dropping {
            self.dropping = true;
            // Soon after the last dropping period, its rate is still nearly right.
            let found = self.count.saturating_sub(self.last_count);
            let recent = self.next_drop.is_some_and(|last| now.saturating_duration_since(last) < 16 * interval);
            self.count = if found > 1 && recent { found } else { 1 };
            self.last_count = self.count;
            self.next_drop = Some(now + self.gap(interval));
            return true;
        }
        let due = self.next_drop.is_none_or(|next| now >= next);
        if due {
            self.count += 1;
            self.next_drop = Some(self.next_drop.unwrap_or(now) + self.gap(interval));
        }
        due
    }

    fn gap(&self, interval: Duration) -> Duration {
        interval.div_f64(f64::from(self.count.max(1)).sqrt())
    }
}
