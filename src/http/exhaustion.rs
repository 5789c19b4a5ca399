//! Whether places or memory have been exhausted for so long that the service is not ready.

use std::time::Duration;

use tokio::time::Instant;

/// The verdict changes when samples have contradicted it for this long without a break. So it does not follow bursts.
const HYSTERESIS: Duration = Duration::from_secs(5);

/// The verdict, and since when samples contradict it.
#[derive(Default)]
pub(super) struct Exhaustion {
    verdict: bool,
    contradicted: Option<Instant>,
}

impl Exhaustion {
    /// The verdict after a sample.
    pub(super) fn sample(&mut self, now: Instant, is_exhausted: bool) -> bool {
        if is_exhausted == self.verdict {
            self.contradicted = None;
        } else if now - *self.contradicted.get_or_insert(now) >= HYSTERESIS {
            (self.verdict, self.contradicted) = (is_exhausted, None);
        }
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_verdict_changes_after_the_whole_time_without_a_break() {
        let (mut exhaustion, start) = (Exhaustion::default(), Instant::now());
        let mut sample = |ms, is_exhausted| exhaustion.sample(start + Duration::from_millis(ms), is_exhausted);
        for (ms, is_exhausted, verdict) in [
            (0, true, false),
            (4_999, true, false),
            // A break starts the time anew.
            (5_000, false, false),
            (5_250, true, false),
            (10_249, true, false),
            (10_250, true, true),
            (10_500, false, true),
            (12_000, true, true),
            (12_250, false, true),
            (17_249, false, true),
            (17_250, false, false),
        ] {
            assert_eq!(sample(ms, is_exhausted), verdict, "{ms} ms");
        }
    }
}
