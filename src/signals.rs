//! What the system tells the process. Heard on a thread of its own, so that nothing which keeps the others busy can
//! keep the process alive.

use std::io;
use std::process;
use std::thread;
use std::time::Duration;

use tokio::runtime::Builder;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::{info, warn};

/// What ends in order also writes its last lines, before anybody ends it.
const LAST_LINES: Duration = Duration::from_millis(400);

/// Resolves on SIGTERM or SIGINT, and on Windows when the console says so or is closed. From then on the process has so
/// long to end, and a moment for its log; a second signal ends it at once.
///
/// # Errors
/// When signals cannot be heard.
pub(crate) fn told_to_stop(longest: Duration) -> io::Result<oneshot::Receiver<()>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::hear()?
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

#[cfg(unix)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

#[cfg(unix)]
impl Signals {
    fn hear() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

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

#[cfg(windows)]
struct Signals {
    interrupt: CtrlC,
    quit: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    fn hear() -> io::Result<Self> {
        Ok(Self { interrupt: ctrl_c()?, quit: ctrl_break()?, close: ctrl_close()?, shutdown: ctrl_shutdown()? })
    }

    async fn stop(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.quit.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}
