//! Talks to the binary in a protocol of lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::programs::plyd;
use crate::server::TIMEOUT;

/// A process to talk to, which is killed when this is dropped.
pub(crate) struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    pub(crate) fn begin(arguments: &[&str]) -> Self {
        let mut command = plyd();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, lines) = mpsc::channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { input: child.stdin.take(), child, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").and_then(|()| input.flush()).unwrap();
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line of its output.
    pub(crate) fn hear(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("it should say something")
    }

    /// The lines up to and including one that begins like this.
    pub(crate) fn hear_until(&self, beginning: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        while !heard.last().is_some_and(|line| line.starts_with(beginning)) {
            heard.push(self.hear());
        }
        heard
    }

    /// Whether the process says nothing for this long.
    pub(crate) fn is_silent_for(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Ends the input. Returns the remaining output, and the exit status.
    pub(crate) fn end(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        let deadline = Instant::now() + TIMEOUT;
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => return (heard, self.child.wait().unwrap()),
                Err(RecvTimeoutError::Timeout) => panic!("it should have ended: {heard:?}"),
            }
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
