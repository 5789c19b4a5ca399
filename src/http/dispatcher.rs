//! New connections, until their first bytes say where they go.
//!
//! Probes are answered on the accept loop's thread, which has no other work: they wait for nothing that clients have the
//! other threads do. A probe is a whole head at once, so no client can keep this thread busy byte by byte.

use std::net::IpAddr;
use std::sync::Arc;

use plyd_connection_guard::Limits;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::connections::{Accepted, Connections, First, Moved, limits, probe_limits};
use super::keys::Gate;
use super::listener::Listener;
use super::metrics::Metrics;
use super::network::Network;
use super::overflow::Overflow;
use super::places::{Place, Places};
use super::routes::{probes, router};
use super::service::Service;

/// Assigns connections to threads and limits.
pub(super) struct Dispatcher {
    targets: Arc<Targets>,
    pub(super) places: Arc<Places>,
    overflow: Overflow,
    /// Connections to the address that is for probes alone.
    monitoring: Overflow,
    /// Tells connections to end in order. Each holds a receiver until it has ended.
    closing: watch::Sender<bool>,
}

/// Where connections go.
struct Targets {
    limits: Limits,
    probes: Connections,
    /// Those to the address for probes alone, where metrics need no key.
    monitoring: Connections,
    regular: Connections,
    workers: Handle,
    metrics: Arc<Metrics>,
}

impl Dispatcher {
    /// Regular connections are served on the runtime of `workers`, probes on that of the caller.
    pub(super) fn new(listener: &Listener, service: &Arc<Service>, workers: &Handle) -> Self {
        let trusted: Arc<[Network]> = listener.trusted_proxies.clone().into();
        let gate = Gate::new(service.keys.clone());
        let targets = Targets {
            limits: limits(listener),
            probes: Connections::new(probe_limits(listener), probes(service, gate), service, &trusted).secured(
                listener.tls.as_ref(),
                probe_limits(listener),
                service,
            ),
            monitoring: Connections::new(probe_limits(listener), probes(service, Gate::default()), service, &trusted),
            regular: Connections::new(limits(listener), router(service), service, &trusted).secured(
                listener.tls.as_ref(),
                limits(listener),
                service,
            ),
            workers: workers.clone(),
            metrics: Arc::clone(&service.metrics),
        };
        Self {
            targets: Arc::new(targets),
            places: Places::new(listener.max_connections, listener.max_connections_per_address, trusted),
            overflow: Overflow::default(),
            monitoring: Overflow::default(),
            closing: watch::Sender::new(false),
        }
    }

    /// Dispatches a connection. Without a place, it is served probes only.
    pub(super) fn dispatch(&self, stream: TcpStream, address: IpAddr) {
        let accepted = self.accept(stream, address);
        match self.places.take(address) {
            Some(place) => drop(tokio::spawn(Arc::clone(&self.targets).any(accepted, Some(place)))),
            None => {
                self.targets.metrics.overflow.inc();
                self.overflow.spawn(Arc::clone(&self.targets).probes_only(accepted, |targets| &targets.probes));
            }
        }
    }

    /// The same for the last connections before shutdown, which need no place.
    pub(super) fn dispatch_last(&self, stream: TcpStream, address: IpAddr) {
        drop(tokio::spawn(Arc::clone(&self.targets).any(self.accept(stream, address), None)));
    }

    /// Serves probes to a connection that came to the address for them.
    pub(super) fn monitor(&self, stream: TcpStream, address: IpAddr) {
        let accepted = self.accept(stream, address);
        self.monitoring.spawn(Arc::clone(&self.targets).probes_only(accepted, |targets| &targets.monitoring));
    }

    /// Tells all connections to end in order, and waits until they have.
    pub(super) async fn close(&self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
    }

    fn accept(&self, stream: TcpStream, address: IpAddr) -> Accepted {
        Accepted::new(stream, address, self.closing.subscribe(), &self.targets.metrics)
    }
}

impl Targets {
    /// Serves any request, each on the workers' threads, except for a probe.
    async fn any(self: Arc<Self>, accepted: Accepted, place: Option<Place>) {
        let Some(moved) = self.unless_probe(accepted).await else { return };
        let workers = self.workers.clone();
        workers.spawn(async move {
            moved.serve(&self.regular).await;
            drop(place);
        });
    }

    /// Serves probes and metrics, until it is dropped.
    async fn probes_only(self: Arc<Self>, accepted: Accepted, lane: fn(&Self) -> &Connections) {
        let Some(moved) = self.unless_probe(accepted).await else { return };
        let workers = self.workers.clone();
        let mut task = JoinSet::new();
        task.spawn_on(async move { moved.serve(lane(&self)).await }, &workers);
        task.join_next().await;
    }

    /// Serves a probe. Any other connection is handed on, to be served by another thread.
    async fn unless_probe(&self, mut accepted: Accepted) -> Option<Moved> {
        match accepted.first(&self.limits, &self.metrics).await? {
            First::Probe => {
                // Boxed, since a connection without bytes need not have the memory for it.
                Box::pin(self.probes.serve_plain(accepted)).await;
                None
            }
            First::Other => accepted.moved().ok(),
        }
    }
}
