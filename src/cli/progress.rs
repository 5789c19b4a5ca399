//! How far something long has come, on standard error, for whoever sits at a terminal.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::search::Iteration;

/// Whether there is somebody to watch it move.
fn is_watched() -> bool {
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// A bar with the time that is left; where nobody watches, nothing.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    /// The beginning of so many steps.
    pub(super) fn of(steps: u64) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {eta} left  {msg}").expect("a template");
        Self(is_watched().then(|| {
            let bar = ProgressBar::new(steps).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }

    /// Whether there is a bar.
    pub(super) const fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// So many steps are done.
    pub(super) fn reach(&self, done: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(done);
        }
    }

    /// One step more is done.
    pub(super) fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// What is being done.
    pub(super) fn tell(&self, what: impl Into<String>) {
        if let Some(bar) = &self.0 {
            bar.set_message(what.into());
        }
    }

    /// Prints a line of the result, above the bar if both go to one terminal.
    ///
    /// # Errors
    /// Those of writing.
    pub(super) fn print(&self, line: &str) -> io::Result<()> {
        self.aside(|| writeln!(io::stdout(), "{line}"))
    }

    /// Says a line on standard error, above the bar. Nobody has to read along.
    pub(super) fn say(&self, line: &str) {
        let _ = self.aside(|| writeln!(io::stderr(), "{line}"));
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

/// A sign that a search is running, gone with it.
pub(super) struct Thinking(Option<ProgressBar>);

impl Thinking {
    pub(super) fn begin() -> Self {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template");
        Self(is_watched().then(|| {
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        }))
    }

    /// Tells how far the search has come.
    pub(super) fn hear(&self, found: &Iteration<String>) {
        if let (Some(bar), Some(best)) = (&self.0, found.lines.first()) {
            bar.set_message(format!("thinking, depth {}: {}", found.depth, best.pv.join(" ")));
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
