//! The thread that sends traces and metrics.

use std::io;
use std::sync::mpsc::{self as std_mpsc, Receiver as StdReceiver};
use std::thread;
use std::time::{Duration, SystemTime};

use hyper::body::Bytes;
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceResponse;
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_proto::transform::trace::tonic::group_spans_by_resource_and_scope;
use opentelemetry_sdk::trace::SpanData;
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{IntCounter, IntCounterVec, Opts};
use prost::Message;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::{info, warn};

use super::client::{Client, Failure};
use super::metrics::{Times, message, nanoseconds};
use super::{Endpoint, LAST_EXPORT, Traces, tracer};

/// Spans that may wait to be sent. With their attributes they take up to 2 KiB each.
const QUEUE: usize = 2048;

/// Spans of one message.
const BATCH: usize = 512;

/// The longest that an ended span waits for others.
const SPANS_EVERY: Duration = Duration::from_secs(1);

/// Metrics are sent this often, and at the end.
const METRICS_EVERY: Duration = Duration::from_secs(15);

/// Pauses before a message is tried again. Meanwhile, spans gather in the queue.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(3)];

/// Reads all metrics.
type Gather = Box<dyn Fn() -> Vec<MetricFamily> + Send>;

/// The exporter. Dropping it sends what is left, for at most [`LAST_EXPORT`].
pub(crate) struct Exporter {
    spans: IntCounterVec,
    exports: IntCounterVec,
    gather: Option<oneshot::Sender<Gather>>,
    stop: watch::Sender<bool>,
    ended: StdReceiver<()>,
}

impl Exporter {
    /// Starts the thread. The layer makes traces of spans, of this share of the requests that begin one.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn start(endpoint: &Endpoint, share: f64) -> io::Result<(Self, Traces)> {
        let counters = |name, help, labels: &[&str]| {
            IntCounterVec::new(Opts::new(name, help), labels).expect("a valid name and valid labels")
        };
        let spans = counters("plyd_otlp_spans_total", "Spans that were sent to the receiver, or lost.", &["result"]);
        let exports = counters(
            "plyd_otlp_exports_total",
            "Messages to the receiver, by what came of them.",
            &["signal", "result"],
        );
        let [sent, lost] = ["sent", "lost"].map(|result| spans.with_label_values(&[result]));
        let (queue, queued) = mpsc::channel(QUEUE);
        let (stop, stopping) = watch::channel(false);
        let (gather, gathering) = oneshot::channel();
        let (end, ended) = std_mpsc::channel();
        let resource = tracer::resource();
        let attributes = ResourceAttributesWithSchema::from(&resource);
        let sender = |signal| Sender {
            client: Client::new(endpoint.clone()),
            signal,
            ok: exports.with_label_values(&[signal, "ok"]),
            failed: exports.with_label_values(&[signal, "failed"]),
            is_failing: false,
        };
        let traces = SpanSender { sender: sender("traces"), queued, attributes, sent, lost: lost.clone() };
        let metrics = MetricSender {
            sender: sender("metrics"),
            resource: Resource {
                attributes: ResourceAttributesWithSchema::from(&resource).attributes.0,
                ..Resource::default()
            },
            start: nanoseconds(SystemTime::now()),
        };
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let run = async move {
            tokio::join!(traces.run(stopping.clone()), metrics.run(gathering, stopping));
            // Fails if nobody waits any longer.
            let _ = end.send(());
        };
        thread::Builder::new().name("otlp".to_owned()).spawn(move || runtime.block_on(run))?;
        let layer = tracer::layer(resource, share, queue, lost);
        Ok((Self { spans, exports, gather: Some(gather), stop, ended }, layer))
    }

    /// The counters of what was sent and lost, for the metrics.
    pub(crate) fn collectors(&self) -> [Box<dyn Collector>; 2] {
        [Box::new(self.spans.clone()), Box::new(self.exports.clone())]
    }

    /// Sends metrics from now on.
    pub(crate) fn send_metrics(&mut self, gather: impl Fn() -> Vec<MetricFamily> + Send + 'static) {
        if let Some(sender) = self.gather.take() {
            // Fails if the thread has ended.
            let _ = sender.send(Box::new(gather));
        }
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        let _ = self.ended.recv_timeout(LAST_EXPORT);
    }
}

/// Sends messages of one signal, each until it arrives or is given up.
struct Sender {
    client: Client,
    signal: &'static str,
    ok: IntCounter,
    failed: IntCounter,
    is_failing: bool,
}

impl Sender {
    /// Returns the answer; `None` if the message is lost. The log has the first loss, and the end of losses.
    async fn send<A: Message + Default>(&mut self, message: &impl Message) -> Option<A> {
        let (message, path) = (Bytes::from(message.encode_to_vec()), format!("/v1/{}", self.signal));
        let mut pauses = PAUSES.iter();
        let failure = loop {
            match self.client.post(&path, message.clone()).await {
                Ok(answer) => {
                    self.ok.inc();
                    if std::mem::take(&mut self.is_failing) {
                        info!(signal = self.signal, "the receiver of OTLP takes messages again");
                    }
                    return Some(answer);
                }
                Err(Failure { reason, retryable }) => match pauses.next().filter(|_| retryable) {
                    // While it fails, it is not asked more often.
                    Some(pause) if !self.is_failing => sleep(*pause).await,
                    _ => break reason,
                },
            }
        };
        self.failed.inc();
        if !std::mem::replace(&mut self.is_failing, true) {
            warn!(signal = self.signal, reason = failure, "the receiver of OTLP takes no messages");
        }
        None
    }
}

struct SpanSender {
    sender: Sender,
    queued: mpsc::Receiver<SpanData>,
    attributes: ResourceAttributesWithSchema,
    sent: IntCounter,
    lost: IntCounter,
}

impl SpanSender {
    async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut every = interval(SPANS_EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let room = BATCH - batch.len();
            let (is_due, is_last) = tokio::select! {
                taken = self.queued.recv_many(&mut batch, room) => (batch.len() == BATCH, taken == 0),
                _ = every.tick() => (true, false),
                _ = stopping.changed() => (true, true),
            };
            if is_due {
                self.send(&mut batch).await;
            }
            if is_last {
                break;
            }
        }
        while let Ok(span) = self.queued.try_recv() {
            batch.push(span);
            if batch.len() == BATCH {
                self.send(&mut batch).await;
            }
        }
        self.send(&mut batch).await;
    }

    async fn send(&mut self, batch: &mut Vec<SpanData>) {
        if batch.is_empty() {
            return;
        }
        let count = batch.len() as u64;
        let spans = std::mem::replace(batch, Vec::with_capacity(BATCH));
        let resource_spans = group_spans_by_resource_and_scope(spans, &self.attributes);
        let answer: Option<ExportTraceServiceResponse> =
            self.sender.send(&ExportTraceServiceRequest { resource_spans }).await;
        let rejected = answer.map(|answer| answer.partial_success.map_or(0, |partial| partial.rejected_spans));
        let lost = rejected.map_or(count, |rejected| u64::try_from(rejected).unwrap_or(0).min(count));
        self.lost.inc_by(lost);
        self.sent.inc_by(count - lost);
    }
}

struct MetricSender {
    sender: Sender,
    resource: Resource,
    start: u64,
}

impl MetricSender {
    async fn run(mut self, gathering: oneshot::Receiver<Gather>, mut stopping: watch::Receiver<bool>) {
        // Dropped if the process ends before it serves.
        let Ok(gather) = gathering.await else { return };
        let mut every = interval(METRICS_EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let is_last = tokio::select! {
                _ = every.tick() => false,
                _ = stopping.changed() => true,
            };
            let times = Times { start: self.start, now: nanoseconds(SystemTime::now()) };
            let message = message(&gather(), self.resource.clone(), times);
            let _: Option<ExportMetricsServiceResponse> = self.sender.send(&message).await;
            if is_last {
                break;
            }
        }
    }
}
