//! Sits between a connection and hyper: enforces timeouts, and refuses malformed framing.
//!
//! Three timeouts. A head that has begun has to end. A pending answer has to make progress: a slow reader, who takes one
//! byte now and then or opens an HTTP/2 window by one, counts as one who reads nothing. An HTTP/2 connection without a
//! request is idle, whatever other frames it sends; hyper has such a timeout for HTTP/1 only.
//!
//! hyper gets complete heads of HTTP/1. So a slow client costs the bytes that it has sent, not the buffers of a request.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use prometheus::IntCounter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use super::h2_activity::H2Activity;
use super::http1_framing::{Http1Framing, PREFACE};
use super::metrics::Metrics;
use super::timeout::Timeout;

/// Bytes of a request's head: a target of 64 KiB, which is the limit of targets, and fields. A longer head is passed on
/// incomplete, and hyper answers with the error.
pub(super) const MAX_HEAD_BYTES: usize = 96 << 10;

/// Bytes read at a time.
const CHUNK: usize = 8 << 10;

/// Bytes passed on at a time. hyper doubles its buffer, for as long as the connection lives, when a read fills it.
const MAX_PASS: usize = CHUNK - 1;

/// Bytes of a pending answer that have to leave in each write timeout. The kernel's buffer frees more at a time.
const MIN_PROGRESS: usize = 16 << 10;

/// The timeouts of a connection.
#[derive(Clone, Copy)]
pub(super) struct Timeouts {
    /// For a request's head to arrive.
    pub(super) head: Duration,
    /// For an HTTP/2 connection without a request.
    pub(super) idle: Duration,
    /// For a client to take [`MIN_PROGRESS`] bytes of an answer, or all that is left.
    pub(super) write: Duration,
}

/// A stream with timeouts and strict framing.
pub(super) struct ConnectionGuard<S> {
    stream: S,
    framing: Http1Framing,
    /// Bytes that were read and not yet passed on.
    pending: Vec<u8>,
    refused: bool,
    /// `Some` for HTTP/2.
    h2: Option<H2Activity>,
    /// Runs while a head is incomplete.
    head: Timeout,
    idle: Timeout,
    /// Notified when the idle timeout of HTTP/2 elapses. The connection then has the head timeout for its graceful
    /// shutdown.
    idle_notify: Arc<Notify>,
    is_shutting_down: bool,
    /// Runs while an answer is blocked.
    write: Timeout,
    /// Bytes written since that timeout was started.
    written: usize,
    /// The last write was pending.
    is_blocked: bool,
    metrics: Arc<Metrics>,
}

impl<S> ConnectionGuard<S> {
    /// Starts the timeout of the first head.
    pub(super) fn new(stream: S, timeouts: Timeouts, metrics: Arc<Metrics>) -> Self {
        let mut head = Timeout::new(timeouts.head);
        head.start();
        Self {
            stream,
            framing: Http1Framing::default(),
            pending: Vec::new(),
            refused: false,
            h2: None,
            head,
            idle: Timeout::new(timeouts.idle),
            idle_notify: Arc::default(),
            is_shutting_down: false,
            write: Timeout::new(timeouts.write),
            written: 0,
            is_blocked: false,
            metrics,
        }
    }

    /// Notified when this connection is to be closed for being idle.
    pub(super) fn idle_notify(&self) -> Arc<Notify> {
        Arc::clone(&self.idle_notify)
    }

    /// Parses received bytes. Malformed ones are replaced by bytes that hyper refuses: it answers the requests before
    /// them, then 400, and closes.
    fn inspect(&mut self, fresh: &[u8]) {
        match self.framing.parse(fresh) {
            Some(index) => {
                self.refused = true;
                self.metrics.malformed.inc();
                self.pending.extend(&fresh[..index]);
            }
            None => self.pending.extend(fresh),
        }
        if self.framing.is_http2() {
            match &mut self.h2 {
                Some(h2) => h2.on_received(fresh),
                // The preface is pending until it is complete.
                none => none.insert(H2Activity::new()).on_received(&self.pending[PREFACE.len()..]),
            }
        }
        let in_head = self.h2.as_ref().map_or_else(|| self.framing.is_in_head(), H2Activity::is_in_head);
        if in_head { self.head.start() } else { self.head.stop() }
    }

    /// Follows the result of a write.
    fn on_write(&mut self, written: &Poll<io::Result<usize>>, slices: &[io::IoSlice<'_>]) {
        self.is_blocked = written.is_pending();
        let Poll::Ready(Ok(count)) = written else { return };
        self.written += count;
        if let Some(h2) = &mut self.h2 {
            let mut left = *count;
            for slice in slices {
                let taken = left.min(slice.len());
                h2.on_sent(&slice[..taken]);
                left -= taken;
            }
        }
    }

    /// Checks the head timeout. Called when there is nothing to read.
    ///
    /// # Errors
    /// When it has elapsed; the connection ends.
    fn check_head(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.head.poll_elapsed(context) { timed_out(&self.metrics.slow_heads) } else { Ok(()) }
    }

    /// Checks the other timeouts. Called when nothing can be read or written.
    ///
    /// # Errors
    /// When one has elapsed; the connection ends.
    fn check_timeouts(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let is_blocked = self.is_blocked || self.h2.as_ref().is_some_and(H2Activity::is_blocked);
        if is_blocked && !self.write.is_running() {
            self.written = 0;
            self.write.start();
        }
        while self.write.poll_elapsed(context) {
            if is_blocked && self.written < MIN_PROGRESS {
                return timed_out(&self.metrics.slow_readers);
            }
            self.write.stop();
            self.written = 0;
            if is_blocked {
                self.write.start();
            }
        }
        match &self.h2 {
            Some(h2) if h2.is_idle() => self.idle.start(),
            _ => self.idle.stop(),
        }
        if self.idle.poll_elapsed(context) {
            if self.is_shutting_down {
                return timed_out(&self.metrics.idle);
            }
            self.is_shutting_down = true;
            self.idle_notify.notify_one();
            self.idle.restart(self.head.limit());
            self.idle.poll_elapsed(context);
        }
        Ok(())
    }

    /// Passes pending bytes on, without an incomplete head. Whether there were any.
    fn pass(&mut self, buffer: &mut ReadBuf<'_>) -> bool {
        let head = self.framing.head_bytes();
        let kept = if self.refused || head > MAX_HEAD_BYTES { 0 } else { head };
        let passed = self.pending.len().saturating_sub(kept).min(buffer.remaining()).min(MAX_PASS);
        buffer.put_slice(&self.pending[..passed]);
        self.pending.drain(..passed);
        if passed == 0 && self.refused {
            let malformed = self.framing.malformed_bytes();
            buffer.put_slice(&malformed[..malformed.len().min(buffer.remaining())]);
            return true;
        }
        if self.pending.is_empty() && self.pending.capacity() > CHUNK {
            // Frees the memory of a large head.
            self.pending = Vec::new();
        }
        passed > 0
    }
}

/// Counts a timeout and ends the connection.
fn timed_out(counter: &IntCounter) -> io::Result<()> {
    counter.inc();
    Err(io::ErrorKind::TimedOut.into())
}

impl<S: AsyncRead + Unpin> AsyncRead for ConnectionGuard<S> {
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
                    this.check_timeouts(context)?;
                    return Poll::Pending;
                }
                error => return error,
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ConnectionGuard<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(bytes)])
    }

    /// hyper flushes after it has written all that it can; HTTP/2's flow control may still block the rest of an answer.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.is_blocked = false;
        if this.h2.is_none() {
            this.write.stop();
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
        this.on_write(&written, slices);
        if written.is_pending() {
            this.check_timeouts(context)?;
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
