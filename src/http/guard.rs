//! Stands between a connection and hyper: bounds the time of a request's head, and lets nothing pass that could be read in two ways.
//!
//! hyper gets heads whole. So a slow client costs what it has sent, and not the buffers of a request.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::framing::Framing;
use super::meters::Meters;

/// Bytes of a request's head: a target of 64 KiB, as long as targets may be, and fields. What is longer is not kept back: hyper says
/// what is wrong with it.
pub(super) const LONGEST_HEAD: usize = 96 << 10;

/// Bytes read at a time.
const CHUNK: usize = 8 << 10;

/// A connection, read strictly.
pub(super) struct Guard<S> {
    stream: S,
    framing: Framing,
    /// What was read and not yet passed on.
    held: Vec<u8>,
    head_timeout: Duration,
    /// Set while a head is incomplete. Most come whole and need no timer.
    head_due: Option<Pin<Box<Sleep>>>,
    refused: bool,
    meters: Arc<Meters>,
}

impl<S> Guard<S> {
    /// The time of the first head begins now.
    pub(super) fn new(stream: S, head_timeout: Duration, meters: Arc<Meters>) -> Self {
        let head_due = Some(Box::pin(sleep(head_timeout)));
        let framing = Framing::default();
        Self { stream, framing, held: Vec::new(), head_timeout, head_due, refused: false, meters }
    }

    /// Looks at what has come. From where it is malformed, hyper gets something that it cannot take: it answers 400 when all that came
    /// before is answered, and closes.
    fn inspect(&mut self, fresh: &[u8]) {
        match self.framing.read(fresh) {
            Some(index) => {
                self.refused = true;
                self.meters.malformed.inc();
                self.held.extend(&fresh[..index]);
            }
            None => self.held.extend(fresh),
        }
        if !self.framing.is_in_head() {
            self.head_due = None;
        } else if self.head_due.is_none() {
            self.head_due = Some(Box::pin(sleep(self.head_timeout)));
        }
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
                    let due = this.head_due.as_mut().map(|due| due.as_mut().poll(context));
                    if let Some(Poll::Ready(())) = due {
                        this.meters.slow_heads.inc();
                        return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                    }
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
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
