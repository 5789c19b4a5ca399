//! One connection: hyper's HTTP/1.1, closed if its client is too slow or has left.

use std::error::Error;
use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

use crate::http::state::metrics::Closed;

/// Size of a request's head, and of what hyper reads and writes at a time, in bytes. hyper's buffer grows to almost
/// twice as much.
const BUFFER: usize = 12 << 10;

/// Bytes of an answer that a client has to read in a second.
const RATE: f64 = 8192.0;

/// How often we check, while a client's bytes are unread, whether the client has left.
const CHECK: Duration = Duration::from_millis(10);

/// How long a client has to read its last answer before the socket is closed.
const LINGER: Duration = Duration::from_secs(1);

/// The pause after a failed accept, for example until a file descriptor is free.
pub(crate) const ACCEPT_BACKOFF: Duration = Duration::from_millis(10);

/// The time limits of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// For the first head, including the TLS handshake.
    pub(crate) head: Duration,
    /// Between two requests, including the second one's head.
    pub(crate) idle: Duration,
    /// How long a client may read nothing of an answer.
    pub(crate) write: Duration,
}

/// What the requests of a connection tell its task.
#[derive(Default)]
pub(crate) struct ConnectionState {
    /// A request has arrived.
    pub(crate) asked: AtomicBool,
    /// An answer will close the connection, perhaps before the client has sent all of its body.
    pub(crate) closes: AtomicBool,
}

/// Serves a connection until it ends. `closing` resolves when the connection may take no more requests.
///
/// # Errors
/// If the connection was closed because of what its client did.
pub(crate) async fn serve<S>(
    io: impl AsyncRead + AsyncWrite + Unpin,
    socket: &TcpStream,
    times: Times,
    first_head_due: Instant,
    (service, state): (S, &ConnectionState),
    mut closing: watch::Receiver<bool>,
) -> Result<(), Closed>
where
    S: hyper::service::HttpService<hyper::body::Incoming, ResBody = axum::body::Body, Error: Into<axum::BoxError>>,
{
    let mut builder = Builder::new();
    // hyper's time limit covers the pause between two requests as well as the head, so the longer of ours is used.
    builder.timer(TokioTimer::new()).header_read_timeout(times.idle.max(times.head)).max_buf_size(BUFFER);
    // Boxed, because otherwise the connection's task would reserve memory for it several times.
    let mut connection = Box::pin(builder.serve_connection(TokioIo::new(io), service));
    let mut left = pin!(left(socket));
    let mut first_head = pin!(sleep_until(first_head_due));
    let (mut is_new, mut is_closing) = (true, false);
    let ended = loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => break ended,
            () = &mut left => return Ok(()),
            () = &mut first_head, if is_new => {
                if !state.asked.load(Ordering::Relaxed) {
                    return Err(Closed::SlowHead);
                }
                is_new = false;
            }
            _ = closing.wait_for(|closing| *closing), if !is_closing => {
                if !state.asked.load(Ordering::Relaxed) {
                    return Ok(());
                }
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    };
    let ended = ended.map_err(|error| {
        let timed_out = |error: &(dyn Error + 'static)| {
            error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::TimedOut)
        };
        if error.source().is_some_and(timed_out) {
            Some(Closed::SlowReader)
        } else if error.is_timeout() {
            Some(if state.asked.load(Ordering::Relaxed) { Closed::Idle } else { Closed::SlowHead })
        } else {
            (error.is_parse()).then_some(Closed::Malformed)
        }
    });
    // Frees the connection's buffers.
    drop(connection);
    if state.closes.load(Ordering::Relaxed) || matches!(ended, Err(Some(Closed::Malformed))) {
        linger(socket).await;
    }
    ended.or_else(|closed| closed.map_or(Ok(()), Err))
}

/// Resolves when the client has closed its side. hyper notices that itself, unless bytes before the end are unread
/// because it is still answering a request. So this only checks while there are unread bytes.
async fn left(socket: &TcpStream) {
    loop {
        match socket.ready(Interest::READABLE).await {
            Ok(ready) if !ready.is_read_closed() => sleep(CHECK).await,
            _ => return,
        }
    }
}

/// Reads and drops what the client still sends, until the client closes. If the socket were closed earlier, the
/// connection would be reset, and the client could lose the answer.
pub(crate) async fn linger(socket: &TcpStream) {
    let mut some = [0; 512];
    let _ = SockRef::from(socket).shutdown(Shutdown::Write);
    let rest = async {
        while socket.readable().await.is_ok() {
            match socket.try_read(&mut some) {
                Ok(1..) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                _ => return,
            }
        }
    };
    let _ = timeout(LINGER, rest).await;
}

/// A socket whose writes fail if its client reads too slowly. The tasks that watch the socket share it.
pub(crate) struct Io {
    socket: Arc<TcpStream>,
    patience: Duration,
    /// If bytes are waiting, the time after which the client is too slow. Each byte that the client reads postpones it.
    due: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Io {
    pub(crate) const fn new(socket: Arc<TcpStream>, patience: Duration) -> Self {
        Self { socket, patience, due: None, timer: None }
    }

    fn poll_write_by(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while self.socket.poll_write_ready(context)?.is_ready() {
            match write(&self.socket) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    if let (Some(due), Ok(bytes)) = (&mut self.due, &written) {
                        let gained = Duration::from_secs_f64(*bytes as f64 / RATE);
                        *due = (*due + gained).min(Instant::now() + self.patience);
                    }
                    return Poll::Ready(written);
                }
            }
        }
        let due = *self.due.get_or_insert_with(|| Instant::now() + self.patience);
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        ready!(timer.as_mut().poll(context));
        // Otherwise the system would keep unsent bytes for minutes.
        let _ = SockRef::from(&*self.socket).set_linger(Some(Duration::ZERO));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Io {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.socket.poll_read_ready(context))?;
            match self.socket.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|_| ())),
            }
        }
    }
}

impl AsyncWrite for Io {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.get_mut().poll_write_by(context, |socket| socket.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().poll_write_by(context, |socket| socket.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Nothing is buffered here.
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        (self.due, self.timer) = (None, None);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&*self.socket).shutdown(Shutdown::Write))
    }
}
