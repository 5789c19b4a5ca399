//! Input from a line editor, which reads plain lines if standard input is not a terminal.

use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::visible;

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
        self.0.set_helper(Some(Words(words)));
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(io::Error::other(error)),
        }
    }
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
