//! Time limits that pass when a test says so, and a deadline for what comes by itself.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::task::{spawn_blocking, yield_now};
use tokio::time::Instant;

/// A minute of real time: nothing that works takes as long, however busy the machine is.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The runtime's clock, stopped. Every timer of the runtime waits for [`StoppedClock::pass`].
pub struct StoppedClock {
    stopped_at: Instant,
    /// A paused clock jumps to its next timer as soon as no task can run, also while a socket or a worker is waited
    /// for. It does not while a blocking task runs: this one, until the sender is dropped.
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

    /// Moves the clock. Every task that can run has run before and after.
    pub async fn pass(&self, time: Duration) {
        settle().await;
        tokio::time::advance(time).await;
        settle().await;
    }

    /// How far the clock was moved.
    pub fn passed(&self) -> Duration {
        self.stopped_at.elapsed()
    }
}

/// Lets every task run that can.
pub async fn settle() {
    for _ in 0..50 {
        yield_now().await;
    }
}

/// A millisecond of real time, for threads and the system.
pub async fn moment() {
    spawn_blocking(|| std::thread::sleep(Duration::from_millis(1))).await.unwrap();
}

/// Waits for what comes by itself.
///
/// # Panics
/// If it has not come within [`TIMEOUT`], whatever the runtime's clock says.
pub async fn with_timeout<T>(what: impl Future<Output = T>) -> T {
    let (come, waiting) = channel::<()>();
    let deadline = spawn_blocking(move || waiting.recv_timeout(TIMEOUT));
    let value = tokio::select! {
        biased;
        value = what => value,
        _ = deadline => panic!("waited a minute in vain"),
    };
    drop(come);
    value
}
