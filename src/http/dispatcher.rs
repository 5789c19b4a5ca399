//! New connections, until their first bytes say where they go.
//!
//! Probes stay on the accept loop's thread, which has no other work. So they wait for nothing that clients have the other
//! threads do.

use std::net::IpAddr;
use std::sync::Arc;

use plyd_connection_guard::Limits;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tracing::debug;

use super::connections::{Accepted, Connections, limits, probe_limits};
use super::listener::Listener;
use super::metrics::Metrics;
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
    regular: Connections,
    workers: Handle,
    metrics: Arc<Metrics>,
}

impl Dispatcher {
    /// Regular connections are served on the runtime of `workers`, probes on that of the caller.
    pub(super) fn new(listener: &Listener, service: &Arc<Service>, workers: &Handle) -> Self {
        let targets = Targets {
            limits: limits(listener),
            probes: Connections::new(probe_limits(listener), probes(service, workers), service),
            regular: Connections::new(limits(listener), router(service), service),
            workers: workers.clone(),
            metrics: Arc::clone(&service.metrics),
        };
        let trusted = listener.trusted_proxies.clone();
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
        let accepted = self.accept(stream);
        match self.places.take(address) {
            Some(place) => drop(tokio::spawn(Arc::clone(&self.targets).dispatch(accepted, Some(place)))),
            None => {
                self.targets.metrics.overflow.inc();
                self.overflow.spawn(Arc::clone(&self.targets).probe(accepted));
            }
        }
    }

    /// The same for the last connections before shutdown, which need no place.
    pub(super) fn dispatch_last(&self, stream: TcpStream) {
        drop(tokio::spawn(Arc::clone(&self.targets).dispatch(self.accept(stream), None)));
    }

    /// Serves probes to a connection that came to the address for them.
    pub(super) fn monitor(&self, stream: TcpStream) {
        self.monitoring.spawn(Arc::clone(&self.targets).probe(self.accept(stream)));
    }

    /// Tells all connections to end in order, and waits until they have.
    pub(super) async fn close(&self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
    }

    fn accept(&self, stream: TcpStream) -> Accepted {
        Accepted::new(stream, self.closing.subscribe(), &self.targets.metrics)
    }
}

impl Targets {
    async fn probe(self: Arc<Self>, accepted: Accepted) {
        self.probes.serve(accepted).await;
    }

    async fn dispatch(self: Arc<Self>, mut accepted: Accepted, place: Option<Place>) {
        let Some(first) = accepted.first_bytes(&self.limits, &self.metrics).await else { return };
        if begins_probe(&first) {
            // Boxed, since a connection without bytes need not have the memory for it.
            return Box::pin(self.probe(accepted)).await;
        }
        let moved = match accepted.moved() {
            Ok(moved) => moved,
            Err(error) => return debug!(%error, "a connection broke off"),
        };
        let workers = self.workers.clone();
        workers.spawn(async move {
            match moved() {
                Ok(accepted) => self.regular.serve(accepted).await,
                Err(error) => debug!(%error, "a connection broke off"),
            }
            drop(place);
        });
    }
}

/// Whether a request that begins so is for `/livez` or `/readyz`. Such a client sends its line at once.
fn begins_probe(first: &[u8]) -> bool {
    ["GET /livez ", "GET /readyz ", "HEAD /livez ", "HEAD /readyz "]
        .iter()
        .any(|probe| first.starts_with(probe.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_told_by_their_first_bytes() {
        for probe in ["GET /livez HTTP/1", "GET /readyz HTTP", "HEAD /readyz HTT"] {
            assert!(begins_probe(probe.as_bytes()), "{probe}");
        }
        for other in [
            "",
            "GET /li",
            "GET /livez?",
            "GET /livezz HTTP",
            "GET /metrics HTT",
            "POST /livez HTTP",
            "get /livez HTTP",
        ] {
            assert!(!begins_probe(other.as_bytes()), "{other}");
        }
    }
}
