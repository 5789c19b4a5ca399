//! Progress bars on standard error. indicatif hides them if standard error is not a terminal, or a dumb one.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use crate::stderr;

/// A bar of this many steps, with the estimated time left. It disappears when it is dropped.
#[must_use]
pub fn progress(steps: u64) -> ProgressBar {
    shown(ProgressBar::new(steps), "{wide_bar} {pos} of {len}{left}  {msg}")
}

/// A spinner that is shown until it is dropped.
pub(crate) fn spinner() -> ProgressBar {
    shown(ProgressBar::new_spinner(), "{spinner} {wide_msg}")
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template");
    // Before the first step, indicatif would say that no time is left.
    let style = style.with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = match state.per_sec() > 0.0 {
            true => write!(out, ", {:#} left", HumanDuration(state.eta())),
            false => Ok(()),
        };
    });
    let bar = bar.with_style(style).with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Prints a line to standard error, above the bar. A closed pipe is ignored.
pub fn say(bar: &ProgressBar, line: &str) {
    let _ = bar.suspend(|| writeln!(stderr(), "{line}"));
}
