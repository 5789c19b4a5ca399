//! What the system tells the process. Heard on a thread of its own, so that nothing which keeps the others busy can
//! keep the process alive.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::{info, warn};

/// What ends in order also writes its last lines, before anybody ends it.
const LAST_LINES: Duration = Duration::from_millis(400);

/// Resolves on SIGTERM or SIGINT. From then on the process has so long to end, and a moment for its log; a second
/// signal ends it at once.
///
/// # Errors
/// When signals cannot be heard.
pub(crate) fn told_to_stop(longest: Duration) -> io::Result<oneshot::Receiver<()>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        }
    };
    let (tell, told) = oneshot::channel();
    let hear = async move {
        signals.stop().await;
        info!("told to stop");
        // If sending fails there is nothing left to stop.
        let _ = tell.send(());
        if timeout(longest.saturating_add(LAST_LINES), signals.stop()).await.is_err() {
            warn!("the end takes longer than it may");
        }
        process::exit(1);
    };
    thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(hear))?;
    Ok(told)
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

impl Signals {
    async fn stop(&mut self) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
                // A terminal that is closed, or somebody who expects options to be read again: neither is a reason to
                // end.
                _ = self.hang_up.recv() => info!("SIGHUP changes nothing: options are read at the start"),
            }
        }
    }
}
