//! Traces for a receiver of OTLP, OpenTelemetry's protocol, over HTTP.
//!
//! OpenTelemetry's SDK sends them from a thread of its own, behind a bounded queue. A receiver that is dead, slow or hangs
//! loses spans, which are counted, and holds up nothing.

mod endpoint;
#[cfg(feature = "otlp")]
mod exporter;

pub use endpoint::endpoint;
#[cfg(feature = "otlp")]
pub(crate) use exporter::{Exporter, continue_trace};

use std::time::Duration;

use tracing_subscriber::{Layer, Registry};

/// The longest that the last message may take at the end of the process.
pub(crate) const LAST_EXPORT: Duration = Duration::from_secs(1);

/// The layer that makes traces of spans.
pub type Traces = Box<dyn Layer<Registry> + Send + Sync>;
