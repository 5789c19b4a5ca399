//! A time limit that is seldom reached.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// Runs from `begin` to `end`. Both cost next to nothing: the timer is set only when somebody looks, and moved only when it fires.
pub(super) struct Clock {
    limit: Duration,
    since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Clock {
    pub(super) const fn new(limit: Duration) -> Self {
        Self { limit, since: None, timer: None }
    }

    /// Runs from now on, if it does not run already.
    pub(super) fn begin(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Runs from now on, with another limit.
    pub(super) fn begin_anew(&mut self, limit: Duration) {
        *self = Self { limit, since: Some(Instant::now()), timer: None };
    }

    pub(super) const fn end(&mut self) {
        self.since = None;
    }

    pub(super) const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Whether it has run out; else wakes the task when it may have.
    pub(super) fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        // A limit beyond the end of time is none.
        let Some(due) = self.since.and_then(|since| since.checked_add(self.limit)) else { return false };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        while let Poll::Ready(()) = timer.as_mut().poll(context) {
            if timer.deadline() >= due {
                return true;
            }
            timer.as_mut().reset(due);
        }
        false
    }

    pub(super) const fn limit(&self) -> Duration {
        self.limit
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    async fn is_over(clock: &mut Clock) -> bool {
        poll_fn(|context| Poll::Ready(clock.is_over(context))).await
    }

    #[tokio::test(start_paused = true)]
    async fn it_runs_out_only_after_its_whole_limit_without_an_end() {
        let mut clock = Clock::new(Duration::from_secs(10));
        assert!(!is_over(&mut clock).await);
        clock.begin();
        assert!(!is_over(&mut clock).await);
        tokio::time::sleep(Duration::from_secs(9)).await;
        clock.end();
        clock.begin();
        tokio::time::sleep(Duration::from_secs(9)).await;
        assert!(!is_over(&mut clock).await, "the second run has a second left");
        clock.begin();
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(is_over(&mut clock).await, "beginning while it runs changes nothing");
        clock.begin_anew(Duration::MAX);
        assert!(!is_over(&mut clock).await);
    }
}
