//! The streams that connections come by.

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// A stream to a client: a socket, or TLS over one.
pub trait Socket: AsyncRead + AsyncWrite + Send + Unpin {
    /// Makes the system forget what it has not sent when the stream is dropped.
    fn forget_unsent(&self);
}

impl Socket for TcpStream {
    fn forget_unsent(&self) {
        let _ = self.set_zero_linger();
    }
}
