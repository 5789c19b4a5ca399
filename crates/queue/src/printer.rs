//! Prints answers in the order of their jobs, with a progress bar on a terminal.

use std::io::{self, Write};
use std::process;

use plyd_terminal::{ProgressBar, progress, say, visible};

use crate::answer::Answer;
use crate::form::Form;

/// Prints the lines of a batch in order.
pub(crate) struct Printer {
    out: Box<dyn Write + Send>,
    /// The digits of the batch's hash.
    batch: String,
    form: Form,
    bar: ProgressBar,
    next: usize,
    failed: usize,
}

impl Printer {
    /// A printer of the `count` answers of this batch.
    pub(crate) fn new(out: Box<dyn Write + Send>, batch: String, count: usize) -> Self {
        Self { out, batch, form: Form::Lines, bar: progress(count as u64), next: 0, failed: 0 }
    }

    /// The same, after this number of answers, some of which have failed.
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

    /// The same, which prints answers in this form.
    pub(crate) fn of_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Prints the next answer. If it cannot be printed in the form that is asked for, it counts as failed.
    pub(crate) fn print(&mut self, answer: &Answer, source: Option<&str>) {
        let text = match &mut self.form {
            Form::Lines => Ok(answer.line(&self.batch, self.next, source)),
            _ if answer.is_failure() => Err(format!("answer {}: {}", self.next, answer.body)),
            form => form.of_review(answer, source).map_err(|why| format!("answer {}: {why}", self.next)),
        };
        self.next += 1;
        self.failed += usize::from(answer.is_failure() || text.is_err());
        match text {
            Ok(text) => self.write(&text),
            Err(why) => self.say(&format!("plyd-queue: {}", visible(&why))),
        }
        self.bar.inc(1);
        self.bar.set_message(format!("{} failed", self.failed));
    }

    /// Prints what comes after all answers.
    pub(crate) fn end(&mut self) {
        if let Form::Summary(totals) = &self.form {
            let text = totals.text();
            self.write(&text);
        }
    }

    /// Nobody reads a closed pipe, so the program ends then.
    fn write(&mut self, text: &str) {
        if let Err(error) = self.out.write_all(text.as_bytes()) {
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.say(&format!("plyd-queue: cannot write an answer: {error}"));
            }
            process::exit(1);
        }
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
