//! Reads small files within limits. A path may turn out to be a pipe, which would block for ever if nobody writes to it,
//! or a device that never ends.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// How long reading a file may take.
const TIME: Duration = Duration::from_secs(5);

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The content of a file.
///
/// # Errors
/// Errors of the system, or a file that is too long or takes too long to read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (sender, content) = channel();
    let path = path.to_owned();
    // On a separate thread, because reading can block for ever.
    thread::Builder::new().name("file".to_owned()).spawn(move || sender.send(read_whole(&path)))?;
    content.recv_timeout(TIME).unwrap_or_else(|_| {
        Err(io::Error::new(io::ErrorKind::TimedOut, format!("nothing arrived within {} s", TIME.as_secs())))
    })
}

fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("the file is larger than {most} MiB")));
    }
    Ok(content)
}
