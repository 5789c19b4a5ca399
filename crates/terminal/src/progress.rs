//! Progress bars on standard error, if that is a terminal.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::{put, stderr, visible};
use plyd_search::Iteration;

/// Whether standard error is a terminal that can show a bar.
fn is_shown_on_stderr() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A bar with the estimated time left. Without a terminal there is nothing to see.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar of `steps` steps.
    pub fn of(steps: u64) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {eta} left  {msg}").expect("a template");
        Self(is_shown_on_stderr().then(|| {
            let bar = ProgressBar::new(steps).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }

    /// A bar of as many steps as a function counts, which is called only if there is somebody to see the bar.
    pub(crate) fn counting(steps: impl FnOnce() -> u64) -> Self {
        if is_shown_on_stderr() { Self::of(steps()) } else { Self::none() }
    }

    /// No bar.
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// Whether the bar is visible.
    pub const fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Sets the number of finished steps.
    pub fn reach(&self, done: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(done);
        }
    }

    /// Adds one finished step.
    pub fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Sets the message, which says what is being done.
    pub fn tell(&self, what: impl Into<String>) {
        if let Some(bar) = &self.0 {
            bar.set_message(what.into());
        }
    }

    /// Prints a line of the result, above the bar if both are on the same terminal.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn print(&self, line: &str) -> io::Result<()> {
        self.write(&format!("{line}\n"))
    }

    /// Prints a part of the result in the same way.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        self.aside(|| put(text))
    }

    /// Prints a line to standard error, above the bar. A closed pipe is ignored.
    pub fn say(&self, line: &str) {
        let _ = self.aside(|| writeln!(stderr(), "{line}"));
    }

    fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// A spinner that is shown until it is dropped.
pub(crate) struct Thinking(Option<ProgressBar>);

impl Thinking {
    pub(crate) fn begin() -> Self {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template");
        Self(is_shown_on_stderr().then(|| {
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }

    /// Shows a finished iteration.
    pub(crate) fn update(&self, found: &Iteration<String>) {
        if let (Some(bar), Some(best)) = (&self.0, found.lines.first()) {
            bar.set_message(format!("thinking, depth {}: {}", found.depth, visible(&best.pv.join(" "))));
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
