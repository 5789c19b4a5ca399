//! Controlled delay (Nichols and Jacobson, RFC 8289): a queue that absorbs bursts is good, one that never gets shorter
//! only makes everybody wait.

use std::time::{Duration, Instant};

/// A wait that nobody minds.
const TARGET: Duration = Duration::from_millis(20);

/// How long every wait has to be above the target before the first job is dropped.
const INTERVAL: Duration = Duration::from_millis(100);

/// The target is never less than the time in which so many jobs are done: below that, workers would idle for want of
/// jobs when the load is just what they can do (RFC 8289, 4.3, has the same for slow links).
const JOBS_KEPT: u32 = 4;

/// Watches how long jobs have waited when their turn comes.
#[derive(Default)]
pub(super) struct Codel {
    /// When dropping begins, unless some wait is below the target before then.
    may_drop: Option<Instant>,
    dropping: bool,
    next_drop: Option<Instant>,
    /// Jobs dropped in this period of dropping; the more there are, the sooner the next follows.
    count: u32,
    last_count: u32,
}

impl Codel {
    /// Whether to drop the job whose turn has come after such a wait. The last one in the queue never is. `pace` is the
    /// mean time between two jobs that are done.
    pub(super) fn drops(&mut self, waited: Duration, is_last: bool, pace: Duration, now: Instant) -> bool {
        let target = TARGET.max(pace * JOBS_KEPT);
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
            // When the last period has ended only a moment ago, the rate that it found is nearly right.
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
