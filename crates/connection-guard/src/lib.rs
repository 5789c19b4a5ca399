//! Guards HTTP connections that hyper serves against clients that are slow, malformed, or gone.
//!
//! hyper alone, configured, refuses most malformed requests and has a timeout for heads. This crate holds what is left:
//!
//! | attack | held by |
//! |---|---|
//! | requests that two servers read in two ways: bare LF, doubled lengths, `chunked` twice, spaces after a chunk's size | a strict parser ahead of hyper's, `http1` |
//! | a head that never ends, byte by byte, in either version of HTTP | a timeout of its own; hyper's runs between requests |
//! | heads that are large and many | bytes of incomplete heads are lent by [`Environment::hold`] |
//! | an answer that is not read, or read a byte at a time, or blocked by HTTP/2 windows | a minimum of progress in each write timeout |
//! | a client that leaves while bytes that it sent after its request are unread | they are read while the answer is awaited, up to a limit |
//! | pipelined requests, which hyper would answer up to sixteen in a row | one request at a time; the task yields between two |
//! | HTTP/2 connections without a request, which only ping | an idle timeout |
//! | floods of PING, SETTINGS, WINDOW_UPDATE, RST_STREAM and unknown frames | a budget for each connection |
//! | HTTP/2 clients that do not acknowledge the end | a deadline for the graceful shutdown |
//!
//! hyper holds by itself, and is configured to: the sizes of heads and header lists, streams at a time, resets of streams
//! that nobody has accepted yet, and CONTINUATION floods.
//!
//! [`Server::serve`] serves one connection. A half-closed connection counts as a client that has left.

mod connection;
mod guard;
mod h2;
mod http1;
mod requests;
mod socket;
mod timeout;

pub use connection::{Error, Server};
pub use socket::Socket;

use std::time::Duration;

/// The limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's head.
    pub head_bytes: usize,
    /// For a request's head to arrive, and for an HTTP/2 connection to end in order.
    pub head: Duration,
    /// Between two requests.
    pub idle: Duration,
    /// For a client to take 16 KiB of an answer, or all that is left.
    pub write: Duration,
    /// The versions of HTTP that are spoken.
    pub versions: Versions,
    /// Whether a connection serves more than one request.
    pub reuse: Reuse,
}

/// Versions of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// HTTP/1.0 and HTTP/1.1.
    Http1,
    /// These, and HTTP/2 with prior knowledge, on the same port.
    Http1AndHttp2,
}

/// The next event after an answer over HTTP/1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// The next request.
    KeepAlive,
    /// The connection's end.
    Close,
}

/// The server around the connections: it counts the ones that are closed, and lends them memory.
pub trait Environment: Send + Sync + 'static {
    /// Permission to hold some bytes of a head, until it is dropped.
    type Permit: Send + Unpin + 'static;

    /// A connection was closed for what it did.
    fn closed(&self, reason: Reason);

    /// Asks to hold so many more bytes of a head than a connection has anyway. `None` closes the connection with 503.
    fn hold(&self, bytes: usize) -> Option<Self::Permit>;
}

/// The reason why a connection was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its head took too long.
    SlowHead,
    /// It did not read its answer.
    SlowReader,
    /// An HTTP/2 connection without a request.
    Idle,
    /// It sent no HTTP, or HTTP that can be read in two ways.
    Malformed,
    /// There was no memory for its head.
    NoMemory,
    /// It sent more than 64 KiB of other requests while one was answered.
    Pipelined,
    /// It sent more frames of control than its requests need.
    ControlFrames,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 7] = [
        Self::SlowHead,
        Self::SlowReader,
        Self::Idle,
        Self::Malformed,
        Self::NoMemory,
        Self::Pipelined,
        Self::ControlFrames,
    ];
}
