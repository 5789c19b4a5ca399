//! What the pool tells of itself.

use prometheus::core::Collector;
use prometheus::{Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts};

use super::Shed;

/// Bounds of histograms in seconds, those that OpenTelemetry has for requests and some below: most searches are short.
const SECONDS: &[f64] =
    &[0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// The pool's metrics.
pub struct Meters {
    pub(super) workers: IntGauge,
    pub(super) busy: IntGauge,
    pub(super) waited: Histogram,
    pub(super) ran: Histogram,
    pub(super) panics: IntCounter,
    depth: IntGaugeVec,
    sheds: IntCounterVec,
    cancelled: IntCounterVec,
}

impl Meters {
    /// Those of the pool of this name, as metrics have it.
    pub(super) fn new(pool: &str, workers: usize) -> Self {
        let named = |name: &str| format!("plyd_{pool}_{name}");
        let seconds = |name: &str, help: &str| {
            Histogram::with_opts(HistogramOpts::new(named(name), help).buckets(SECONDS.to_vec())).expect("a valid name")
        };
        let gauge = |name: &str, help: &str| IntGauge::new(named(name), help).expect("a valid name");
        let counters = |name: &str, help: &str, label: &str| {
            IntCounterVec::new(Opts::new(named(name), help), &[label]).expect("a valid name")
        };
        let meters = Self {
            workers: gauge("workers", "Threads."),
            busy: gauge("busy_workers", "Threads that have a job."),
            waited: seconds("queue_wait_seconds", "How long jobs waited for a thread."),
            ran: seconds("run_seconds", "How long jobs ran."),
            panics: IntCounter::new(named("panics_total"), "Jobs that panicked.").expect("a valid name"),
            depth: IntGaugeVec::new(Opts::new(named("queue_depth"), "Jobs that wait for a thread."), &["priority"])
                .expect("a valid name"),
            sheds: counters("shed_total", "Jobs that were refused, by reason.", "reason"),
            cancelled: counters("cancelled_total", "Jobs whose caller went away, by where they were.", "stage"),
        };
        meters.workers.set(workers as i64);
        // Counters of what has not happened yet are there from the start, at zero.
        for reason in Shed::ALL {
            meters.shed(reason, 0);
        }
        for stage in [Stage::Queued, Stage::Running] {
            meters.cancelled(stage, 0);
        }
        meters.depths([0, 0]);
        meters
    }

    pub(super) fn shed(&self, reason: Shed, count: u64) {
        self.sheds.with_label_values(&[reason.name()]).inc_by(count);
    }

    pub(super) fn cancelled(&self, stage: Stage, count: u64) {
        let stage = match stage {
            Stage::Queued => "queued",
            Stage::Running => "running",
        };
        self.cancelled.with_label_values(&[stage]).inc_by(count);
    }

    pub(super) fn depths(&self, [urgent, patient]: [usize; 2]) {
        self.depth.with_label_values(&["urgent"]).set(urgent as i64);
        self.depth.with_label_values(&["patient"]).set(patient as i64);
    }

    /// All of them, to be registered.
    #[must_use]
    pub fn collectors(&self) -> Vec<Box<dyn Collector>> {
        vec![
            Box::new(self.workers.clone()),
            Box::new(self.busy.clone()),
            Box::new(self.waited.clone()),
            Box::new(self.ran.clone()),
            Box::new(self.panics.clone()),
            Box::new(self.depth.clone()),
            Box::new(self.sheds.clone()),
            Box::new(self.cancelled.clone()),
        ]
    }
}

/// Where a job was when its caller went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Queued,
    Running,
}
