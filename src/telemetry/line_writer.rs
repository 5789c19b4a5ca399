//! The thread that writes the log, and the queue before it.
//!
//! A full pipe, a closed one or a full disk must not block the service. So a thread of its own writes the log; lines that
//! it cannot take in time are dropped and counted.

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use prometheus::IntCounter;
use tokio::sync::{OwnedSemaphorePermit as Permit, Semaphore};

/// Bytes of a line. No event of ours has a longer one; it would be lost.
const MAX_LINE: usize = 16 << 10;

/// Bytes of lines that wait to be written.
const WAITING: usize = 1 << 20;

/// Bytes that a line in the queue takes beside its text.
const LINE_OVERHEAD: usize = 64;

/// Bytes of lines that are written in one piece.
const BATCH: usize = 64 << 10;

/// The pause of the thread that writes when no line waits. Without it, each line of a busy server wakes that thread, which
/// takes as much CPU as a small request.
const PAUSE: Duration = Duration::from_millis(5);

/// The longest that the last lines may take at the end.
const LAST_LINES: Duration = Duration::from_millis(200);

/// Queues lines for the thread that writes them. Never blocks: a line without memory is counted as lost.
#[derive(Clone)]
pub(super) struct LineWriter {
    queue: Sender<Message>,
    memory: Arc<Semaphore>,
    pub(super) lost: IntCounter,
}

impl LineWriter {
    pub(super) fn start(file: impl Write + Send + 'static, lost: IntCounter) -> io::Result<Self> {
        let (queue, messages) = mpsc::channel();
        let unwritten = lost.clone();
        thread::Builder::new().name("log".into()).spawn(move || write_lines(&messages, file, &unwritten))?;
        Ok(Self { queue, memory: Arc::new(Semaphore::new(WAITING)), lost })
    }

    /// Waits until all lines so far are written, but not for ever.
    pub(super) fn finish(&self) {
        let (done, is_done) = mpsc::channel();
        if self.queue.send(Message::Flush(done)).is_ok() {
            let _ = is_done.recv_timeout(LAST_LINES);
        }
    }
}

enum Message {
    Line(Vec<u8>, Permit),
    /// Answered once all lines before it are written.
    Flush(Sender<()>),
}

/// Each call is one line: the formatter writes an event in one piece.
impl Write for LineWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let fits = line.len() <= MAX_LINE;
        let permit = fits
            .then(|| Arc::clone(&self.memory).try_acquire_many_owned((line.len() + LINE_OVERHEAD) as u32).ok())
            .flatten();
        let queued = permit.is_some_and(|permit| self.queue.send(Message::Line(line.to_vec(), permit)).is_ok());
        if !queued {
            self.lost.inc();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes all lines that wait in one piece, as long as they fit into [`BATCH`].
fn write_lines(messages: &Receiver<Message>, mut file: impl Write, lost: &IntCounter) {
    let (mut text, mut permits) = (Vec::new(), Vec::new());
    let mut write = |text: &mut Vec<u8>, permits: &mut Vec<Permit>| {
        if file.write_all(text).is_err() {
            lost.inc_by(permits.len() as u64);
        }
        text.clear();
        permits.clear();
    };
    while let Ok(first) = messages.recv() {
        for message in iter::once(first).chain(messages.try_iter()) {
            match message {
                Message::Line(line, permit) => {
                    text.extend_from_slice(&line);
                    permits.push(permit);
                }
                Message::Flush(done) => {
                    write(&mut text, &mut permits);
                    let _ = done.send(());
                }
            }
            if text.len() >= BATCH {
                write(&mut text, &mut permits);
            }
        }
        write(&mut text, &mut permits);
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Sender;

    use super::*;

    /// A stream that takes a line only when it is let.
    struct Stuck(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Stuck {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            let _ = self.1.send(line.to_vec());
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stuck_stream_costs_a_bounded_number_of_bytes_and_lines_are_lost_and_counted() {
        let ((release, stuck), (told, lines)) = (mpsc::channel(), mpsc::channel());
        let lost = IntCounter::new("lost", "lost").unwrap();
        let mut writer = LineWriter::start(Stuck(stuck, told), lost.clone()).unwrap();
        let line = vec![b'x'; 10_000];
        for _ in 0..1000 {
            writer.write_all(&line).unwrap();
        }
        let kept = (WAITING / (line.len() + LINE_OVERHEAD)) as u64;
        assert_eq!(lost.get(), 1000 - kept);
        drop(release);
        let mut written = 0;
        while written < kept as usize * line.len() {
            let lines = lines.recv().unwrap();
            assert!(lines.len() < BATCH + line.len() && lines.iter().all(|byte| *byte == b'x'));
            written += lines.len();
        }
        let (done, is_done) = mpsc::channel();
        writer.queue.send(Message::Flush(done)).unwrap();
        is_done.recv().unwrap();
        assert_eq!(writer.memory.available_permits(), WAITING);
        writer.write_all(&vec![b'x'; MAX_LINE + 1]).unwrap();
        assert_eq!(lost.get(), 1001 - kept, "a line that is too long");
    }
}
