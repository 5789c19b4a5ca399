//! A time limit that is seldom reached.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// Runs from `begin` to `end`. Both cost next to nothing: the timer is set only when somebody looks, and moved only
/// when it fires.
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

    async fn until_over(clock: &mut Clock) {
        poll_fn(|context| if clock.is_over(context) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    #[tokio::test(start_paused = true)]
    async fn it_runs_out_only_after_its_whole_limit_without_an_end() {
        let limit = Duration::from_millis(50);
        let started = Instant::now();
        let mut clock = Clock::new(limit);
        clock.begin();
        until_over(&mut clock).await;
        assert_eq!(started.elapsed(), limit);
        clock.end();
        clock.begin();
        // The timer of the first run has fired; the second has a whole limit of its own.
        until_over(&mut clock).await;
        assert_eq!(started.elapsed(), limit * 2);
    }

    #[tokio::test]
    async fn it_is_not_over_when_it_does_not_run_nor_at_the_end_of_time() {
        let mut clock = Clock::new(Duration::ZERO);
        let over = |clock: &mut Clock| clock.is_over(&mut Context::from_waker(std::task::Waker::noop()));
        assert!(!over(&mut clock));
        clock.begin_anew(Duration::MAX);
        assert!(!over(&mut clock));
    }
}
