//! Stands between a connection and hyper: bounds the time of a request's head, and lets nothing pass that could be read in two ways.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::framing::Framing;
use super::meters::Meters;

/// A connection, read strictly.
pub(super) struct Guard<S> {
    stream: S,
    framing: Framing,
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
        Self { stream, framing: Framing::default(), head_timeout, head_due, refused: false, meters }
    }

    /// Looks at what has come. From where it is malformed, hyper gets something that it cannot take: it answers 400 when all that came
    /// before is answered, and closes.
    fn inspect(&mut self, fresh: &mut [u8]) {
        if let Some(index) = self.framing.read(fresh) {
            self.refused = true;
            self.meters.malformed.inc();
            let poison = self.framing.poison().iter().cycle();
            fresh[index..].iter_mut().zip(poison).for_each(|(byte, poison)| *byte = *poison);
        }
        if !self.framing.is_in_head() {
            self.head_due = None;
        } else if self.head_due.is_none() {
            self.head_due = Some(Box::pin(sleep(self.head_timeout)));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Guard<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.refused {
            // Whatever else comes is not looked at any more.
            let poison = this.framing.poison();
            buffer.put_slice(&poison[..poison.len().min(buffer.remaining())]);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut this.stream).poll_read(context, buffer) {
            Poll::Ready(Ok(())) => {
                this.inspect(&mut buffer.filled_mut()[before..]);
                Poll::Ready(Ok(()))
            }
            Poll::Pending => match &mut this.head_due {
                Some(due) => due.as_mut().poll(context).map(|()| {
                    this.meters.slow_heads.inc();
                    Err(io::ErrorKind::TimedOut.into())
                }),
                None => Poll::Pending,
            },
            error => error,
        }
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
