//! Traces and metrics for a receiver of OTLP, OpenTelemetry's protocol, over HTTP.
//!
//! Everything is sent by one thread of its own, behind a bounded queue. A receiver that is dead, slow or hangs loses
//! spans, which are counted, and holds up nothing.

#[cfg(feature = "otlp")]
mod client;
mod endpoint;
#[cfg(feature = "otlp")]
mod exporter;
#[cfg(feature = "otlp")]
mod ids;
#[cfg(feature = "otlp")]
mod metrics;
#[cfg(feature = "otlp")]
mod parent;
#[cfg(feature = "otlp")]
mod tracer;

pub use endpoint::Endpoint;
#[cfg(feature = "otlp")]
pub(crate) use exporter::Exporter;
#[cfg(feature = "otlp")]
pub(crate) use parent::{set_parent, traceparent};

use std::time::Duration;

use tracing_subscriber::{Layer, Registry};

/// The longest that the last messages may take at the end of the process.
pub(crate) const LAST_EXPORT: Duration = Duration::from_secs(1);

/// The layer that makes traces of spans.
pub type Traces = Box<dyn Layer<Registry> + Send + Sync>;
