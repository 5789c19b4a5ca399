//! Prints answers in the order of their jobs, with a progress bar on a terminal.

use std::io::{self, Write};
use std::process;

use plyd_terminal::{ProgressBar, progress, say};

use crate::answer::Answer;

/// Prints the lines of a batch in order.
pub(crate) struct Printer {
    out: Box<dyn Write + Send>,
    bar: ProgressBar,
    next: usize,
    failed: usize,
}

impl Printer {
    /// A printer of `count` answers that continues with the index `begin`.
    pub(crate) fn new(out: Box<dyn Write + Send>, begin: usize, count: usize) -> Self {
        let bar = progress(count as u64);
        bar.set_position(begin as u64);
        Self { out, bar, next: begin, failed: 0 }
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
    pub(crate) fn print(&mut self, answer: &Answer) {
        if let Err(error) = self.out.write_all(answer.line(self.next).as_bytes()) {
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

    /// Says something above the bar.
    pub(crate) fn say(&self, line: &str) {
        say(&self.bar, line);
    }
}
