//! Prints answers in the order of their jobs, with a progress bar on a terminal.

use std::io::{self, Write};
use std::process;

use plyd_terminal::{ProgressBar, progress, say};

use crate::answer::Answer;

/// Prints the lines of a batch in order.
pub(crate) struct Printer {
    out: Box<dyn Write + Send>,
    /// The digits of the batch's hash.
    batch: String,
    bar: ProgressBar,
    next: usize,
    failed: usize,
}

impl Printer {
    /// A printer of the `count` answers of this batch.
    pub(crate) fn new(out: Box<dyn Write + Send>, batch: String, count: usize) -> Self {
        Self { out, batch, bar: progress(count as u64), next: 0, failed: 0 }
    }

    /// The same, after so many answers, some of which have failed.
    pub(crate) fn after(self, next: usize, failed: usize) -> Self {
        self.bar.set_position(next as u64);
        self.bar.reset_eta();
        Self { next, failed, ..self }
    }

    /// The index of the answer that is to be printed next.
    pub(crate) const fn next(&self) -> usize {
        self.next
    }

    /// How many answers have a status other than 200.
    pub(crate) const fn failed(&self) -> usize {
        self.failed
    }

    /// Prints the next answer. Nobody reads a closed pipe, so the program ends then.
    pub(crate) fn print(&mut self, answer: &Answer, source: Option<&str>) {
        let line = answer.line(&self.batch, self.next, source);
        if let Err(error) = self.out.write_all(line.as_bytes()) {
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.say(&format!("plyd-queue: cannot write an answer: {error}"));
            }
            process::exit(1);
        }
        self.next += 1;
        self.failed += usize::from(answer.is_failure());
        self.bar.inc(1);
        self.bar.set_message(format!("{} failed", self.failed));
    }

    /// The bar, to see whether it moves.
    pub(crate) fn bar(&self) -> ProgressBar {
        self.bar.clone()
    }

    /// Says something above the bar.
    pub(crate) fn say(&self, line: &str) {
        say(&self.bar, line);
    }
}
