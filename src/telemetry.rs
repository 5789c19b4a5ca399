//! The log: one line for each request, and panics, to standard output or standard error.
//!
//! A full pipe, a closed one or a full disk must not block the service. So a thread of its own writes the log; lines that
//! it cannot take in time are dropped and counted.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
#[cfg(unix)]
use std::os::fd::AsFd as Stream;
#[cfg(windows)]
use std::os::windows::io::AsHandle as Stream;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use prometheus::IntCounter;
use prometheus::core::Collector;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{LogFormat, LogOptions};

/// Lines in the queue of the log's thread: a few MB at most.
const LINES: usize = 8192;

/// The longest that the last lines may take at the end.
const LAST_LINES: Duration = Duration::from_millis(200);

/// The log. Dropping it writes the last lines.
pub struct Log {
    writer: LineWriter,
}

/// Starts logging to a stream, panics included.
///
/// # Errors
/// When the stream cannot be duplicated, or the filter is invalid.
pub fn start(options: &LogOptions, stream: &(impl Stream + IsTerminal)) -> io::Result<Log> {
    let lost =
        IntCounter::new("plyd_log_lines_lost_total", "Lines of the log that could not be written, or not in time.");
    let writer = LineWriter::start(own(stream)?, lost.expect("a valid name"))?;
    let layer = tracing_subscriber::fmt::layer().with_target(false).with_ansi(stream.is_terminal());
    let make_writer = writer.clone();
    let layer = layer.log_internal_errors(false).with_writer(move || make_writer.clone());
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
    Ok(Log { writer })
}

/// A duplicate of the stream, without the lock and the buffer of the standard library's.
fn own(stream: &impl Stream) -> io::Result<File> {
    #[cfg(unix)]
    let own = stream.as_fd().try_clone_to_owned()?;
    #[cfg(windows)]
    let own = stream.as_handle().try_clone_to_owned()?;
    Ok(File::from(own))
}

impl Log {
    /// The counter of lost lines, for the metrics.
    #[must_use]
    pub fn lost(&self) -> Box<dyn Collector> {
        Box::new(self.writer.lost.clone())
    }

    /// Writes lines for people between those of the log.
    pub fn say(&self, lines: &str) {
        let _ = self.writer.clone().write_all(format!("{lines}\n").as_bytes());
    }
}

/// Waits for the last lines, but not for ever: the stream may be stuck, and the queue full.
impl Drop for Log {
    fn drop(&mut self) {
        let (done, is_done) = mpsc::channel();
        let queue = self.writer.queue.clone();
        if thread::Builder::new().spawn(move || queue.send(Message::Flush(done))).is_ok() {
            let _ = is_done.recv_timeout(LAST_LINES);
        }
    }
}

enum Message {
    Line(Vec<u8>),
    /// Answered once all lines before it are written.
    Flush(Sender<()>),
}

/// Queues lines for the thread that writes them. Never blocks: a line that finds the queue full is counted as lost.
#[derive(Clone)]
struct LineWriter {
    queue: SyncSender<Message>,
    lost: IntCounter,
}

impl LineWriter {
    fn start(file: File, lost: IntCounter) -> io::Result<Self> {
        let (queue, messages) = mpsc::sync_channel(LINES);
        let unwritten = lost.clone();
        thread::Builder::new().name("log".into()).spawn(move || write_lines(&messages, file, &unwritten))?;
        Ok(Self { queue, lost })
    }
}

/// Each call is one line: the formatter writes an event in one piece.
impl Write for LineWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Message::Line(line.to_vec())).is_err() {
            self.lost.inc();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_lines(messages: &Receiver<Message>, mut file: File, lost: &IntCounter) {
    for message in messages {
        match message {
            Message::Line(line) if file.write_all(&line).is_err() => lost.inc(),
            Message::Line(_) => {}
            Message::Flush(done) => drop(done.send(())),
        }
    }
}
