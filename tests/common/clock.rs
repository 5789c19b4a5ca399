//! A clock that tests move, and a real-time limit for everything else.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::task::{spawn_blocking, yield_now};
use tokio::time::Instant;

/// A minute of real time: more than a test takes on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The runtime's clock, stopped. Every timer of the runtime waits for [`StoppedClock::pass`].
pub struct StoppedClock {
    stopped_at: Instant,
    /// A paused clock jumps to its next timer when no task can run, also while a task waits for a socket or a worker.
    /// Only a blocking task prevents that: this one, until the sender is dropped.
    _held: Sender<()>,
}

impl StoppedClock {
    /// # Panics
    /// In a runtime of several threads.
    pub fn stop() -> Self {
        tokio::time::pause();
        let (held, dropped) = channel::<()>();
        spawn_blocking(move || dropped.recv());
        Self { stopped_at: Instant::now(), _held: held }
    }

    /// Moves the clock. All ready tasks run before and after it.
    pub async fn pass(&self, time: Duration) {
        settle().await;
        tokio::time::advance(time).await;
        settle().await;
    }

    /// The time by which the clock was moved.
    pub fn passed(&self) -> Duration {
        self.stopped_at.elapsed()
    }
}

/// Lets all ready tasks run.
pub async fn settle() {
    for _ in 0..50 {
        yield_now().await;
    }
}

/// Sleeps a millisecond of real time, for other threads.
pub async fn moment() {
    spawn_blocking(|| std::thread::sleep(Duration::from_millis(1))).await.unwrap();
}

/// Awaits a future.
///
/// # Panics
/// After [`TIMEOUT`] of real time, independent of the runtime's clock.
pub async fn with_timeout<T>(future: impl Future<Output = T>) -> T {
    let (come, waiting) = channel::<()>();
    let deadline = spawn_blocking(move || waiting.recv_timeout(TIMEOUT));
    let value = tokio::select! {
        biased;
        value = future => value,
        _ = deadline => panic!("timed out after a minute"),
    };
    drop(come);
    value
}
