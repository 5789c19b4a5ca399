//! The stream between a connection's socket and hyper.
//!
//! hyper gets complete heads of HTTP/1, one request at a time. So a slow client costs the bytes that it has sent, not the
//! buffers of a request, and a client that sends many requests has one of them answered in each turn of its task.
//!
//! The file is long because reading, writing and the timeouts work on one state.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use crate::h2::H2Activity;
use crate::http1::{Http1Framing, PREFACE, Step};
use crate::requests::Requests;
use crate::socket::Socket;
use crate::timeout::Timeout;
use crate::{Environment, Limits, Reason, Versions};

/// Bytes read at a time.
const CHUNK: usize = 8 << 10;

/// Bytes passed on at a time. hyper doubles its buffer, for as long as the connection lives, when a read fills it.
const MAX_PASS: usize = CHUNK - 1;

/// Bytes of a head that a connection may hold without asking.
const FREE_HEAD_BYTES: usize = 4 << 10;

/// Bytes of later requests that a client may send while one is answered.
const MAX_AHEAD: usize = 64 << 10;

/// Bytes of a pending answer that have to leave in each write timeout. The kernel's buffer frees more at a time.
const MIN_PROGRESS: usize = 16 << 10;

/// The answer to a head for which there is no memory.
const NO_MEMORY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// A stream with timeouts and strict framing.
pub(crate) struct ConnectionGuard<S, E: Environment> {
    stream: S,
    max_head_bytes: usize,
    framing: Http1Framing,
    received: Received,
    refused: bool,
    /// Bytes of the next request wait for the answer of this one.
    is_held: bool,
    requests: Arc<Requests>,
    environment: Arc<E>,
    /// Permits for a large head. hyper keeps a buffer of that size, so the connection ends with the
    /// answer.
    permits: Vec<E::Permit>,
    /// The same for requests that wait for the answer of this one.
    ahead: Vec<E::Permit>,
    /// `Some` for HTTP/2.
    h2: Option<H2Activity>,
    /// Runs while a head is incomplete.
    head_timeout: Timeout,
    /// Runs while an HTTP/2 connection is idle. Once elapsed, the graceful shutdown has the head timeout.
    idle_timeout: Timeout,
    is_ending: bool,
    /// Runs while an answer is blocked.
    write_timeout: Timeout,
    /// Bytes written since that timeout was started.
    written: usize,
    /// The last write was pending.
    is_blocked: bool,
}

/// Bytes between the socket and hyper.
#[derive(Default)]
struct Received {
    bytes: Vec<u8>,
    /// This many were passed on.
    passed: usize,
    /// This many were parsed. The others are not part of the current request.
    parsed: usize,
}

impl Received {
    fn is_parsed(&self) -> bool {
        self.parsed == self.bytes.len()
    }

    fn extend(&mut self, fresh: &[u8]) {
        self.bytes.drain(..self.passed);
        self.parsed -= self.passed;
        self.passed = 0;
        self.bytes.extend_from_slice(fresh);
    }

    /// Forgets what was parsed and not passed on.
    fn skip(&mut self) {
        self.passed = self.parsed;
        self.free();
    }

    /// Passes on parsed bytes, without the last `kept`. Returns their number.
    fn pass(&mut self, kept: usize, buffer: &mut ReadBuf<'_>) -> usize {
        let count = (self.parsed - kept).saturating_sub(self.passed).min(buffer.remaining()).min(MAX_PASS);
        buffer.put_slice(&self.bytes[self.passed..][..count]);
        self.passed += count;
        self.free();
        count
    }

    fn free(&mut self) {
        if self.passed == self.bytes.len() {
            (self.passed, self.parsed) = (0, 0);
            self.bytes.clear();
            if self.bytes.capacity() > CHUNK {
                // The memory of a large head.
                self.bytes = Vec::new();
            }
        }
    }
}

impl<S: Socket, E: Environment> ConnectionGuard<S, E> {
    /// The timeout of the first head has run since the connection was accepted.
    pub(crate) fn new(
        stream: S,
        since: Instant,
        limits: &Limits,
        requests: Arc<Requests>,
        environment: Arc<E>,
    ) -> Self {
        let mut head_timeout = Timeout::new(limits.head);
        head_timeout.start_at(since);
        Self {
            stream,
            max_head_bytes: limits.head_bytes,
            framing: match limits.versions {
                Versions::Http1 => Http1Framing::http1(),
                Versions::Http1AndHttp2 => Http1Framing::with_preface(),
            },
            received: Received::default(),
            refused: false,
            is_held: false,
            requests,
            environment,
            permits: Vec::new(),
            ahead: Vec::new(),
            h2: None,
            head_timeout,
            idle_timeout: Timeout::new(limits.idle),
            is_ending: false,
            write_timeout: Timeout::new(limits.write),
            written: 0,
            is_blocked: false,
        }
    }

    /// Whether hyper has a whole request whose answer is not written yet.
    fn is_answering(&self) -> bool {
        self.framing.is_between_requests() && (self.framing.requests() != self.requests.ended() || self.is_blocked)
    }

    /// Parses received bytes up to the end of a request. Malformed ones are replaced by bytes that hyper refuses: it
    /// answers 400, and closes.
    ///
    /// # Errors
    /// When the connection has to end: no memory, or too many frames.
    fn parse(&mut self) -> io::Result<()> {
        let fresh = &self.received.bytes[self.received.parsed..];
        let (taken, step) = self.framing.parse(fresh);
        self.received.parsed += taken;
        match step {
            Step::Malformed => {
                self.refused = true;
                self.received.bytes.truncate(self.received.parsed);
                self.environment.closed(Reason::Malformed);
            }
            Step::EmptyLine => self.received.skip(),
            Step::Incomplete if self.framing.is_http2() => self.follow_h2(taken)?,
            Step::Incomplete | Step::Request => {}
        }
        let in_head = self.h2.as_ref().map_or_else(|| self.framing.is_in_head(), H2Activity::is_in_head);
        if in_head {
            self.head_timeout.start();
        } else {
            self.head_timeout.stop();
        }
        self.hold_head()
    }

    fn follow_h2(&mut self, fresh: usize) -> io::Result<()> {
        let received = &self.received.bytes;
        let within_budget = match &mut self.h2 {
            Some(h2) => h2.on_received(&received[received.len() - fresh..]),
            // The preface is held until it is complete.
            none => none.insert(H2Activity::new()).on_received(&received[PREFACE.len()..]),
        };
        if within_budget { Ok(()) } else { self.end(Reason::ControlFrames) }
    }

    /// Asks for the memory of a large head, a chunk at a time.
    fn hold_head(&mut self) -> io::Result<()> {
        let held = FREE_HEAD_BYTES + self.permits.len() * CHUNK;
        for _ in 0..self.framing.head_bytes().saturating_sub(held).div_ceil(CHUNK) {
            let Some(permit) = self.environment.hold(CHUNK) else {
                // No answer is being written: the head of the next request is read after the previous answer.
                let mut once = Context::from_waker(Waker::noop());
                if Pin::new(&mut self.stream).poll_write(&mut once, NO_MEMORY).is_ready() {
                    let _ = Pin::new(&mut self.stream).poll_flush(&mut once);
                }
                return self.end(Reason::NoMemory);
            };
            self.permits.push(permit);
            self.requests.close_after_answer();
        }
        Ok(())
    }

    /// Ends the connection.
    fn end(&self, reason: Reason) -> io::Result<()> {
        self.environment.closed(reason);
        if reason == Reason::SlowReader {
            // Or the system would keep the rest of the answer for it.
            self.stream.forget_unsent();
        }
        Err(io::ErrorKind::ConnectionAborted.into())
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

    /// Checks the timeouts. Called when nothing can be read or written.
    ///
    /// # Errors
    /// When one has elapsed.
    fn check_timeouts(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let is_blocked = self.is_blocked || self.h2.as_ref().is_some_and(H2Activity::is_blocked);
        if is_blocked && !self.write_timeout.is_running() {
            self.written = 0;
            self.write_timeout.start();
        }
        while self.write_timeout.poll_elapsed(context) {
            if is_blocked && self.written < MIN_PROGRESS {
                return self.end(Reason::SlowReader);
            }
            self.write_timeout.stop();
            self.written = 0;
            if is_blocked {
                self.write_timeout.start();
            }
        }
        self.check_idle(context)
    }

    /// An HTTP/2 connection without a request is idle, whatever frames it sends. hyper has such a timeout for HTTP/1 only.
    fn check_idle(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let Some(h2) = &self.h2 else { return Ok(()) };
        if !h2.is_idle() {
            self.idle_timeout.stop();
            return Ok(());
        }
        if self.requests.is_closing() && !self.is_ending {
            // hyper waits for the client to acknowledge the end.
            self.is_ending = true;
            self.idle_timeout.restart(self.head_timeout.limit());
        }
        self.idle_timeout.start();
        if self.idle_timeout.poll_elapsed(context) {
            if self.is_ending {
                return self.end(Reason::Idle);
            }
            self.is_ending = true;
            self.requests.idle.notify_one();
            self.idle_timeout.restart(self.head_timeout.limit());
            self.idle_timeout.poll_elapsed(context);
        }
        Ok(())
    }

    /// Passes parsed bytes on, without an incomplete head. Whether there were any.
    fn pass(&mut self, buffer: &mut ReadBuf<'_>) -> bool {
        let head = self.framing.head_bytes();
        // hyper answers a head that is too long.
        let kept = if self.refused || head > self.max_head_bytes { 0 } else { head };
        let passed = self.received.pass(kept, buffer);
        if passed == 0 && self.refused {
            let malformed = self.framing.malformed_bytes();
            buffer.put_slice(&malformed[..malformed.len().min(buffer.remaining())]);
            return true;
        }
        passed > 0
    }

    /// Keeps the next requests until this one is answered. They are read, since unread bytes could hide that the client
    /// has left.
    ///
    /// # Errors
    /// When it has left, or has sent too much.
    fn hold(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.framing.requests() == self.requests.ended() {
            // The rest of the answer only has to leave, to a client that may have closed its side.
            self.is_held = true;
            return self.check_timeouts(context);
        }
        let mut chunk = [MaybeUninit::uninit(); CHUNK];
        loop {
            let ahead = self.received.bytes.len() - self.received.parsed;
            self.is_held |= ahead > 0;
            let chunks = ahead.saturating_sub(FREE_HEAD_BYTES).div_ceil(CHUNK);
            while self.ahead.len() < chunks {
                let Some(permit) = self.environment.hold(CHUNK) else { return self.end(Reason::NoMemory) };
                self.ahead.push(permit);
            }
            if ahead > MAX_AHEAD {
                return self.end(Reason::Pipelined);
            }
            let mut fresh = ReadBuf::uninit(&mut chunk);
            match Pin::new(&mut self.stream).poll_read(context, &mut fresh) {
                Poll::Ready(Ok(())) if fresh.filled().is_empty() => return Err(io::ErrorKind::UnexpectedEof.into()),
                Poll::Ready(read) => {
                    read?;
                    self.received.extend(fresh.filled());
                }
                Poll::Pending => return self.check_timeouts(context),
            }
        }
    }
}

impl<S: Socket, E: Environment> AsyncRead for ConnectionGuard<S, E> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        while !this.pass(buffer) {
            if this.is_answering() {
                this.hold(context)?;
                return Poll::Pending;
            }
            if this.received.is_parsed() {
                this.ahead.clear();
            }
            if this.is_held {
                // The next request waits for the connection's next turn.
                this.is_held = false;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            if this.received.is_parsed() {
                let mut chunk = [MaybeUninit::uninit(); CHUNK];
                let mut fresh = ReadBuf::uninit(&mut chunk);
                match Pin::new(&mut this.stream).poll_read(context, &mut fresh) {
                    Poll::Ready(Ok(())) if fresh.filled().is_empty() => return Poll::Ready(Ok(())),
                    Poll::Ready(Ok(())) => this.received.extend(fresh.filled()),
                    Poll::Pending => {
                        if this.head_timeout.poll_elapsed(context) {
                            this.end(Reason::SlowHead)?;
                        }
                        this.check_timeouts(context)?;
                        return Poll::Pending;
                    }
                    error => return error,
                }
            }
            this.parse()?;
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: Socket, E: Environment> AsyncWrite for ConnectionGuard<S, E> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(bytes)])
    }

    /// hyper flushes after it has written all that it can; HTTP/2's flow control may still block the rest of an answer.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        // TLS may hold bytes that the socket does not take.
        let flushed = Pin::new(&mut this.stream).poll_flush(context)?;
        if flushed.is_pending() {
            this.is_blocked = true;
            this.check_timeouts(context)?;
            return Poll::Pending;
        }
        this.is_blocked = false;
        if this.h2.is_none() {
            this.write_timeout.stop();
            if this.is_held && !this.is_answering() {
                context.waker().wake_by_ref();
            }
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.stream).poll_shutdown(context);
        if shut.is_pending() {
            this.is_blocked = true;
            this.check_timeouts(context)?;
        }
        shut
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
        true
    }
}
