//! Input: a line editor, or plain lines if standard input is not a terminal.

use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::visible;

/// The longest line of a file or pipe in bytes, in case it is a device that never ends.
const MAX_LINE: u64 = 1 << 20;

/// A line editor with history and completion.
pub(super) struct Input(Editor<Words, DefaultHistory>);

impl Input {
    /// Opens standard input: a terminal, a file or a pipe.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn open() -> io::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        Editor::with_config(config).map(Self).map_err(io::Error::other)
    }

    /// The next line; `None` at the end of the input or after Ctrl-C. These words complete what is typed.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(super) fn line(&mut self, prompt: &str, words: Vec<String>) -> io::Result<Option<String>> {
        if !io::stdin().is_terminal() {
            return piped_line(&mut io::stdin().lock());
        }
        self.0.set_helper(Some(Words(words)));
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

fn piped_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MAX_LINE {
        return Err(io::Error::other(format!("a line of the input is longer than {} MiB", MAX_LINE >> 20)));
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).trim_end().to_owned()))
}

/// The completions of a line.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..end].to_lowercase();
        // The editor prints names without escaping them, so names with commands for the terminal are left out.
        let is_meant = |word: &&String| word.to_lowercase().starts_with(&begun) && visible(word) == **word;
        Ok((0, self.0.iter().filter(is_meant).cloned().collect()))
    }
}

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
