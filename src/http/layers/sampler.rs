//! A rate limit for log lines that could come by the thousand.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Lets one line a second pass.
#[derive(Default)]
pub(crate) struct Sampler(Mutex<(Option<Instant>, u64)>);

impl Sampler {
    /// `None` if the line should be dropped. Otherwise, the number of lines dropped since the last one that passed.
    pub(crate) fn pass(&self, now: Instant) -> Option<u64> {
        let mut sampled = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, held_back) = &mut *sampled;
        if last.is_some_and(|last| now.saturating_duration_since(last) < Duration::from_secs(1)) {
            *held_back += 1;
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(held_back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_second_passes_with_the_number_dropped() {
        let (sampler, start) = (Sampler::default(), Instant::now());
        let pass = |ms| sampler.pass(start + Duration::from_millis(ms));
        assert_eq!(
            [pass(0), pass(1), pass(999), pass(1000), pass(2500), pass(2600)],
            [Some(0), None, None, Some(2), Some(0), None]
        );
    }
}
