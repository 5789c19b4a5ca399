//! The listener: accept loop and graceful shutdown.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONNECTION;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::service_fn;
use prometheus::IntGauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use tower::Service as _;
use tracing::{info, warn};

use super::connection::{self, ACCEPT_BACKOFF, ConnectionState, Io, Times};
#[cfg(feature = "tls")]
use super::tls::Tls;
use crate::http::answers::error::too_many_connections;
use crate::http::clients::network::Network;
use crate::http::clients::peer::{Peer, client_of, is_trusted};
use crate::http::clients::permits::{Limit, Permit};
use crate::http::layers::sampler::Sampler;
use crate::http::routes::router;
use crate::http::state::metrics::Closed;
use crate::http::state::service::Service;
use crate::pool::Client;

/// Limits on connections, and the times of graceful shutdown.
#[derive(Clone, Debug)]
pub struct Listener {
    /// Connections at a time. Further ones are refused with 503.
    pub max_connections: usize,
    /// Connections at a time from one address, or from one /64 network of IPv6.
    pub max_connections_per_address: usize,
    /// Addresses with many clients behind them. They may use all connections, and name their clients in
    /// `X-Forwarded-For`.
    pub trusted_proxies: Vec<Network>,
    /// Certificate and key.
    #[cfg(feature = "tls")]
    pub tls: Option<Arc<Tls>>,
    /// How long the first head of a connection may take to arrive, including the TLS handshake.
    pub head_timeout: Duration,
    /// How long it may take from one request to the end of the next one's head.
    pub idle_timeout: Duration,
    /// How long a client may read nothing of an answer. On average it has to read 8 KiB a second.
    pub write_timeout: Duration,
    /// How long new connections are still accepted after the shutdown signal, so that load balancers notice that the
    /// service is not ready.
    pub drain_delay: Duration,
    /// How long accepted requests may take to finish after the drain delay.
    pub grace: Duration,
}

/// Time to send the answers of searches that were stopped at the end of the grace time.
const STOPPED_ANSWERS: Duration = Duration::from_secs(1);

/// How long open connections are served during shutdown before idle ones are closed. Requests that are on their way
/// then get an answer with `Connection: close` instead of a reset.
const LAST_REQUESTS: Duration = Duration::from_millis(100);

/// How many connections above the limit get an answer that says so. Further ones are closed without an answer.
const REFUSALS: usize = 64;

/// How long to wait for the request of a refused connection before sending the answer.
const REFUSAL_TIME: Duration = Duration::from_millis(500);

impl Listener {
    /// The longest time from the shutdown signal until [`Self::serve`] returns.
    #[must_use]
    pub const fn max_shutdown(&self) -> Duration {
        self.drain_delay.saturating_add(self.grace).saturating_add(STOPPED_ANSWERS)
    }

    /// Serves until `shutdown` resolves, then shuts down gracefully: fail readiness, wait for the drain delay, stop
    /// accepting, wait for the grace time. Returns the number of connections that were still open at the end.
    pub async fn serve(
        &self,
        socket: TcpListener,
        service: &Arc<Service>,
        shutdown: impl Future<Output = ()>,
    ) -> usize {
        let edge = Arc::new(Edge::new(self, service));
        let closing = watch::Sender::new(false);
        self.accept(&socket, &edge, &closing, shutdown).await;
        // Clients in the backlog believe that they are connected, so they are served too.
        if let Ok(backlog) = socket.into_std() {
            while let Ok((stream, address)) = backlog.accept() {
                if stream.set_nonblocking(true).is_ok()
                    && let Ok(stream) = TcpStream::from_std(stream)
                {
                    edge.spawn(stream, address.ip(), &closing);
                }
            }
        }
        let open = &service.metrics.connections;
        info!(connections = open.get(), "finishing accepted requests");
        let mut finished = pin!(async {
            sleep(LAST_REQUESTS).await;
            closing.send_replace(true);
            closing.closed().await;
        });
        if timeout(self.grace, &mut finished).await.is_err() {
            info!("the grace time is over; searches answer with their best move so far");
            service.pool.close();
            service.short_jobs.close();
            let _ = timeout(STOPPED_ANSWERS, finished).await;
        }
        usize::try_from(open.get()).unwrap_or_default()
    }

    /// Accepts connections until the drain delay after the shutdown signal has passed.
    async fn accept(
        &self,
        socket: &TcpListener,
        edge: &Arc<Edge>,
        closing: &watch::Sender<bool>,
        shutdown: impl Future<Output = ()>,
    ) {
        let errors = Sampler::default();
        let mut drained = pin!(async {
            shutdown.await;
            edge.service.drain();
            sleep(self.drain_delay).await;
        });
        loop {
            tokio::select! {
                accepted = socket.accept() => match accepted {
                    Ok((stream, address)) => edge.spawn(stream, address.ip(), closing),
                    Err(error) => {
                        // The client has already left, or no file descriptor is free.
                        edge.service.metrics.accept_errors.inc();
                        if let Some(unlogged) = errors.pass(std::time::Instant::now()) {
                            warn!(%error, unlogged, "cannot accept a connection");
                        }
                        sleep(ACCEPT_BACKOFF).await;
                    }
                },
                () = &mut drained => return,
            }
        }
    }
}

/// What all connections share.
struct Edge {
    service: Arc<Service>,
    routes: Router,
    trusted: Arc<[Network]>,
    times: Times,
    connections: Limit,
    refusals: Limit,
    refusal: Arc<str>,
    #[cfg(feature = "tls")]
    tls: Option<Arc<Tls>>,
    /// Samples the log lines about clients that speak HTTP to the TLS port.
    #[cfg(feature = "tls")]
    plain: Sampler,
}

impl Edge {
    fn new(listener: &Listener, service: &Arc<Service>) -> Self {
        let Listener { head_timeout, idle_timeout, write_timeout, .. } = *listener;
        Self {
            service: Arc::clone(service),
            routes: router(service),
            trusted: listener.trusted_proxies.clone().into(),
            times: Times { head: head_timeout, idle: idle_timeout, write: write_timeout },
            connections: Limit::new(listener.max_connections, listener.max_connections_per_address),
            refusals: Limit::quarter(REFUSALS),
            refusal: too_many_connections().into(),
            #[cfg(feature = "tls")]
            tls: listener.tls.clone(),
            #[cfg(feature = "tls")]
            plain: Sampler::default(),
        }
    }

    /// Serves a connection, or refuses it if it is above a limit.
    fn spawn(self: &Arc<Self>, stream: TcpStream, address: IpAddr, closing: &watch::Sender<bool>) {
        self.service.metrics.accepted.inc();
        let client = if is_trusted(&self.trusted, address) { Client::NOBODY } else { client_of(address) };
        let _ = stream.set_nodelay(true);
        if let Some(permit) = self.connections.try_acquire(client) {
            let open = Open::new(&self.service.metrics.connections, permit);
            tokio::spawn(Arc::clone(self).serve(stream, (address, client), open, closing.subscribe()));
            return;
        }
        self.service.metrics.overflow.inc();
        #[cfg(feature = "tls")]
        if self.tls.is_some() {
            return;
        }
        if let Some(permit) = self.refusals.try_acquire(client) {
            let refusal = Arc::clone(&self.refusal);
            tokio::spawn(async move {
                if let Ok(Ok(1)) = timeout(REFUSAL_TIME, stream.peek(&mut [0])).await
                    && stream.try_write(refusal.as_bytes()).is_ok()
                {
                    connection::linger(&stream).await;
                }
                drop(permit);
            });
        }
    }

    #[cfg_attr(not(feature = "tls"), expect(unused_variables, reason = "only the TLS handshake needs the client"))]
    async fn serve(
        self: Arc<Self>,
        stream: TcpStream,
        (address, client): (IpAddr, Client),
        open: Open,
        closing: watch::Receiver<bool>,
    ) {
        let (socket, state) = (Arc::new(stream), ConnectionState::default());
        let due = Instant::now() + self.times.head;
        let io = Io::new(Arc::clone(&socket), self.times.write);
        let peer = Peer::new(address, &self.trusted);
        let requests = service_fn(|mut request: Request<Incoming>| {
            state.asked.store(true, Ordering::Relaxed);
            request.extensions_mut().insert(peer.clone());
            let (mut routes, state) = (self.routes.clone(), &state);
            // Boxed, so that a connection without a request does not reserve memory for one.
            Box::pin(async move {
                let answer: Response = routes.call(request.map(Body::new)).await?;
                if answer.headers().contains_key(CONNECTION) || answer.status() == StatusCode::PAYLOAD_TOO_LARGE {
                    state.closes.store(true, Ordering::Relaxed);
                }
                Ok::<_, Infallible>(answer)
            })
        });
        let requests = (requests, &state);
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            let shaken = tokio::time::timeout_at(due, Box::pin(tls.accept(io, &socket, client))).await;
            let served = match shaken {
                Ok(Ok(io)) => {
                    Box::pin(connection::serve(io, &socket, self.times, due, requests, closing.clone())).await
                }
                Ok(Err(error)) => {
                    if error.kind() == std::io::ErrorKind::Unsupported
                        && let Some(unlogged) = self.plain.pass(std::time::Instant::now())
                    {
                        warn!(client = %address, unlogged, "plain HTTP on the TLS port; the client must use https://");
                    }
                    Ok(())
                }
                Err(_) => Err(Closed::SlowHead),
            };
            return self.ended(served, open);
        }
        let served = Box::pin(connection::serve(io, &socket, self.times, due, requests, closing.clone())).await;
        self.ended(served, open);
    }

    fn ended(&self, served: Result<(), Closed>, open: Open) {
        if let Err(closed) = served {
            self.service.metrics.closed(closed).inc();
        }
        drop(open);
    }
}

/// Counts a connection as long as it is open.
struct Open(IntGauge, #[expect(dead_code, reason = "dropped with the connection")] Permit);

impl Open {
    fn new(open: &IntGauge, permit: Permit) -> Self {
        open.inc();
        Self(open.clone(), permit)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}
