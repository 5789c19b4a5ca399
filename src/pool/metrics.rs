//! Metrics of a pool.

use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts};

use super::ShedReason;
use super::queue::Priority;

/// Bounds of histograms in seconds: those of OpenTelemetry for requests, and smaller ones, since most searches are short.
const SECONDS: &[f64] =
    &[0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// The collectors of one pool.
pub struct Metrics {
    pub(super) workers: IntGauge,
    pub(super) busy: IntGauge,
    pub(super) helping: IntGauge,
    waited: HistogramVec,
    pub(super) ran: Histogram,
    pub(super) panics: IntCounter,
    depth: IntGaugeVec,
    sheds: IntCounterVec,
    /// Whether its workers help each other.
    has_helpers: bool,
    cancelled: IntCounterVec,
}

impl Metrics {
    /// Metrics are named `plyd_{pool}_…`.
    pub(super) fn new(pool: &str, workers: usize) -> Self {
        let named = |name: &str| format!("plyd_{pool}_{name}");
        let seconds = |name: &str, help: &str| HistogramOpts::new(named(name), help).buckets(SECONDS.to_vec());
        let gauge = |name: &str, help: &str| IntGauge::new(named(name), help).expect("a valid name");
        let counters = |name: &str, help: &str, label: &str| {
            IntCounterVec::new(Opts::new(named(name), help), &[label]).expect("a valid name")
        };
        let metrics = Self {
            workers: gauge("workers", "Threads."),
            busy: gauge("busy_workers", "Threads that have a job."),
            helping: gauge("helping_workers", "Threads that help with the search of another one."),
            waited: HistogramVec::new(
                seconds("queue_wait_seconds", "How long jobs waited for a thread."),
                &["priority"],
            )
            .expect("a valid name"),
            ran: Histogram::with_opts(seconds("run_seconds", "How long jobs ran.")).expect("a valid name"),
            panics: IntCounter::new(named("panics_total"), "Jobs that panicked.").expect("a valid name"),
            depth: IntGaugeVec::new(Opts::new(named("queue_depth"), "Jobs that wait for a thread."), &["priority"])
                .expect("a valid name"),
            has_helpers: pool == "pool",
            sheds: counters("shed_total", "Jobs that were refused, by reason.", "reason"),
            cancelled: counters("cancelled_total", "Jobs whose caller went away, by where they were.", "stage"),
        };
        metrics.workers.set(workers as i64);
        // Prometheus needs a counter at zero before its first event.
        for reason in ShedReason::ALL {
            metrics.shed(reason, 0);
        }
        for stage in [Stage::Queued, Stage::Running] {
            metrics.cancelled(stage, 0);
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

    pub(super) fn cancelled(&self, stage: Stage, count: u64) {
        let stage = match stage {
            Stage::Queued => "queued",
            Stage::Running => "running",
        };
        self.cancelled.with_label_values(&[stage]).inc_by(count);
    }

    pub(super) fn waited(&self, priority: Priority, time: Duration) {
        self.waited.with_label_values(&[priority.name()]).observe(time.as_secs_f64());
    }

    pub(super) fn set_depth(&self, priority: Priority, jobs: usize) {
        self.depth.with_label_values(&[priority.name()]).set(jobs as i64);
    }

    /// The collectors, for a registry.
    #[must_use]
    pub fn collectors(&self) -> Vec<Box<dyn Collector>> {
        let helping = self.has_helpers.then(|| -> Box<dyn Collector> { Box::new(self.helping.clone()) });
        let all: Vec<Box<dyn Collector>> = vec![
            Box::new(self.workers.clone()),
            Box::new(self.busy.clone()),
            Box::new(self.waited.clone()),
            Box::new(self.ran.clone()),
            Box::new(self.panics.clone()),
            Box::new(self.depth.clone()),
            Box::new(self.sheds.clone()),
            Box::new(self.cancelled.clone()),
        ];
        all.into_iter().chain(helping).collect()
    }
}

/// The stage of a job when its caller disconnected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Queued,
    Running,
}
