//! A timeout that rarely elapses.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// Runs from `start` to `stop`. Both are cheap: the timer is set at the first poll, and moved only when it fires.
pub(crate) struct Timeout {
    limit: Duration,
    since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Timeout {
    pub(crate) const fn new(limit: Duration) -> Self {
        Self { limit, since: None, timer: None }
    }

    /// Starts it, unless it runs already.
    pub(crate) fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Starts it as if that had been done at another time.
    pub(crate) fn start_at(&mut self, since: Instant) {
        self.since = Some(since);
    }

    /// Restarts it with another limit.
    pub(crate) fn restart(&mut self, limit: Duration) {
        *self = Self { limit, since: Some(Instant::now()), timer: None };
    }

    pub(crate) const fn stop(&mut self) {
        self.since = None;
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Whether it has elapsed. If not, wakes the task when it may have.
    pub(crate) fn poll_elapsed(&mut self, context: &mut Context<'_>) -> bool {
        // A limit that overflows `Instant` never elapses.
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

    pub(crate) const fn limit(&self) -> Duration {
        self.limit
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    async fn until_elapsed(timeout: &mut Timeout) {
        poll_fn(|context| if timeout.poll_elapsed(context) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    #[tokio::test(start_paused = true)]
    async fn it_elapses_only_after_its_whole_limit_without_a_stop() {
        let limit = Duration::from_millis(50);
        let started = Instant::now();
        let mut timeout = Timeout::new(limit);
        timeout.start();
        until_elapsed(&mut timeout).await;
        assert_eq!(started.elapsed(), limit);
        timeout.stop();
        timeout.start();
        // The timer of the first run has fired; the second has a whole limit of its own.
        until_elapsed(&mut timeout).await;
        assert_eq!(started.elapsed(), limit * 2);
    }

    #[tokio::test]
    async fn it_does_not_elapse_when_stopped_or_without_a_limit() {
        let mut timeout = Timeout::new(Duration::ZERO);
        let elapsed = |timeout: &mut Timeout| timeout.poll_elapsed(&mut Context::from_waker(std::task::Waker::noop()));
        assert!(!elapsed(&mut timeout));
        timeout.restart(Duration::MAX);
        assert!(!elapsed(&mut timeout));
    }
}
