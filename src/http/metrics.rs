//! Prometheus metrics. Labels have few values: routes are templates, never paths.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use plyd_connection_guard::Reason;
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};
use tracing::{Span, info};

use super::page::is_page;
#[cfg(target_os = "linux")]
use super::process::ProcessMetrics;
use crate::games::review::Judgement;
use crate::memory_budget::MemoryBudget;
use crate::pool::SearchPool;
use crate::wire::{PreparedReview, SearchReport};

/// Bounds of the histogram in seconds: those of OpenTelemetry's semantic conventions for HTTP servers, and two for batches.
const SECONDS: &[f64] = &[0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 30.0, 60.0];

/// The route of all files of the pages.
const PAGES: &str = "/{page}";

/// The registry, and all collectors outside of the pools.
pub(super) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: HistogramVec,
    active: IntGauge,
    abandoned: IntCounter,
    pub(super) panics: IntCounter,
    searches: IntCounterVec,
    nodes: IntCounterVec,
    pub(super) connections: IntGauge,
    pub(super) accepted: IntCounter,
    pub(super) accept_errors: IntCounter,
    pub(super) overflow: IntCounter,
    refused: IntCounterVec,
}

impl Metrics {
    pub(super) fn new(pools: [&SearchPool; 2]) -> Self {
        let registry = Registry::new();
        let refused = register(
            &registry,
            IntCounterVec::new(
                Opts::new("plyd_connections_refused_total", "Connections closed for what they did, by reason."),
                &["reason"],
            ),
        );
        let counters =
            |name, help, labels: &[&str]| register(&registry, IntCounterVec::new(Opts::new(name, help), labels));
        let counter = |name, help| register(&registry, IntCounter::new(name, help));
        let gauge = |name, help| register(&registry, IntGauge::new(name, help));
        let seconds =
            HistogramOpts::new("http_server_request_duration_seconds", "Time from a request's head to its answer's.");
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
            active: gauge("http_server_active_requests", "Requests whose answer has not begun."),
            abandoned: counter(
                "http_server_abandoned_requests_total",
                "Requests whose client went away before the answer.",
            ),
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
            overflow: counter(
                "plyd_connections_overflow_total",
                "Connections above the limit, which were served probes only.",
            ),
            refused,
            registry,
        };
        for reason in Reason::ALL {
            metrics.refused(reason);
        }
        register_build_info(&metrics.registry);
        for collector in pools.into_iter().flat_map(|pool| pool.metrics().collectors()) {
            add(&metrics.registry, collector);
        }
        #[cfg(target_os = "linux")]
        add(&metrics.registry, Box::new(ProcessMetrics::new()));
        metrics
    }

    /// Connections closed for a reason.
    pub(super) fn refused(&self, reason: Reason) -> IntCounter {
        self.refused.with_label_values(&[match reason {
            Reason::SlowHead => "slow_head",
            Reason::SlowReader => "slow_reader",
            Reason::Idle => "idle",
            Reason::Malformed => "malformed",
            Reason::NoMemory => "no_memory",
            Reason::Pipelined => "pipelined",
            Reason::ControlFrames => "control_frames",
        }])
    }

    /// Registers a collector of another part of the process.
    pub(super) fn register(&self, collector: Box<dyn Collector>) {
        add(&self.registry, collector);
    }

    /// All metrics, with those of the memory budget.
    pub(super) fn gather(&self, memory: &MemoryBudget) -> Vec<MetricFamily> {
        [self.registry.gather(), memory.collect()].concat()
    }

    pub(super) fn searched(&self, report: &SearchReport) {
        self.count(report.game(), report.algorithm(), report.stopped_by(), report.nodes_and_quiescence());
    }

    /// Counts the search of a ply.
    pub(super) fn judged(&self, review: &PreparedReview, judged: &Judgement) {
        self.count(review.game().id, review.algorithm(), judged.stopped_by.name(), judged.nodes);
    }

    fn count(&self, game: &str, algorithm: &str, stopped_by: &str, nodes: u64) {
        self.searches.with_label_values(&[game, algorithm, stopped_by]).inc();
        self.nodes.with_label_values(&[game]).inc_by(nodes);
    }

    /// Counts a new request. Its log lines carry the first span; the second one is that of its trace.
    pub(super) fn begin(self: &Arc<Self>, span: Span, traced: Span) -> InFlight {
        self.active.inc();
        InFlight { metrics: Arc::clone(self), span, traced, answered: false }
    }
}

fn register_build_info(registry: &Registry) {
    let build = Opts::new("plyd_build_info", "Always 1; version and build are in the labels.");
    let build = register(registry, IntGaugeVec::new(build, &["version", "build"]));
    build.with_label_values(&[env!("CARGO_PKG_VERSION"), plyd_wire::BUILD]).set(1);
}

/// A request without an answer. Dropped before [`InFlight::answered`], it counts as abandoned.
pub(super) struct InFlight {
    metrics: Arc<Metrics>,
    span: Span,
    traced: Span,
    answered: bool,
}

impl InFlight {
    pub(super) fn answered(mut self, method: &Method, route: &str, status: u16, latency: Duration) {
        self.answered = true;
        let method = known(method);
        let route = match route {
            "" => "none",
            page if is_page(page) => PAGES,
            route => route,
        };
        let mut digits = [0; 3];
        self.metrics.requests.with_label_values(&[method, route, three_digits(status, &mut digits)]).inc();
        self.metrics.seconds.with_label_values(&[method, route]).observe(latency.as_secs_f64());
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.metrics.active.dec();
        if !self.answered {
            self.metrics.abandoned.inc();
            self.span.in_scope(|| info!("abandoned by its client"));
            self.traced.record("error.type", "abandoned");
        }
    }
}

/// The methods of RFC 9110 and 5789 by name. All others share a label, or clients could make up labels.
pub(super) fn known(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];
    KNOWN.into_iter().find(|name| method == name).unwrap_or("_OTHER")
}

fn three_digits(status: u16, digits: &mut [u8; 3]) -> &str {
    *digits = [status / 100, status / 10 % 10, status % 10].map(|digit| b'0' + digit as u8);
    std::str::from_utf8(digits).unwrap_or_default()
}

/// Panics on an invalid name. Names are constants of this file, so any test finds that.
fn register<C: Collector + Clone + 'static>(registry: &Registry, made: prometheus::Result<C>) -> C {
    let collector = made.expect("a valid name");
    add(registry, Box::new(collector.clone()));
    collector
}

fn add(registry: &Registry, collector: Box<dyn Collector>) {
    registry.register(collector).expect("a name of its own");
}
