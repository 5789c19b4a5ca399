//! Open connections, and what they share.

use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper_util::service::TowerToHyperService;
use plyd_connection_guard::{Environment, Limits, Reason, Reuse, Server, Socket, Versions};
use prometheus::IntGauge;
use tokio::io::ReadBuf;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

use super::caller::Peer;
use super::listener::Listener;
use super::metrics::Metrics;
use super::network::Network;
use super::service::Service;
use super::tls::Tls;
use crate::memory_budget::{MemoryBudget, Permit, Use};

/// Bytes of a request's head: a target of 64 KiB, which is the limit of targets, and fields.
const MAX_HEAD_BYTES: usize = 96 << 10;

/// The limits of connections that may send any request.
pub(super) fn limits(listener: &Listener) -> Limits {
    Limits {
        head_bytes: MAX_HEAD_BYTES,
        head: listener.head_timeout,
        idle: listener.idle_timeout,
        write: listener.write_timeout,
        versions: if listener.http2 { Versions::Http1AndHttp2 } else { Versions::Http1 },
        reuse: Reuse::KeepAlive,
    }
}

/// The limits of connections for one probe. No answer there takes longer than a head may.
pub(super) fn probe_limits(listener: &Listener) -> Limits {
    let head = listener.head_timeout;
    Limits { idle: head, write: head, reuse: Reuse::Close, ..limits(listener) }
}

/// Serves connections with the same routes and limits.
pub(super) struct Connections {
    server: Server<Accounts>,
    routes: Router,
    trusted: Arc<[Network]>,
    tls: Option<Secured>,
}

/// The TLS configuration of connections, and the limits of their handshakes.
struct Secured {
    tls: Arc<Tls>,
    server: Server<Accounts>,
    handshake: Duration,
    metrics: Arc<Metrics>,
}

impl Connections {
    pub(super) fn new(limits: Limits, routes: Router, service: &Service, trusted: &Arc<[Network]>) -> Self {
        let accounts = Accounts { metrics: Arc::clone(&service.metrics), memory: Arc::clone(&service.memory) };
        let (server, trusted) = (Server::new(limits, Arc::new(accounts)), Arc::clone(trusted));
        Self { server, routes, trusted, tls: None }
    }

    /// The same over TLS, if there is a certificate.
    pub(super) fn secured(self, tls: Option<&Arc<Tls>>, limits: Limits, service: &Service) -> Self {
        let secured = tls.map(|tls| {
            let accounts = Accounts { metrics: Arc::clone(&service.metrics), memory: Arc::clone(&service.memory) };
            let (handshake, limits) = (limits.head, Limits { versions: Versions::Http1AndHttp2, ..limits });
            let (server, metrics) = (Server::new(limits, Arc::new(accounts)), Arc::clone(&service.metrics));
            Secured { tls: Arc::clone(tls), server, handshake, metrics }
        });
        Self { tls: secured, ..self }
    }

    /// Serves a connection until it ends, over TLS if there is a certificate.
    pub(super) async fn serve(&self, accepted: Accepted) {
        let Some(secured) = &self.tls else { return self.serve_plain(accepted).await };
        let Accepted { stream, address, since, mut closing, counted } = accepted;
        let _ = stream.set_nodelay(true);
        let shaken = tokio::select! {
            shaken = timeout_at(since + secured.handshake, secured.tls.accept(stream)) => shaken,
            _ = closing.wait_for(|closing| *closing) => return,
        };
        match shaken {
            Ok(Ok(stream)) => self.serve_by(&secured.server, stream, address, Instant::now(), closing).await,
            Ok(Err(error)) => debug!(%error, "no TLS"),
            Err(_) => secured.metrics.refused(Reason::SlowHead).inc(),
        }
        drop(counted);
    }

    /// Serves a connection without TLS until it ends.
    pub(super) async fn serve_plain(&self, accepted: Accepted) {
        let Accepted { stream, address, since, closing, counted } = accepted;
        let _ = stream.set_nodelay(true);
        self.serve_by(&self.server, stream, address, since, closing).await;
        drop(counted);
    }

    async fn serve_by(
        &self,
        server: &Server<Accounts>,
        stream: impl Socket + 'static,
        address: IpAddr,
        since: Instant,
        mut closing: watch::Receiver<bool>,
    ) {
        let closed = async {
            let _ = closing.wait_for(|closing| *closing).await;
        };
        let routes = OfPeer { peer: Peer::new(address, &self.trusted), routes: self.routes.clone() };
        let handler = TowerToHyperService::new(routes);
        if let Err(error) = server.serve(stream, since, handler, closed).await {
            debug!(%error, "a connection broke off");
        }
        drop(closing);
    }
}

/// Tells the routes who sends each request.
#[derive(Clone)]
struct OfPeer {
    peer: Peer,
    routes: Router,
}

impl<B> tower::Service<Request<B>> for OfPeer
where
    Router: tower::Service<Request<B>>,
{
    type Response = <Router as tower::Service<Request<B>>>::Response;
    type Error = <Router as tower::Service<Request<B>>>::Error;
    type Future = <Router as tower::Service<Request<B>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        tower::Service::poll_ready(&mut self.routes, context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        request.extensions_mut().insert(self.peer.clone());
        tower::Service::call(&mut self.routes, request)
    }
}

/// Counts connections that are closed, and lends memory for heads.
struct Accounts {
    metrics: Arc<Metrics>,
    memory: Arc<MemoryBudget>,
}

impl Environment for Accounts {
    type Permit = Permit;

    fn closed(&self, reason: Reason) {
        self.metrics.refused(reason).inc();
    }

    fn hold(&self, bytes: usize) -> Option<Permit> {
        self.memory.try_acquire(Use::Heads, bytes)
    }
}

/// An accepted connection.
pub(super) struct Accepted {
    stream: TcpStream,
    address: IpAddr,
    since: Instant,
    /// Tells it to end in order. Held until the connection has ended.
    closing: watch::Receiver<bool>,
    counted: Counted,
}

impl Accepted {
    pub(super) fn new(stream: TcpStream, address: IpAddr, closing: watch::Receiver<bool>, metrics: &Metrics) -> Self {
        Self { stream, address, since: Instant::now(), closing, counted: Counted::new(metrics) }
    }

    /// Waits for the first bytes, and leaves them unread. `None` when the connection is to end without.
    pub(super) async fn first(&mut self, limits: &Limits, metrics: &Metrics) -> Option<First> {
        let stream = &self.stream;
        let first = poll_fn(|context| {
            let mut bytes = [MaybeUninit::uninit(); FIRST_BYTES];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            let peeked = ready!(stream.poll_peek(context, &mut bytes));
            Poll::Ready(peeked.ok().filter(|count| *count > 0).map(|_| First::of(bytes.filled())))
        });
        let first = async {
            match self.since.checked_add(limits.head) {
                Some(due) => timeout_at(due, first).await,
                None => Ok(first.await),
            }
        };
        let first = tokio::select! {
            biased;
            first = first => first,
            _ = self.closing.wait_for(|closing| *closing) => return None,
        };
        first.unwrap_or_else(|_| {
            metrics.refused(Reason::SlowHead).inc();
            None
        })
    }

    /// Takes the connection from this runtime.
    ///
    /// # Errors
    /// When the system does not let it go.
    pub(super) fn moved(self) -> io::Result<Moved> {
        let Self { stream, address, since, closing, counted } = self;
        Ok(Moved { stream: stream.into_std()?, address, since, closing, counted })
    }
}

/// A connection between two runtimes.
pub(super) struct Moved {
    stream: std::net::TcpStream,
    address: IpAddr,
    since: Instant,
    closing: watch::Receiver<bool>,
    counted: Counted,
}

impl Moved {
    /// Serves the connection on the runtime that polls this.
    pub(super) async fn serve(self, connections: &Connections) {
        let Self { stream, address, since, closing, counted } = self;
        match TcpStream::from_std(stream) {
            Ok(stream) => connections.serve(Accepted { stream, address, since, closing, counted }).await,
            Err(error) => debug!(%error, "a connection broke off"),
        }
    }
}

/// More than the heads of probes have.
const FIRST_BYTES: usize = 2 << 10;

/// The first bytes of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The complete head of a request for `/livez` or `/readyz`.
    Probe,
    Other,
}

impl First {
    fn of(bytes: &[u8]) -> Self {
        let probes = ["GET /livez ", "GET /readyz ", "HEAD /livez ", "HEAD /readyz "];
        let is_probe = probes.iter().any(|probe| bytes.starts_with(probe.as_bytes()));
        if is_probe && bytes.ends_with(b"\r\n\r\n") { Self::Probe } else { Self::Other }
    }
}

/// Counts a connection while it is open.
struct Counted(IntGauge);

impl Counted {
    fn new(metrics: &Metrics) -> Self {
        metrics.accepted.inc();
        metrics.connections.inc();
        Self(metrics.connections.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_told_by_their_whole_head() {
        for probe in ["GET /livez HTTP/1.1\r\n\r\n", "HEAD /readyz HTTP/1.1\r\nhost: plyd\r\n\r\n"] {
            assert_eq!(First::of(probe.as_bytes()), First::Probe, "{probe}");
        }
        for other in
            ["", "GET /livez HTTP/1.1\r\nx-slow: ", "GET /livez? HTTP/1.1\r\n\r\n", "GET /metrics HTTP/1.1\r\n\r\n"]
        {
            assert_eq!(First::of(other.as_bytes()), First::Other, "{other}");
        }
    }
}
