//! The log: one line a request, panics included, to standard output or, where that is taken, to standard error.
//!
//! A log is watched by whoever watches it, or by nobody: a full pipe, a closed one or a full disk must not hold up the
//! service, let alone end it. So a thread of its own writes it, and what it cannot take in time is dropped and counted.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
#[cfg(unix)]
use std::os::fd::AsFd as Stream;
#[cfg(windows)]
use std::os::windows::io::AsHandle as Stream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use prometheus::IntCounter;
use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{LogFormat, LogOptions};

/// Lines that may wait to be written. They are short: some MB at most.
const LINES: usize = 8192;

/// How long the last lines may take.
const LAST_LINES: Duration = Duration::from_millis(200);

/// The log, written as long as this is kept.
pub struct Log {
    writer: NonBlocking,
    /// Lines that could not be written.
    unwritten: IntCounter,
    /// Gone when dropped.
    guard: Option<WorkerGuard>,
}

/// Starts logging to a stream, and sends panics there.
///
/// # Errors
/// When the stream cannot be had, or the filter not be read.
pub fn start(options: &LogOptions, stream: &(impl Stream + IsTerminal)) -> io::Result<Log> {
    let unwritten =
        IntCounter::new("plyd_log_lines_lost_total", "Lines of the log that could not be written, or not in time.");
    let unwritten = unwritten.expect("a valid name");
    let output = Output { file: own(stream)?, unwritten: unwritten.clone() };
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(LINES).thread_name("log");
    let (writer, guard) = builder.finish(output);
    let layer = tracing_subscriber::fmt::layer().with_target(false).with_ansi(stream.is_terminal());
    let layer = layer.log_internal_errors(false).with_writer(writer.clone());
    let layer = match options.log_format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    let filter: Targets = options.log.parse().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    tracing_subscriber::registry().with(layer.with_filter(filter)).init();
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = std::backtrace::Backtrace::capture();
        tracing::error!(%panic, %backtrace, "panic");
    }));
    Ok(Log { writer, unwritten, guard: Some(guard) })
}

/// A stream, but not the standard library's: that has a lock that somebody may hold for ever, and a buffer.
fn own(stream: &impl Stream) -> io::Result<File> {
    #[cfg(unix)]
    let own = stream.as_fd().try_clone_to_owned()?;
    #[cfg(windows)]
    let own = stream.as_handle().try_clone_to_owned()?;
    Ok(File::from(own))
}

impl Log {
    /// Counts what is lost, for the metrics; to be asked for once.
    #[must_use]
    pub fn lost(&self) -> Box<dyn Collector> {
        let (counter, dropped) = (self.unwritten.clone(), self.writer.error_counter());
        Box::new(LostLines { counter, dropped, seen: AtomicUsize::new(0) })
    }

    /// Writes lines that are for people, between those of the log.
    pub fn say(&self, lines: &str) {
        let _ = writeln!(self.writer.clone(), "{lines}");
    }
}

/// Waits for the last lines, but not for ever: the writer may be stuck, and what it then has to say about that as well.
impl Drop for Log {
    fn drop(&mut self) {
        let (done, is_done) = mpsc::channel();
        let guard = self.guard.take();
        let flush = move || {
            drop(guard);
            let _ = done.send(());
        };
        if thread::Builder::new().spawn(flush).is_ok() {
            let _ = is_done.recv_timeout(LAST_LINES);
        }
    }
}

/// Where the lines go, each in one piece.
struct Output {
    file: File,
    unwritten: IntCounter,
}

impl Write for Output {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.file.write_all(line).is_err() {
            self.unwritten.inc();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that could not be written, and those that were dropped before.
struct LostLines {
    counter: IntCounter,
    dropped: ErrorCounter,
    /// How many of the dropped lines the counter has been told of.
    seen: AtomicUsize,
}

impl Collector for LostLines {
    fn desc(&self) -> Vec<&Desc> {
        self.counter.desc()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let dropped = self.dropped.dropped_lines();
        let seen = self.seen.fetch_max(dropped, Ordering::Relaxed);
        self.counter.inc_by(dropped.saturating_sub(seen) as u64);
        self.counter.collect()
    }
}
