//! The file of `plyd-queue collect --into`.
//!
//! The answers in it are checked, and more are appended. The file is never shortened: if its last line is unfinished,
//! that line has to be the beginning of the next answer, and only the rest is appended.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use plyd_games::excerpt::ellipsized;
use plyd_terminal::visible;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::nats::MAX_ANSWER_BYTES;

/// The longest line in bytes. An answer has a source, too.
const MAX_LINE_BYTES: u64 = MAX_ANSWER_BYTES as u64 + (64 << 10);

/// A file with the first answers of a batch.
#[derive(Debug)]
pub(crate) struct Output {
    file: File,
    /// How many answers are in it.
    pub(crate) answers: usize,
    /// How many of them have a status other than 200.
    pub(crate) failed: usize,
    /// The part of an unfinished last line that has not been compared with the next answer yet.
    unfinished: Vec<u8>,
}

/// A line as `collect` writes it.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    batch: Cow<'a, str>,
    index: usize,
    status: u16,
    #[serde(rename = "body")]
    _body: IgnoredAny,
}

impl Output {
    /// Opens a file, or creates it, and checks that it has nothing but the first answers of this batch.
    ///
    /// # Errors
    /// A sentence that names the first line that is wrong.
    pub(crate) fn open(path: &Path, batch: &str, jobs: usize) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        // Reading a device or a pipe may never end.
        if !file.metadata().map_err(failed)?.is_file() {
            let why = "not a regular file; leave out --into to print the answers to standard output";
            return Err(format!("{}: {why}", path.display()));
        }
        let mut output = Self { file, answers: 0, failed: 0, unfinished: Vec::new() };
        let placed = |answers: usize, why: String| format!("{}:{}: {why}", path.display(), answers + 1);
        let mut reader = BufReader::new(output.file.try_clone().map_err(failed)?);
        let mut line = Vec::new();
        while reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).map_err(failed)? > 0 {
            if output.answers == jobs {
                return Err(placed(jobs, format!("the batch has {jobs} answers, which are all above this line")));
            }
            if !line.ends_with(b"\n") {
                output.unfinished = line;
                break;
            }
            let status = status(&line, batch, output.answers).map_err(|why| placed(output.answers, why))?;
            output.answers += 1;
            output.failed += usize::from(status != 200);
            line.clear();
        }
        Ok(output)
    }
}

/// The status in the line of this answer.
fn status(line: &[u8], batch: &str, index: usize) -> Result<u16, String> {
    let expected = || format!("expected answer {index} of batch {batch}");
    let Ok(Line { batch: of, index: found, status, .. }) = serde_json::from_slice(line) else {
        let line = String::from_utf8_lossy(line);
        let found = ellipsized(line.trim_end(), 60);
        return Err(format!("{} with batch, index, status and body, found {}", expected(), visible(&found)));
    };
    match of == batch {
        true if found == index => Ok(status),
        true => Err(format!("{}, found answer {found}", expected())),
        false => Err(format!("{}, found batch {}", expected(), visible(&ellipsized(&of, 40)))),
    }
}

impl Write for Output {
    /// Appends to the file. What the file has of an unfinished line is compared instead.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unfinished.is_empty() {
            return self.file.write(bytes);
        }
        let count = self.unfinished.len().min(bytes.len());
        if self.unfinished[..count] != bytes[..count] {
            let line = String::from_utf8_lossy(&self.unfinished);
            let found = visible(&ellipsized(&line, 60)).into_owned();
            return Err(io::Error::other(format!("the last line is unfinished, and not of this answer: {found}")));
        }
        self.unfinished.drain(..count);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
