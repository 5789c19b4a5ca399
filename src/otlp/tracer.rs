//! From spans of `tracing` to those of OpenTelemetry, and into the exporter's queue.

use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{IdGenerator, Sampler, SdkTracerProvider, Span, SpanData, SpanProcessor};
use prometheus::IntCounter;
use tokio::sync::mpsc::Sender;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;

use super::Traces;
use super::ids::Ids;
use crate::spans::TARGET;

/// The process in the words of OpenTelemetry. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` add to it, and win.
pub(super) fn resource() -> Resource {
    let named = Resource::builder().build();
    let has = |name: &'static str| named.get(&name.into());
    let mut own = vec![KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))];
    // The crate's own default.
    if has("service.name").is_none_or(|name| name.as_str().starts_with("unknown_service")) {
        own.push(KeyValue::new("service.name", "plyd"));
    }
    // Without it, the metrics of two replicas would be one series.
    if has("service.instance.id").is_none() {
        own.push(KeyValue::new("service.instance.id", Ids::new().new_trace_id().to_string()));
    }
    Resource::builder().with_attributes(own).build()
}

/// The layer that makes a trace of spans with our target, and queues each as it ends. Of requests that are part of no
/// caller's trace, this share begins one; the others' own callers decide.
pub(super) fn layer(resource: Resource, share: f64, queue: Sender<SpanData>, lost: IntCounter) -> Traces {
    let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share)));
    let provider = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_sampler(sampler)
        .with_id_generator(Ids::new())
        .with_span_processor(Queue { spans: queue, lost })
        .build();
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("plyd"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_level(false)
        .with_tracked_inactivity(false)
        .with_context_activation(false)
        .with_filter(Targets::new().with_target(TARGET, LevelFilter::TRACE))
        .boxed()
}

/// Queues spans that have ended. Never blocks: a span without a place is lost, and counted.
#[derive(Debug)]
struct Queue {
    spans: Sender<SpanData>,
    lost: IntCounter,
}

impl SpanProcessor for Queue {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        if self.spans.try_send(span).is_err() {
            self.lost.inc();
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }
}
