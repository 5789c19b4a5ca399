//! Probes and metrics of a worker.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use async_nats::Client;
use async_nats::connection::State;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::work::{Counts, Phase};

/// Serves `/livez`, `/readyz` and `/metrics`.
///
/// # Errors
/// If it cannot listen on the address.
pub(crate) async fn serve(
    address: SocketAddr,
    client: Client,
    unstored: Arc<AtomicUsize>,
    phase: watch::Receiver<Phase>,
    counts: Arc<Counts>,
) -> Result<(), String> {
    let listener = TcpListener::bind(address).await.map_err(|error| format!("--metrics-listen {address}: {error}"))?;
    let ready = move || match ready(&client, &phase) {
        Ok(()) if unstored.load(Relaxed) > 0 => Err("answers cannot be stored; see the log"),
        ready => ready,
    };
    let routes = routes(ready).route("/metrics", get(move || async move { counts.text() }));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(())
}

/// `/livez` and `/readyz`.
pub(crate) fn routes(ready: impl Fn() -> Result<(), &'static str> + Clone + Send + Sync + 'static) -> Router {
    let ready = move || async move {
        match ready() {
            Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
            Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
        }
    };
    Router::new().route("/livez", get(|| async { "alive\n" })).route("/readyz", get(ready))
}

/// Why this process can do nothing now.
pub(crate) fn ready(client: &Client, phase: &watch::Receiver<Phase>) -> Result<(), &'static str> {
    match (client.connection_state(), *phase.borrow()) {
        (State::Connected, Phase::Working) => Ok(()),
        (State::Connected, _) => Err("the process is shutting down"),
        _ => Err("not connected to NATS"),
    }
}

impl Counts {
    /// The counters in Prometheus' text format.
    fn text(&self) -> String {
        let counters = [
            ("taken", "Jobs taken", &self.taken),
            ("finished", "Jobs whose answer was stored, including failures", &self.finished),
            ("failed", "Jobs whose answer is a problem", &self.failed),
            ("redelivered", "Jobs taken that another worker had taken before", &self.redelivered),
            (
                "given_back",
                "Jobs given back because the worker stopped, or ended because they were cancelled",
                &self.given_back,
            ),
            ("lease_lost", "Answers dropped because another worker had already answered", &self.lease_lost),
        ];
        let line = |(name, help, value): (&str, &str, &std::sync::atomic::AtomicU64)| {
            let name = format!("plyd_queue_{name}_total");
            format!("# HELP {name} {help}.\n# TYPE {name} counter\n{name} {}\n", value.load(Relaxed))
        };
        counters.into_iter().map(line).collect()
    }
}
