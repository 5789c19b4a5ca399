//! A clock that tests move by hand, the time that a thread computes, and a limit in real time for everything else.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tokio::task::{spawn_blocking, yield_now};
use tokio::time::Instant;

/// A minute of real time, which is more than a test takes even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The runtime's clock, stopped. All timers of the runtime wait for [`StoppedClock::pass`].
pub struct StoppedClock {
    stopped_at: Instant,
    /// Keeps a blocking task running, which ends when this is dropped. Without a blocking task, a paused clock jumps to
    /// its next timer whenever no task can run, even if a task waits for a socket or a worker.
    _held: Sender<()>,
}

impl StoppedClock {
    /// Stops the clock of the current runtime.
    ///
    /// # Panics
    /// In a runtime with several threads.
    pub fn stop() -> Self {
        tokio::time::pause();
        let (held, dropped) = channel::<()>();
        spawn_blocking(move || dropped.recv());
        Self { stopped_at: Instant::now(), _held: held }
    }

    /// Moves the clock. All tasks that are ready run before and after that.
    pub async fn pass(&self, time: Duration) {
        settle().await;
        tokio::time::advance(time).await;
        settle().await;
    }

    /// How far the clock has been moved.
    pub fn passed(&self) -> Duration {
        self.stopped_at.elapsed()
    }
}

/// The time for which the current thread has computed, which does not grow while other programs run. On systems other
/// than Linux, the time of day.
///
/// # Panics
/// If the system does not report the time.
pub fn computed() -> Duration {
    if cfg!(not(target_os = "linux")) {
        return std::time::UNIX_EPOCH.elapsed().unwrap();
    }
    // The kernel brings the number up to date when the thread stops.
    std::thread::sleep(Duration::from_nanos(1));
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(told.split(' ').next().unwrap().parse().unwrap())
}

/// Lets all tasks run that are ready.
pub async fn settle() {
    for _ in 0..50 {
        yield_now().await;
    }
}

/// Sleeps for a millisecond of real time, so that other threads can run.
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
