//! The listener: the accept loop, and graceful shutdown.
//!
//! An accept loop of our own, since `axum::serve` gives connections no timer, and only a timer closes slow clients. It
//! runs on a thread of its own, with the probes.

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::task::yield_now;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tracing::{info, warn};

use super::dispatcher::Dispatcher;
use super::exhaustion::Exhaustion;
use super::network::Network;
use super::sampler::Sampler;
use super::service::Service;
use super::tls::Tls;

/// The limits of connections, and of graceful shutdown.
#[derive(Clone, Debug)]
pub struct Listener {
    /// Connections at a time. Those above it are served probes, and refused anything else.
    pub max_connections: usize,
    /// Connections at a time from one address, or from one network of IPv6 with 64 bits.
    pub max_connections_per_address: usize,
    /// Addresses with many clients behind them, which may have all connections and name their clients in
    /// `X-Forwarded-For`.
    pub trusted_proxies: Vec<Network>,
    /// Certificate and key. Probes are answered without TLS too.
    pub tls: Option<Arc<Tls>>,
    /// Whether HTTP/2 is spoken too, with prior knowledge. Over TLS it is in any case.
    pub http2: bool,
    /// The longest that a request's head may take to arrive.
    pub head_timeout: Duration,
    /// The longest that a connection may be idle between two requests.
    pub idle_timeout: Duration,
    /// The longest that a pending answer may make no progress.
    pub write_timeout: Duration,
    /// After the shutdown signal, the time in which new connections are still accepted, so that load balancers see that
    /// the service is not ready.
    pub drain_delay: Duration,
    /// After the drain delay, the time in which accepted requests may finish.
    pub grace: Duration,
}

/// The sockets of a service.
#[derive(Debug)]
pub struct Sockets {
    /// For clients.
    pub clients: TcpListener,
    /// For probes alone.
    pub probes: Option<TcpListener>,
}

/// Time to send the answers of searches that were stopped after the grace time.
const STOPPED_ANSWERS: Duration = Duration::from_secs(1);

/// On shutdown, open connections are served this long before idle ones are closed. Requests that are on their way then
/// get an answer with `Connection: close`, not a reset.
const LINGER: Duration = Duration::from_millis(100);

/// Pause after a failed accept, for example until a file descriptor is free.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(10);

/// Connections that are accepted before those of earlier turns are served. The runtime serves several times as many in a
/// turn, so that none waits for long, however many come.
const ACCEPTED_IN_A_TURN: usize = 16;

/// How often it is checked whether places or memory are exhausted.
const SAMPLE: Duration = Duration::from_millis(250);

impl Listener {
    /// The longest time from the shutdown signal until [`Self::serve`] returns.
    #[must_use]
    pub const fn max_shutdown(&self) -> Duration {
        self.drain_delay.saturating_add(self.grace).saturating_add(STOPPED_ANSWERS)
    }

    /// Serves until `shutdown` resolves, then shuts down gracefully: not ready, drain delay, no more connections, grace
    /// time. Returns the number of connections that were still open at the end.
    ///
    /// Requests are served by the runtime of `workers`. Probes are served by the caller's, which should have no other
    /// work.
    pub async fn serve(
        &self,
        sockets: Sockets,
        service: &Arc<Service>,
        workers: &Handle,
        shutdown: impl Future<Output = ()>,
    ) -> usize {
        let dispatcher = Dispatcher::new(self, service, workers);
        let clients = self.accept(sockets, &dispatcher, service, shutdown).await;
        self.finish(clients, &dispatcher, service).await
    }

    /// Accepts connections until the drain delay after the shutdown signal has passed. Returns the socket of clients.
    async fn accept(
        &self,
        sockets: Sockets,
        dispatcher: &Dispatcher,
        service: &Service,
        shutdown: impl Future<Output = ()>,
    ) -> TcpListener {
        let Sockets { clients, probes } = sockets;
        let mut exhaustion = Exhaustion::default();
        let mut samples = interval(SAMPLE);
        samples.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let errors = Sampler::default();
        let failed = async |error: io::Error| {
            // The client is gone already, or there is no file descriptor left.
            service.metrics.accept_errors.inc();
            if let Some(unlogged) = errors.pass(Instant::now()) {
                warn!(%error, unlogged, "cannot accept");
            }
            sleep(ACCEPT_BACKOFF).await;
        };
        let mut drained = pin!(async {
            shutdown.await;
            service.drain();
            sleep(self.drain_delay).await;
        });
        let mut turns = (1..=ACCEPTED_IN_A_TURN).cycle();
        loop {
            tokio::select! {
                accepted = clients.accept() => match accepted {
                    Ok((stream, address)) => {
                        dispatcher.dispatch(stream, address.ip());
                        if turns.next() == Some(ACCEPTED_IN_A_TURN) {
                            yield_now().await;
                        }
                    }
                    Err(error) => failed(error).await,
                },
                accepted = accept_probe(probes.as_ref()) => match accepted {
                    Ok((stream, address)) => dispatcher.monitor(stream, address.ip()),
                    Err(error) => failed(error).await,
                },
                now = samples.tick() => {
                    let is_exhausted = dispatcher.places.are_exhausted() || service.is_memory_exhausted();
                    service.set_exhausted(exhaustion.sample(now, is_exhausted));
                }
                () = &mut drained => return clients,
            }
        }
    }

    /// Serves the backlog, and gives what was accepted the grace time. Returns the number of connections that are still
    /// open then.
    async fn finish(&self, clients: TcpListener, dispatcher: &Dispatcher, service: &Service) -> usize {
        // Clients in the backlog are connected from their point of view: serve them too.
        if let Ok(clients) = clients.into_std() {
            while let Ok((stream, address)) = clients.accept() {
                if stream.set_nonblocking(true).is_ok()
                    && let Ok(stream) = TcpStream::from_std(stream)
                {
                    dispatcher.dispatch_last(stream, address.ip());
                }
            }
        }
        let open = &service.metrics.connections;
        info!(connections = open.get(), "finishing what was accepted");
        let mut finished = pin!(async {
            sleep(LINGER).await;
            dispatcher.close().await;
        });
        if timeout(self.grace, &mut finished).await.is_err() {
            info!("stopping the rest with their best so far");
            service.pool.close();
            service.short_jobs.close();
            let _ = timeout(STOPPED_ANSWERS, finished).await;
        }
        usize::try_from(open.get()).unwrap_or_default()
    }
}

/// Never resolves without a socket.
async fn accept_probe(probes: Option<&TcpListener>) -> io::Result<(TcpStream, SocketAddr)> {
    match probes {
        Some(probes) => probes.accept().await,
        None => pending().await,
    }
}
