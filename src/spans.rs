//! Spans for traces: the stages of a request, made with `tracing`.
//!
//! Their target is different from the log's, so the log leaves them out. If traces are off, a span costs the load of
//! one atomic number.

use tracing::{Level, Span, debug_span, span_enabled};

/// The target of all spans for traces.
pub(crate) const TARGET: &str = "plyd::spans";

/// The span of a job's wait, and the request's span that it belongs to.
pub(crate) struct Waiting {
    queue: Span,
    part_of: Span,
}

impl Waiting {
    /// Begins the wait for a thread of this pool, within the current request's span. Without such a span, nothing is
    /// recorded.
    pub(crate) fn begin(pool: &str, priority: &str) -> Self {
        if span_enabled!(target: TARGET, Level::DEBUG) {
            let part_of = Span::current();
            if part_of.metadata().is_some_and(|metadata| metadata.target() == TARGET) {
                return Self { queue: debug_span!(target: TARGET, "queue", pool, priority), part_of };
            }
        }
        Self { queue: Span::none(), part_of: Span::none() }
    }

    /// Ends the wait. Returns the span to run the job in.
    pub(crate) fn end(self) -> Span {
        drop(self.queue);
        self.part_of
    }
}
