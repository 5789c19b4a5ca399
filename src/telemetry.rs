//! The log, on standard output or standard error: one line for each request, and panics.
//!
//! `tracing_subscriber` formats the lines, and `tracing_appender` writes them on its own thread, so that a full or
//! closed pipe or a full disk cannot block the service. Lines that find its queue full are dropped and counted.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use prometheus::IntCounter;
use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use serde_json::{Map, Value, json};
use tracing::level_filters::LevelFilter;
use tracing::{Level, enabled, info};
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{LogFormat, LogOptions};
use crate::otlp::Traces;
use crate::spans::TARGET;
use plyd_wire::{excerpt, shortened};

/// Lines that may wait to be written. A line has about 400 bytes, and at most 4 KB unless it reports a panic.
const QUEUE: usize = 4096;

/// How many bytes of lines are written at a time.
const BATCH: usize = 64 << 10;

/// How long the writing thread sleeps when no line waits. Otherwise every line of a busy server would wake it, which
/// costs as much CPU time as a small request.
const PAUSE: Duration = Duration::from_millis(5);

/// How long writing the last lines may take when the process ends.
const LAST_LINES: Duration = Duration::from_millis(200);

/// How many characters of a backtrace are logged. The panic is near its beginning.
const MAX_BACKTRACE: usize = 6 << 10;

/// The log. When dropped, it writes the last lines.
pub struct Log {
    lines: NonBlocking,
    guard: Option<WorkerGuard>,
    unwritten: IntCounter,
    format: LogFormat,
}

/// Starts logging to a stream. Panics are logged too. `traces` is another layer, which receives the spans of traces.
///
/// # Errors
/// If the filter is invalid.
pub fn start(
    options: &LogOptions,
    stream: impl Write + IsTerminal + Send + 'static,
    traces: Option<Traces>,
) -> Result<Log, String> {
    let filter: Targets = options.log.parse().map_err(|error| format!("cannot start the log: {error}"))?;
    let unwritten = "Lines of the log that could not be written in time.";
    let unwritten = IntCounter::new("plyd_log_lines_lost_total", unwritten).expect("a valid name");
    let is_terminal = stream.is_terminal();
    let stream = LineStream { stream, text: Vec::new(), lines: 0, unwritten: unwritten.clone() };
    let queue = NonBlockingBuilder::default().buffered_lines_limit(QUEUE).thread_name("log");
    let (lines, guard) = queue.finish(stream);
    let layer = tracing_subscriber::fmt::layer().with_target(false).log_internal_errors(false);
    let layer = layer.with_writer(lines.clone()).with_ansi(is_terminal);
    let layer = match options.log_format {
        LogFormat::Text => layer.boxed(),
        // A request's fields are part of its events, so a line needs no object for the surrounding span.
        LogFormat::Json => layer.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed(),
    };
    // The log never contains the spans for traces, even if its filter includes them.
    let filter = filter.with_target(TARGET, LevelFilter::OFF);
    tracing_subscriber::registry().with(traces).with(layer.with_filter(filter)).init();
    std::panic::set_hook(Box::new(|panic| {
        // A panic's message may contain the state that it happened in.
        let panic = excerpt(panic.to_string());
        let backtrace = std::backtrace::Backtrace::capture().to_string();
        tracing::error!(panic, backtrace = shortened(&backtrace, MAX_BACKTRACE), "panic");
    }));
    Ok(Log { lines, guard: Some(guard), unwritten, format: options.log_format })
}

impl Log {
    /// The counter of lost lines, for the metrics.
    #[must_use]
    pub fn lost(&self) -> Box<dyn Collector> {
        let dropped = self.lines.error_counter();
        Box::new(LostLines { lost: self.unwritten.clone(), dropped, counted: AtomicU64::new(0) })
    }

    /// Writes lines for people between the lines of a text log.
    pub fn say(&self, lines: &str) {
        let _ = self.lines.clone().write_all(format!("{lines}\n").as_bytes());
    }

    /// Logs the options that the process starts with, each as a field. The text format leaves out options that are not
    /// given.
    pub fn starting(&self, options: &Map<String, Value>) {
        match self.format {
            LogFormat::Text => info!("starting{}", pairs(options)),
            // `tracing` needs to know the fields of an event at compile time, and allows at most 32.
            LogFormat::Json if enabled!(Level::INFO) => {
                let mut now = String::new();
                // Writing to a string does not fail.
                let _ = SystemTime.format_time(&mut Writer::new(&mut now));
                let mut line = json!({ "timestamp": now, "level": "INFO", "message": "starting" });
                line.as_object_mut().expect("an object").extend(options.clone());
                self.say(&line.to_string());
            }
            LogFormat::Json => {}
        }
    }
}

/// Fields as ` name=value`, in the form in which events write their fields.
fn pairs(fields: &Map<String, Value>) -> String {
    let text = |value: &Value| match value {
        Value::String(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => text.clone(),
        value => value.to_string(),
    };
    let given = fields.iter().filter(|(_, value)| !value.is_null());
    given.map(|(name, value)| format!(" {name}={}", text(value))).collect()
}

/// Waits for the last lines, but not for ever, because the stream may be stuck.
impl Drop for Log {
    fn drop(&mut self) {
        let (guard, (done, is_done)) = (self.guard.take(), mpsc::channel());
        // If the queue is full, dropping the guard prints an error to standard output, which blocks if nobody reads it.
        let flush = move || {
            drop(guard);
            let _ = done.send(());
        };
        if thread::Builder::new().spawn(flush).is_ok() {
            let _ = is_done.recv_timeout(LAST_LINES);
        }
    }
}

/// Where the log goes. The writing thread passes each line to it, and flushes it when no line waits.
struct LineStream<W> {
    stream: W,
    text: Vec<u8>,
    lines: u64,
    unwritten: IntCounter,
}

impl<W: Write> LineStream<W> {
    fn write_text(&mut self) {
        if self.stream.write_all(&self.text).is_err() {
            self.unwritten.inc_by(self.lines);
        }
        self.text.clear();
        self.lines = 0;
    }
}

/// Never fails: `tracing_appender` would ignore the error, so lines that cannot be written are counted here.
impl<W: Write> Write for LineStream<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(line);
        self.lines += 1;
        if self.text.len() >= BATCH {
            self.write_text();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_text();
        thread::sleep(PAUSE);
        Ok(())
    }
}

/// Counts the lines that did not fit into the queue, and those that could not be written.
struct LostLines {
    lost: IntCounter,
    dropped: ErrorCounter,
    counted: AtomicU64,
}

impl Collector for LostLines {
    fn desc(&self) -> Vec<&Desc> {
        self.lost.desc()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let dropped = self.dropped.dropped_lines() as u64;
        self.lost.inc_by(dropped.saturating_sub(self.counted.fetch_max(dropped, Ordering::Relaxed)));
        self.lost.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_pairs_that_stand_on_one_line() {
        let options = json!({"workers": 2, "keys": null, "listen": "[::1]:80", "tls_key": "a b\n", "origin": ["*"]});
        let told = pairs(options.as_object().unwrap());
        assert_eq!(told, r#" workers=2 listen=[::1]:80 tls_key="a b\n" origin=["*"]"#);
    }
}
