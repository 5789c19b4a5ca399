//! Input from a line editor on a terminal, and otherwise from piped lines.

use std::io::{self, BufRead, IsTerminal};
use std::process;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

use crate::visible;
use plyd_search::Stop;

/// A source of lines.
pub trait Input {
    /// The next line; `None` at the end. `words` returns the completions.
    ///
    /// # Errors
    /// If the input cannot be read.
    fn line(&mut self, prompt: &str, words: &dyn Fn() -> Vec<String>) -> io::Result<Option<String>>;

    /// Whether the terminal has already shown the prompt and the line.
    fn is_seen(&self) -> bool;
}

/// Opens standard input: a terminal, a file or a pipe. Ctrl-C raises `stop` and ends the input.
///
/// # Errors
/// If the terminal cannot be used or a thread cannot be started.
pub(super) fn open(stop: &Stop) -> io::Result<Box<dyn Input>> {
    let (sender, lines) = sync_channel(1);
    handle_interrupts(stop.clone(), sender.clone())?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Words(Vec::new())));
        return Ok(Box::new(Edited(editor)));
    }
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(&sender))?;
    Ok(Box::new(Piped(lines)))
}

/// Handles Ctrl-C. The second Ctrl-C ends the process immediately.
fn handle_interrupts(stop: Stop, sender: SyncSender<io::Result<Option<String>>>) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(async {
            if ctrl_c().await.is_ok() {
                stop.raise();
                // If the channel is full, the flag will be seen together with the line in it.
                let _ = sender.try_send(Ok(None));
                let _ = ctrl_c().await;
                process::exit(130);
            }
        });
    })?;
    Ok(())
}

/// A line editor with history and completion.
struct Edited(Editor<Words, DefaultHistory>);

impl Input for Edited {
    fn line(&mut self, prompt: &str, words: &dyn Fn() -> Vec<String>) -> io::Result<Option<String>> {
        if let Some(helper) = self.0.helper_mut() {
            *helper = Words(words());
        }
        match self.0.readline(&format!("{prompt}> ")) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn is_seen(&self) -> bool {
        true
    }
}

/// The completions of a line.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..end].to_lowercase();
        // The editor would write a name with commands for the terminal as it is.
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

/// The lines of a file or pipe.
struct Piped(Receiver<io::Result<Option<String>>>);

impl Input for Piped {
    fn line(&mut self, _: &str, _: &dyn Fn() -> Vec<String>) -> io::Result<Option<String>> {
        // A reader sends `None` before it ends.
        self.0.recv().unwrap_or(Ok(None))
    }

    fn is_seen(&self) -> bool {
        false
    }
}

/// Reads standard input to its end.
fn read_lines(sender: &SyncSender<io::Result<Option<String>>>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let read = stdin.read_until(b'\n', &mut bytes);
        let line = read.map(|count| (count > 0).then(|| text_of_line(&bytes).trim_end().to_owned()));
        let goes_on = matches!(line, Ok(Some(_)));
        if sender.send(line).is_err() || !goes_on {
            return;
        }
    }
}

/// A line of input as text, without a byte order mark. Invalid UTF-8 becomes U+FFFD, which no command contains.
fn text_of_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)).into_owned()
}
