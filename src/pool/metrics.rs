//! Metrics of a pool.

use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts};

use super::error::ShedReason;
use super::job::Priority;

/// Bucket limits of histograms in seconds: OpenTelemetry's for requests, and smaller ones, because most searches are
/// short.
const SECONDS: &[f64] =
    &[0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// The collectors of one pool.
pub struct Metrics {
    workers: IntGauge,
    pub(super) busy: IntGauge,
    /// Only searches have helpers.
    pub(super) helping: IntGauge,
    has_helpers: bool,
    waited: HistogramVec,
    pub(super) ran: Histogram,
    pub(super) panics: IntCounter,
    depth: IntGaugeVec,
    sheds: IntCounterVec,
    cancelled: IntCounterVec,
}

impl Metrics {
    /// Makes the collectors. Their names begin with `plyd_{pool}_`.
    pub(super) fn new(pool: &str, workers: usize) -> Self {
        const VALID: &str = "a valid name";
        let named = |name: &str, help: &str| Opts::new(format!("plyd_{pool}_{name}"), help);
        let gauge = |name, help| IntGauge::with_opts(named(name, help)).expect(VALID);
        let counters = |name, help, label| IntCounterVec::new(named(name, help), &[label]).expect(VALID);
        let seconds = |name, help| HistogramOpts::from(named(name, help)).buckets(SECONDS.to_vec());
        let waited = seconds("queue_wait_seconds", "How long jobs waited for a thread.");
        let metrics = Self {
            workers: gauge("workers", "Threads."),
            busy: gauge("busy_workers", "Threads that have a job."),
            helping: gauge("helping_workers", "Threads that help with another thread's search."),
            has_helpers: pool == "pool",
            waited: HistogramVec::new(waited, &["priority"]).expect(VALID),
            ran: Histogram::with_opts(seconds("run_seconds", "How long jobs ran.")).expect(VALID),
            panics: IntCounter::with_opts(named("panics_total", "Jobs that panicked.")).expect(VALID),
            depth: IntGaugeVec::new(named("queue_depth", "Jobs that wait for a thread."), &["priority"]).expect(VALID),
            sheds: counters("shed_total", "Jobs that were refused, by reason.", "reason"),
            cancelled: counters("cancelled_total", "Jobs whose caller disconnected, by stage.", "stage"),
        };
        metrics.workers.set(workers as i64);
        // Prometheus needs to see a counter at zero before its first event.
        ShedReason::ALL.into_iter().for_each(|reason| metrics.shed(reason, 0));
        for stage in ["queued", "running"] {
            metrics.cancelled.with_label_values(&[stage]);
        }
        for priority in Priority::ALL {
            metrics.set_depth(priority, 0);
            metrics.waited.with_label_values(&[priority.name()]);
        }
        metrics
    }

    pub(super) fn shed(&self, reason: ShedReason, count: u64) {
        self.sheds.with_label_values(&[reason.name()]).inc_by(count);
    }

    pub(super) fn cancelled(&self, stage: &str) {
        self.cancelled.with_label_values(&[stage]).inc();
    }

    pub(super) fn waited(&self, priority: Priority, time: Duration) {
        self.waited.with_label_values(&[priority.name()]).observe(time.as_secs_f64());
    }

    pub(super) fn set_depth(&self, priority: Priority, jobs: usize) {
        self.depth.with_label_values(&[priority.name()]).set(jobs as i64);
    }

    /// The collectors, to be registered.
    #[must_use]
    pub fn collectors(&self) -> Vec<Box<dyn Collector>> {
        let mut all: Vec<Box<dyn Collector>> = vec![
            Box::new(self.workers.clone()),
            Box::new(self.busy.clone()),
            Box::new(self.waited.clone()),
            Box::new(self.ran.clone()),
            Box::new(self.panics.clone()),
            Box::new(self.depth.clone()),
            Box::new(self.sheds.clone()),
            Box::new(self.cancelled.clone()),
        ];
        if self.has_helpers {
            all.push(Box::new(self.helping.clone()));
        }
        all
    }
}
