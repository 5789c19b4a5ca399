//! The log: one line a request, panics included, to standard output.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogOptions};

/// Starts logging, and sends panics there.
pub fn start(options: &LogOptions) {
    let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(&options.log)).with_target(false);
    let log = log.with_ansi(std::io::stdout().is_terminal());
    match options.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = std::backtrace::Backtrace::capture();
        tracing::error!(%panic, %backtrace, "panic");
    }));
}
