//! Shutdown signals. They have their own thread, so that busy workers cannot keep the process alive.

use std::io;
use std::process;
use std::sync::Arc;
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
#[cfg(unix)]
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::{info, warn};

/// Time for the last lines of the log after a graceful shutdown.
const LAST_LINES: Duration = Duration::from_millis(400);

/// Resolves on SIGTERM or SIGINT; on Windows, on console events or when the console is closed. SIGHUP calls `reload`.
///
/// If the process has not ended within `limit` plus a moment for its log, it is killed. A second signal kills it
/// immediately.
///
/// # Errors
/// If a handler cannot be installed.
pub(crate) fn shutdown(
    limit: Duration,
    reload: impl Fn() + Send + Sync + 'static,
) -> io::Result<oneshot::Receiver<()>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::listen()?
    };
    let (sender, receiver) = oneshot::channel();
    let listen = async move {
        signals.stop(&Arc::new(reload)).await;
        info!("received the signal to stop");
        // Fails if the server has ended already.
        let _ = sender.send(());
        if timeout(limit.saturating_add(LAST_LINES), signals.stop(&Arc::new(|| ()))).await.is_err() {
            warn!("shutdown timed out; exiting without the remaining answers");
        }
        process::exit(1);
    };
    thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen))?;
    Ok(receiver)
}

#[cfg(unix)]
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    async fn stop(&mut self, reload: &Arc<impl Fn() + Send + Sync + 'static>) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
                // A closing terminal sends this too, but that is not a reason to end.
                _ = self.hang_up.recv() => {
                    // On another thread, because reading files can block. A panic there has been logged.
                    let reload = Arc::clone(reload);
                    drop(spawn_blocking(move || reload()));
                }
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
    fn listen() -> io::Result<Self> {
        Ok(Self { interrupt: ctrl_c()?, quit: ctrl_break()?, close: ctrl_close()?, shutdown: ctrl_shutdown()? })
    }

    async fn stop(&mut self, _reload: &Arc<impl Fn() + Send + Sync + 'static>) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.quit.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;
    use std::sync::mpsc::channel;

    use super::*;

    fn signal_oneself(name: &str) {
        let kill = format!("kill {name} {}", process::id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    #[test]
    fn a_panic_while_files_are_read_again_ends_nothing() {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let mut signals = {
            let _inside = runtime.enter();
            Signals::listen().unwrap()
        };
        let (reloads, counted) = channel();
        let stopped = thread::spawn(move || {
            let reload = move || {
                reloads.send(()).unwrap();
                panic!("a bug");
            };
            runtime.block_on(signals.stop(&Arc::new(reload)));
        });
        for _ in 0..2 {
            signal_oneself("-HUP");
            counted.recv().unwrap();
        }
        signal_oneself("-TERM");
        stopped.join().unwrap();
    }
}
