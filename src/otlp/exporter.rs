//! Exports spans of `tracing` to an OTLP receiver, using OpenTelemetry's own crates.

use std::time::Duration;

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry::{Key, KeyValue};
use opentelemetry_http::{HeaderExtractor, HeaderInjector, HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{self, IdGenerator, RandomIdGenerator, Sampler, SdkTracerProvider, SpanData};
use prometheus::core::Collector;
use prometheus::{IntCounterVec, Opts};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tracing::Span;
use tracing::level_filters::LevelFilter;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;

use super::{LAST_EXPORT, Traces};
use crate::spans::TARGET;

/// How long sending a message may take, including retries.
const EXPORT: Duration = Duration::from_secs(10);

/// How many bytes of the receiver's answer are read.
const MAX_ANSWER: usize = 64 << 10;

/// Sends the spans. When dropped, it sends the remaining ones, for at most [`LAST_EXPORT`].
pub(crate) struct Exporter {
    provider: SdkTracerProvider,
    spans: IntCounterVec,
}

impl Exporter {
    /// Starts the SDK's sending thread. The returned layer makes traces of spans. `share` is the share of requests that
    /// are traced; if a request belongs to its caller's trace, the caller decides. Fails if an OpenTelemetry variable
    /// asks for something that this build does not have.
    pub(crate) fn start(endpoint: &str, share: f64) -> Result<(Self, Traces), String> {
        let spans = Opts::new("plyd_otlp_spans_total", "Spans sent to the receiver, or lost.");
        let spans = IntCounterVec::new(spans, &["result"]).expect("a valid name and a valid label");
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("cannot start the runtime for traces: {error}"))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender { client: Client::builder(TokioExecutor::new()).build_http(), runtime })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .with_timeout(EXPORT)
            .build()
            .map_err(|error| format!("cannot send traces: {error}"))?;
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share))))
            .with_batch_exporter(Counted { exporter, spans: spans.clone() })
            .build();
        let layer = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("plyd"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_level(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_filter(Targets::new().with_target(TARGET, LevelFilter::TRACE));
        Ok((Self { provider, spans }, layer.boxed()))
    }

    /// The counter of sent and lost spans, for the metrics.
    pub(crate) fn spans(&self) -> Box<dyn Collector> {
        for result in ["sent", "lost"] {
            self.spans.with_label_values(&[result]);
        }
        Box::new(self.spans.clone())
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // Fails if the receiver takes too long. Then the process ends without sending those spans.
        let _ = self.provider.shutdown_with_timeout(LAST_EXPORT);
    }
}

/// Makes a span part of the trace that its request's headers name, if they name one. Returns the span's own
/// `traceparent`.
pub(crate) fn continue_trace(span: &Span, headers: Option<&HeaderMap>) -> Option<HeaderValue> {
    let propagator = TraceContextPropagator::new();
    if let Some(headers) = headers {
        // Fails only if the span has begun a trace already.
        let _ = span.set_parent(propagator.extract(&HeaderExtractor(headers)));
    }
    let mut own = HeaderMap::new();
    propagator.inject_context(&span.context(), &mut HeaderInjector(&mut own));
    own.remove("traceparent")
}

/// The description of the process, in OpenTelemetry's terms. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`
/// override it.
fn resource() -> Resource {
    let named = Resource::builder().build();
    let own = [
        ("service.name", "plyd".to_owned()),
        ("service.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("service.instance.id", RandomIdGenerator::default().new_trace_id().to_string()),
    ];
    // By default, the SDK calls the service `unknown_service`.
    let is_own = |name: &Key| named.get(name).is_none_or(|value| value.as_str().starts_with("unknown_service"));
    let own = own.map(|(name, value)| KeyValue::new(name, value)).into_iter().filter(|own| is_own(&own.key));
    Resource::builder().with_attributes(own).build()
}

/// Counts the spans that the receiver accepted, and those whose message failed.
#[derive(Debug)]
struct Counted {
    exporter: SpanExporter,
    spans: IntCounterVec,
}

impl trace::SpanExporter for Counted {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let count = batch.len() as u64;
        let sent = self.exporter.export(batch).await;
        self.spans.with_label_values(&[if sent.is_ok() { "sent" } else { "lost" }]).inc_by(count);
        sent
    }

    fn shutdown(&self) -> OTelSdkResult {
        self.exporter.shutdown()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Sends messages over HTTP/1.1. The clients that come with `opentelemetry-otlp` would bring HTTP/2, or reqwest and its
/// dependencies.
#[derive(Debug)]
struct Sender {
    client: Client<HttpConnector, Full<Bytes>>,
    runtime: Runtime,
}

#[async_trait]
impl HttpClient for Sender {
    /// Blocks the SDK's thread, which has nothing else to do.
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        self.runtime.block_on(async {
            let (head, body) = timeout(EXPORT, self.client.request(request.map(Full::new))).await??.into_parts();
            let body = timeout(EXPORT, Limited::new(body, MAX_ANSWER).collect()).await??;
            Ok(Response::from_parts(head, body.to_bytes()))
        })
    }
}
