//! Prometheus metrics. Labels have few values: routes are templates, never paths.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

use crate::http::page::is_page;
use crate::pool::SearchPool;

/// Bucket limits of the histogram in seconds, from OpenTelemetry's semantic conventions for HTTP servers, and two more
/// for batches.
const SECONDS: &[f64] = &[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 30.0, 60.0];

/// The route label that all files of the pages share.
const PAGES: &str = "/{page}";

/// How many keys have their own series. Later keys share one series, because a file of keys may be reloaded again and
/// again.
const MAX_KEYS: usize = 1000;

/// The label of that shared series. No key is likely to have this name.
const OTHER_KEYS: &str = "_OTHER";

/// Why a connection was closed, as a label for the metric.
#[derive(Clone, Copy)]
pub(crate) enum Closed {
    SlowHead,
    SlowReader,
    Idle,
    Malformed,
}

impl Closed {
    pub(crate) const ALL: [Self; 4] = [Self::SlowHead, Self::SlowReader, Self::Idle, Self::Malformed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::SlowHead => "slow_head",
            Self::SlowReader => "slow_reader",
            Self::Idle => "idle",
            Self::Malformed => "malformed",
        }
    }
}

/// The registry, and all collectors except the pools'.
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    active: IntGauge,
    abandoned: IntCounter,
    key_requests: IntCounterVec,
    /// The keys that have their own series.
    keys: Mutex<HashSet<Arc<str>>>,
    pub(crate) panics: IntCounter,
    searches: IntCounterVec,
    nodes: IntCounterVec,
    pub(crate) connections: IntGauge,
    pub(crate) accepted: IntCounter,
    pub(crate) accept_errors: IntCounter,
    pub(crate) overflow: IntCounter,
    refused: IntCounterVec,
    no_permit: IntCounterVec,
}

impl Metrics {
    pub(crate) fn new(pools: &[&SearchPool]) -> Self {
        let registry = Registry::new();
        let counters =
            |name, help, labels: &[&str]| register(&registry, IntCounterVec::new(Opts::new(name, help), labels));
        let counter = |name, help| register(&registry, IntCounter::new(name, help));
        let gauge = |name, help| register(&registry, IntGauge::new(name, help));
        let seconds = HistogramOpts::new(
            "http_server_request_duration_seconds",
            "Time from the head of a request to the head of its answer.",
        );
        let metrics = Self {
            requests: counters(
                "http_server_requests_total",
                "Requests answered, by method, route and status.",
                &["http_request_method", "http_route", "http_response_status_code"],
            ),
            seconds: register(
                &registry,
                HistogramVec::new(seconds.buckets(SECONDS.to_vec()), &["http_request_method", "http_route"]),
            ),
            active: gauge("http_server_active_requests", "Requests whose answer has not started."),
            abandoned: counter(
                "http_server_abandoned_requests_total",
                "Requests whose client disconnected before the answer.",
            ),
            key_requests: counters("plyd_key_requests_total", "Requests with a known key, by its name.", &["key"]),
            keys: Mutex::default(),
            panics: counter("http_server_panics_total", "Handlers that panicked."),
            searches: counters(
                "plyd_searches_total",
                "Searches that gave an answer, by game, algorithm and what ended them.",
                &["game", "algorithm", "stopped_by"],
            ),
            nodes: counters(
                "plyd_search_nodes_total",
                "Positions visited by searches, quiescence included.",
                &["game"],
            ),
            connections: gauge("plyd_connections_open", "Connections that are open."),
            accepted: counter("plyd_connections_total", "Connections that were accepted."),
            accept_errors: counter("plyd_accept_errors_total", "Connections that could not be accepted."),
            overflow: counter("plyd_connections_overflow_total", "Connections refused because too many were open."),
            refused: counters(
                "plyd_connections_refused_total",
                "Connections closed because the client misbehaved, by reason.",
                &["reason"],
            ),
            no_permit: counters(
                "plyd_permits_refused_total",
                "Requests refused because all permits for bodies or answers of their size were taken.",
                &["wanted"],
            ),
            registry,
        };
        metrics.key_requests.with_label_values(&[OTHER_KEYS]);
        Closed::ALL.into_iter().for_each(|reason| drop(metrics.closed(reason)));
        ["body", "answer"].into_iter().for_each(|wanted| drop(metrics.no_permit(wanted)));
        let build = Opts::new("plyd_build_info", "Always 1; version and build are in the labels.");
        let build = register(&metrics.registry, IntGaugeVec::new(build, &["version", "build"]));
        build.with_label_values(&[env!("CARGO_PKG_VERSION"), plyd_wire::BUILD]).set(1);
        for collector in pools.iter().flat_map(|pool| pool.metrics().collectors()) {
            add(&metrics.registry, collector);
        }
        #[cfg(target_os = "linux")]
        add(&metrics.registry, Box::new(prometheus::process_collector::ProcessCollector::for_self()));
        metrics
    }

    /// The counter of connections closed for this reason.
    pub(crate) fn closed(&self, reason: Closed) -> IntCounter {
        self.refused.with_label_values(&[reason.name()])
    }

    /// The counter of requests that were refused because there was no permit for a `body` or an `answer`.
    pub(crate) fn no_permit(&self, wanted: &str) -> IntCounter {
        self.no_permit.with_label_values(&[wanted])
    }

    /// Registers a collector of another part of the process.
    pub(crate) fn register(&self, collector: Box<dyn Collector>) {
        add(&self.registry, collector);
    }

    /// All metrics.
    pub(crate) fn gather(&self) -> Vec<MetricFamily> {
        self.registry.gather()
    }

    /// Counts a request by the name of its key, whether it was answered or refused.
    pub(crate) fn count_key(&self, key: &Arc<str>) {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let has_series = keys.contains(key) || (keys.len() < MAX_KEYS && keys.insert(Arc::clone(key)));
        drop(keys);
        self.key_requests.with_label_values(&[if has_series { key } else { OTHER_KEYS }]).inc();
    }

    /// Counts a search that produced an answer.
    pub(crate) fn searched(&self, game: &str, algorithm: &str, stopped_by: &str, nodes: u64) {
        self.searches.with_label_values(&[game, algorithm, stopped_by]).inc();
        self.nodes.with_label_values(&[game]).inc_by(nodes);
    }

    /// Counts a new request. If its client leaves before the answer, `abandoned` is called.
    pub(crate) fn begin<F: FnOnce()>(self: &Arc<Self>, abandoned: F) -> InFlight<F> {
        self.active.inc();
        InFlight { metrics: Arc::clone(self), abandoned: Some(abandoned) }
    }
}

/// A request that has no answer yet. If it is dropped before [`InFlight::answered`], it counts as abandoned.
pub(crate) struct InFlight<F: FnOnce()> {
    metrics: Arc<Metrics>,
    abandoned: Option<F>,
}

impl<F: FnOnce()> InFlight<F> {
    pub(crate) fn answered(mut self, method: &Method, route: &str, status: u16, latency: Duration) {
        self.abandoned = None;
        let method = known(method);
        let route = match route {
            "" => "none",
            page if is_page(page) => PAGES,
            route => route,
        };
        let status = StatusCode::from_u16(status).unwrap_or_default();
        self.metrics.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.metrics.seconds.with_label_values(&[method, route]).observe(latency.as_secs_f64());
    }
}

impl<F: FnOnce()> Drop for InFlight<F> {
    fn drop(&mut self) {
        self.metrics.active.dec();
        if let Some(abandoned) = self.abandoned.take() {
            self.metrics.abandoned.inc();
            abandoned();
        }
    }
}

/// The methods of RFC 9110 and 5789 by name. All others share a label, because clients could otherwise make up labels.
pub(crate) fn known(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|name| method == name).unwrap_or("_OTHER")
}

/// Panics on an invalid name. Names are constants in this file, so any test finds such a mistake.
fn register<C: Collector + Clone + 'static>(registry: &Registry, made: prometheus::Result<C>) -> C {
    let collector = made.expect("a valid name");
    add(registry, Box::new(collector.clone()));
    collector
}

fn add(registry: &Registry, collector: Box<dyn Collector>) {
    registry.register(collector).expect("a name of its own");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_beyond_the_limit_share_a_series() {
        let pool = SearchPool::new(1, 1, 0);
        let metrics = Metrics::new(&[&pool]);
        for key in (0..MAX_KEYS + 2).chain([0]) {
            metrics.count_key(&key.to_string().into());
        }
        let counted = |key| metrics.key_requests.with_label_values(&[key]).get();
        assert_eq!((counted("0"), counted("999"), counted(OTHER_KEYS)), (2, 1, 2));
        assert_eq!(metrics.key_requests.collect()[0].get_metric().len(), MAX_KEYS + 1);
    }
}
