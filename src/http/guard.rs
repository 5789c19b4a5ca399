//! Stands between a connection and hyper: holds clients to their times, and lets nothing pass that could be read in two
//! ways.
//!
//! Three clocks. A head that has begun has to end. An answer that waits to be sent has to get on: who reads a byte now
//! and then, or opens an HTTP/2 window by one, is as slow as who reads nothing. An HTTP/2 connection without a request
//! is idle, whatever else it sends; hyper has a time for HTTP/1 alone.
//!
//! hyper gets heads of HTTP/1 whole. So a slow client costs what it has sent, and not the buffers of a request.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use prometheus::IntCounter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use super::clock::Clock;
use super::frames::Streams;
use super::framing::{Framing, PREFACE};
use super::meters::Meters;

/// Bytes of a request's head: a target of 64 KiB, as long as targets may be, and fields. What is longer is not kept
/// back: hyper says what is wrong with it.
pub(super) const LONGEST_HEAD: usize = 96 << 10;

/// Bytes read at a time.
const CHUNK: usize = 8 << 10;

/// Of an answer that waits, so many bytes have to leave in each write time. Less than the kernel's buffer gives free at
/// a time.
const LEAST_PROGRESS: usize = 16 << 10;

/// How long clients may take.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// For a request's head.
    pub(super) head: Duration,
    /// How long an HTTP/2 connection may be without a request.
    pub(super) idle: Duration,
    /// To take [`LEAST_PROGRESS`] of an answer, or all that is left.
    pub(super) write: Duration,
}

/// A connection, read strictly.
pub(super) struct Guard<S> {
    stream: S,
    framing: Framing,
    /// What was read and not yet passed on.
    held: Vec<u8>,
    refused: bool,
    /// Of an HTTP/2 connection.
    streams: Option<Streams>,
    /// Runs while a head is incomplete.
    head: Clock,
    idle: Clock,
    /// Told when an HTTP/2 connection has been idle for its time. It has the time of a head to end in order.
    idled: Arc<Notify>,
    is_leaving: bool,
    /// Runs while an answer waits to be taken.
    write: Clock,
    /// Bytes written since that clock was set.
    written: usize,
    /// Whether the system took nothing, the last time.
    is_blocked: bool,
    meters: Arc<Meters>,
}

impl<S> Guard<S> {
    /// The time of the first head begins now.
    pub(super) fn new(stream: S, times: Times, meters: Arc<Meters>) -> Self {
        let mut head = Clock::new(times.head);
        head.begin();
        Self {
            stream,
            framing: Framing::default(),
            held: Vec::new(),
            refused: false,
            streams: None,
            head,
            idle: Clock::new(times.idle),
            idled: Arc::default(),
            is_leaving: false,
            write: Clock::new(times.write),
            written: 0,
            is_blocked: false,
            meters,
        }
    }

    /// Tells when this connection is to be closed for being idle.
    pub(super) fn idled(&self) -> Arc<Notify> {
        Arc::clone(&self.idled)
    }

    /// Looks at what has come. In place of what is malformed, hyper gets bytes that it refuses: it answers what came
    /// before, then 400, and closes.
    fn inspect(&mut self, fresh: &[u8]) {
        match self.framing.read(fresh) {
            Some(index) => {
                self.refused = true;
                self.meters.malformed.inc();
                self.held.extend(&fresh[..index]);
            }
            None => self.held.extend(fresh),
        }
        if self.framing.is_foreign() {
            match &mut self.streams {
                Some(streams) => streams.hear(fresh),
                // The preface is kept back until it is whole.
                none => none.insert(Streams::new()).hear(&self.held[PREFACE.len()..]),
            }
        }
        let in_head = self.streams.as_ref().map_or_else(|| self.framing.is_in_head(), Streams::is_in_head);
        if in_head { self.head.begin() } else { self.head.end() }
    }

    /// Notes what was written, or that nothing could be.
    fn note(&mut self, written: &Poll<io::Result<usize>>, slices: &[io::IoSlice<'_>]) {
        self.is_blocked = written.is_pending();
        let Poll::Ready(Ok(count)) = written else { return };
        self.written += count;
        if let Some(streams) = &mut self.streams {
            let mut left = *count;
            for slice in slices {
                let taken = left.min(slice.len());
                streams.tell(&slice[..taken]);
                left -= taken;
            }
        }
    }

    /// Looks at the clock of a head, when there is nothing to read; a client has done its part when there is.
    ///
    /// # Errors
    /// When it is over, and the connection with it.
    fn check_head(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.head.is_over(context) { over(&self.meters.slow_heads) } else { Ok(()) }
    }

    /// Looks at the other clocks, when nothing can be read or written.
    ///
    /// # Errors
    /// When one is over, and the connection with it.
    fn check_times(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let held_up = self.is_blocked || self.streams.as_ref().is_some_and(Streams::is_held_up);
        if held_up && !self.write.is_running() {
            self.written = 0;
            self.write.begin();
        }
        while self.write.is_over(context) {
            if held_up && self.written < LEAST_PROGRESS {
                return over(&self.meters.slow_readers);
            }
            self.write.end();
            self.written = 0;
            if held_up {
                self.write.begin();
            }
        }
        match &self.streams {
            Some(streams) if streams.is_empty() => self.idle.begin(),
            _ => self.idle.end(),
        }
        if self.idle.is_over(context) {
            if self.is_leaving {
                return over(&self.meters.idle);
            }
            self.is_leaving = true;
            self.idled.notify_one();
            self.idle.begin_anew(self.head.limit());
            self.idle.is_over(context);
        }
        Ok(())
    }

    /// Passes on what may be passed on; whether there was anything.
    fn pass(&mut self, buffer: &mut ReadBuf<'_>) -> bool {
        let head = self.framing.head();
        let kept = if self.refused || head > LONGEST_HEAD { 0 } else { head };
        let passed = self.held.len().saturating_sub(kept).min(buffer.remaining());
        buffer.put_slice(&self.held[..passed]);
        self.held.drain(..passed);
        if passed == 0 && self.refused {
            let poison = self.framing.poison();
            buffer.put_slice(&poison[..poison.len().min(buffer.remaining())]);
            return true;
        }
        if self.held.is_empty() && self.held.capacity() > CHUNK {
            // What was large once need not stay.
            self.held = Vec::new();
        }
        passed > 0
    }
}

/// The end of a connection whose client took too long.
fn over(counter: &IntCounter) -> io::Result<()> {
    counter.inc();
    Err(io::ErrorKind::TimedOut.into())
}

impl<S: AsyncRead + Unpin> AsyncRead for Guard<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let mut chunk = [MaybeUninit::uninit(); CHUNK];
        if buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        while !this.pass(buffer) {
            let mut fresh = ReadBuf::uninit(&mut chunk);
            match Pin::new(&mut this.stream).poll_read(context, &mut fresh) {
                Poll::Ready(Ok(())) if fresh.filled().is_empty() => return Poll::Ready(Ok(())),
                Poll::Ready(Ok(())) => this.inspect(fresh.filled()),
                Poll::Pending => {
                    this.check_head(context)?;
                    this.check_times(context)?;
                    return Poll::Pending;
                }
                error => return error,
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guard<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(bytes)])
    }

    /// A flush comes when all that can be written was; HTTP/2's windows may still hold back the rest of an answer.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.is_blocked = false;
        if this.streams.is_none() {
            this.write.end();
        }
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.note(&written, slices);
        if written.is_pending() {
            this.check_times(context)?;
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
