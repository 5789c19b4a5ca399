//! The log of the process: where it goes, in which format, and what is written beside events.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
#[cfg(unix)]
use std::os::fd::AsFd as Stream;
#[cfg(windows)]
use std::os::windows::io::AsHandle as Stream;
use std::sync::Arc;

use prometheus::IntCounter;
use prometheus::core::Collector;
use serde_json::{Map, Value};
use tracing::level_filters::LevelFilter;
use tracing::{Level, enabled, info};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::json::{self, JsonLines};
use super::line_writer::LineWriter;
use crate::config::{LogFormat, LogOptions};
use crate::memory_budget::MemoryBudget;
use crate::otlp::Traces;
use crate::spans::TARGET;
use plyd_wire::excerpt;

/// Characters of a backtrace in the log, from its start, where the panic is.
const MAX_BACKTRACE: usize = 6 << 10;

/// The log. Dropping it writes the last lines.
pub struct Log {
    writer: LineWriter,
    format: LogFormat,
}

/// Starts logging to a stream, panics included. Lines that wait to be written hold memory of the budget. Another layer
/// may take the spans of traces.
///
/// # Errors
/// When the stream cannot be duplicated, or the filter is invalid.
pub fn start(
    options: &LogOptions,
    stream: &(impl Stream + IsTerminal),
    memory: &Arc<MemoryBudget>,
    traces: Option<Traces>,
) -> io::Result<Log> {
    let lost =
        IntCounter::new("plyd_log_lines_lost_total", "Lines of the log that could not be written, or not in time.");
    let writer = LineWriter::start(own(stream)?, lost.expect("a valid name"), memory)?;
    let (format, make_writer) = (options.log_format, writer.clone());
    let layer = match format {
        LogFormat::Text => {
            let layer = tracing_subscriber::fmt::layer().with_target(false).with_ansi(stream.is_terminal());
            layer.log_internal_errors(false).with_writer(move || make_writer.clone()).boxed()
        }
        LogFormat::Json => JsonLines::new(make_writer).boxed(),
    };
    let filter: Targets = options.log.parse().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    // Of the spans for traces, the log has none, whatever its filter says.
    let filter = filter.with_target(TARGET, LevelFilter::OFF);
    tracing_subscriber::registry().with(traces).with(layer.with_filter(filter)).init();
    std::panic::set_hook(Box::new(|panic| {
        // A panic may name the state that it happened in.
        let panic = excerpt(panic.to_string());
        let backtrace = std::backtrace::Backtrace::capture().to_string();
        let backtrace: String = backtrace.chars().take(MAX_BACKTRACE).collect();
        tracing::error!(panic, backtrace, "panic");
    }));
    Ok(Log { writer, format })
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

    /// Writes lines for people between those of a text log.
    pub fn say(&self, lines: &str) {
        let _ = self.writer.clone().write_all(format!("{lines}\n").as_bytes());
    }

    /// Logs the options that the process starts with, each as a field. Those that are not given are left out of a text.
    pub fn starting(&self, options: &Map<String, Value>) {
        match self.format {
            LogFormat::Text => info!("starting{}", pairs(options)),
            // The fields of an event have to be known when it is compiled, and are 32 at most.
            LogFormat::Json if enabled!(Level::INFO) => {
                let _ = self.writer.clone().write_all(json::line(Level::INFO, "starting", options).as_bytes());
            }
            LogFormat::Json => {}
        }
    }
}

/// Fields as ` name=value`, in the form that events have.
fn pairs(fields: &Map<String, Value>) -> String {
    let text = |value: &Value| match value {
        Value::String(text) if text.bytes().all(|byte| byte.is_ascii_graphic()) => text.clone(),
        value => value.to_string(),
    };
    let given = fields.iter().filter(|(_, value)| !value.is_null());
    given.map(|(name, value)| format!(" {name}={}", text(value))).collect()
}

/// Waits for the last lines, but not for ever: the stream may be stuck.
impl Drop for Log {
    fn drop(&mut self) {
        self.writer.finish();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_pairs_that_stand_on_one_line() {
        let options = json!({"workers": 2, "keys": null, "listen": "[::1]:80", "tls_key": "a b\n", "origin": ["*"]});
        let told = pairs(options.as_object().unwrap());
        assert_eq!(told, r#" workers=2 listen=[::1]:80 tls_key="a b\n" origin=["*"]"#);
    }
}
