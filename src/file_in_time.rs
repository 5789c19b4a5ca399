//! Reads small files within a time limit. A path may turn out to be a pipe, which would block for ever if nobody writes
//! to it.

use std::io;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long reading a file may take.
const TIME: Duration = Duration::from_secs(5);

/// The content of a file.
///
/// # Errors
/// Those of the system, and when the file takes too long.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (sender, content) = channel();
    let path = path.to_owned();
    // If it blocks, it blocks a thread that nobody needs.
    thread::Builder::new().name("file".to_owned()).spawn(move || sender.send(std::fs::read(path)))?;
    content.recv_timeout(TIME).unwrap_or_else(|_| {
        Err(io::Error::new(io::ErrorKind::TimedOut, format!("nothing came within {} s", TIME.as_secs())))
    })
}
