//! Sends traces to a receiver of OTLP, OpenTelemetry's protocol, over HTTP.
//!
//! OpenTelemetry's SDK sends them from its own thread, behind a bounded queue. If the receiver is down or slow, spans
//! are dropped and counted, and nothing waits.

mod endpoint;
#[cfg(feature = "otlp")]
mod exporter;

pub use endpoint::endpoint;
#[cfg(feature = "otlp")]
pub(crate) use exporter::{Exporter, continue_trace};

use std::time::Duration;

use tracing_subscriber::{Layer, Registry};

/// How long sending the last message may take when the process ends.
pub(crate) const LAST_EXPORT: Duration = Duration::from_secs(1);

/// The layer that makes traces of spans.
pub type Traces = Box<dyn Layer<Registry> + Send + Sync>;
