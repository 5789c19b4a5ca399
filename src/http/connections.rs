//! Open connections, and what they share.

use std::sync::Arc;

use axum::Router;
use hyper_util::service::TowerToHyperService;
use plyd_connection_guard::{Environment, Limits, Reason, Reuse, Server, Versions};
use prometheus::IntGauge;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tracing::debug;

use super::listener::Listener;
use super::metrics::Metrics;
use super::service::Service;
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
    handler: TowerToHyperService<Router>,
}

impl Connections {
    pub(super) fn new(limits: Limits, routes: Router, service: &Service) -> Self {
        let accounts = Accounts { metrics: Arc::clone(&service.metrics), memory: Arc::clone(&service.memory) };
        Self { server: Server::new(limits, Arc::new(accounts)), handler: TowerToHyperService::new(routes) }
    }

    /// Serves a connection until it ends.
    pub(super) async fn serve(&self, mut accepted: Accepted) {
        let _ = accepted.stream.set_nodelay(true);
        let closing = async {
            let _ = accepted.closing.wait_for(|closing| *closing).await;
        };
        let served = self.server.serve(accepted.stream, accepted.since, self.handler.clone(), closing);
        if let Err(error) = served.await {
            debug!(%error, "a connection broke off");
        }
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
    since: Instant,
    /// Tells it to end in order. Held until the connection has ended.
    closing: watch::Receiver<bool>,
    _counted: Counted,
}

impl Accepted {
    pub(super) fn new(stream: TcpStream, closing: watch::Receiver<bool>, metrics: &Metrics) -> Self {
        Self { stream, since: Instant::now(), closing, _counted: Counted::new(metrics) }
    }

    /// Waits for the first bytes, up to 16 of them, and leaves them unread. `None` when the connection is to end without.
    pub(super) async fn first_bytes(&mut self, limits: &Limits, metrics: &Metrics) -> Option<[u8; 16]> {
        let mut bytes = [0; 16];
        let peeked = async {
            match self.since.checked_add(limits.head) {
                Some(due) => timeout_at(due, self.stream.peek(&mut bytes)).await,
                None => Ok(self.stream.peek(&mut bytes).await),
            }
        };
        let peeked = tokio::select! {
            biased;
            peeked = peeked => peeked,
            _ = self.closing.wait_for(|closing| *closing) => return None,
        };
        match peeked {
            Ok(Ok(1..)) => Some(bytes),
            Ok(_) => None,
            Err(_) => {
                metrics.refused(Reason::SlowHead).inc();
                None
            }
        }
    }

    /// The same connection on the runtime that this is polled by.
    ///
    /// # Errors
    /// When the system has no room for another socket to watch.
    pub(super) fn moved(self) -> std::io::Result<impl FnOnce() -> std::io::Result<Self>> {
        let Self { stream, since, closing, _counted } = self;
        let stream = stream.into_std()?;
        Ok(move || Ok(Self { stream: TcpStream::from_std(stream)?, since, closing, _counted }))
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
