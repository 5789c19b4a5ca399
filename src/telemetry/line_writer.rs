//! The thread that writes the log, and the queue before it.
//!
//! A full pipe, a closed one or a full disk must not block the service. So a thread of its own writes the log; lines that
//! it cannot take in time are dropped and counted.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use prometheus::IntCounter;

use crate::memory_budget::{MemoryBudget, Permit, Use};

/// Bytes of a line. No event of ours has a longer one; it would be lost.
const MAX_LINE: usize = 16 << 10;

/// Bytes that a line in the queue takes beside its text.
const LINE_OVERHEAD: usize = 64;

/// The longest that the last lines may take at the end.
const LAST_LINES: Duration = Duration::from_millis(200);

/// Queues lines for the thread that writes them. Never blocks: a line without memory is counted as lost.
#[derive(Clone)]
pub(super) struct LineWriter {
    queue: Sender<Message>,
    memory: Arc<MemoryBudget>,
    pub(super) lost: IntCounter,
}

impl LineWriter {
    pub(super) fn start(
        file: impl Write + Send + 'static,
        lost: IntCounter,
        memory: &Arc<MemoryBudget>,
    ) -> io::Result<Self> {
        let (queue, messages) = mpsc::channel();
        let unwritten = lost.clone();
        thread::Builder::new().name("log".into()).spawn(move || write_lines(&messages, file, &unwritten))?;
        Ok(Self { queue, memory: Arc::clone(memory), lost })
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
        let permit = fits.then(|| self.memory.try_acquire(Use::Log, line.len() + LINE_OVERHEAD)).flatten();
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

fn write_lines(messages: &Receiver<Message>, mut file: impl Write, lost: &IntCounter) {
    for message in messages {
        match message {
            Message::Line(line, _permit) if file.write_all(&line).is_err() => lost.inc(),
            Message::Line(..) => {}
            Message::Flush(done) => drop(done.send(())),
        }
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
        let memory = MemoryBudget::new(64 << 20);
        let ((release, stuck), (told, lines)) = (mpsc::channel(), mpsc::channel());
        let lost = IntCounter::new("lost", "lost").unwrap();
        let mut writer = LineWriter::start(Stuck(stuck, told), lost.clone(), &memory).unwrap();
        let line = vec![b'x'; 10_000];
        for _ in 0..1000 {
            writer.write_all(&line).unwrap();
        }
        let kept = (memory.limit(Use::Log) / (line.len() + LINE_OVERHEAD)) as u64;
        assert_eq!(lost.get(), 1000 - kept);
        drop(release);
        for _ in 0..kept {
            assert_eq!(lines.recv().unwrap(), line);
        }
        let (done, is_done) = mpsc::channel();
        writer.queue.send(Message::Flush(done)).unwrap();
        is_done.recv().unwrap();
        assert_eq!(memory.held(Use::Log), 0);
        writer.write_all(&vec![b'x'; MAX_LINE + 1]).unwrap();
        assert_eq!((lost.get(), memory.held(Use::Log)), (1001 - kept, 0), "a line that is too long");
    }
}
