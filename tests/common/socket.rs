//! The service behind a real socket. The runtime's clock is stopped, so no timeout passes by itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use plyd::http::{Listener, Service};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::clock::{StoppedClock, with_timeout};
use super::server::Server;

pub const LISTENER: Listener = Listener {
    max_connections: 100,
    max_connections_per_address: 100,
    trusted_proxies: Vec::new(),
    tls: None,
    head_timeout: Duration::from_millis(300),
    idle_timeout: Duration::from_millis(1500),
    write_timeout: Duration::from_millis(400),
    drain_delay: Duration::ZERO,
    grace: Duration::from_millis(500),
};

pub struct Open {
    pub clock: StoppedClock,
    pub address: SocketAddr,
    pub service: Arc<Service>,
    pub stop: oneshot::Sender<()>,
    /// Ends with the number of connections that had to be cut off.
    pub serving: JoinHandle<usize>,
}

pub async fn open(listener: Listener) -> Open {
    open_with(listener, Server::default()).await
}

pub async fn open_with(limits: Listener, server: Server) -> Open {
    let clock = StoppedClock::stop();
    let service = server.service;
    let socket = TcpSocket::new_v4().unwrap();
    // As in `plyd serve`, so that the system buffers only a limited part of an answer.
    socket.set_send_buffer_size(64 << 10).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1024).unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let serving = tokio::spawn({
        let service = Arc::clone(&service);
        async move { limits.serve(listener, &service, async { stopped.await.unwrap_or_default() }).await }
    });
    Open { clock, address, service, stop, serving }
}

impl Open {
    pub async fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(bytes.as_ref()).await.unwrap();
        stream
    }
}

/// Everything that arrives until the server closes.
pub async fn rest(mut stream: TcpStream) -> String {
    let mut read = Vec::new();
    if let Err(error) = with_timeout(stream.read_to_end(&mut read)).await {
        eprintln!("{error}");
    }
    String::from_utf8_lossy(&read).into_owned()
}
