//! The way of a trace through this process: in by a caller's `traceparent`, out by that of a span.

use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Characters of a `tracestate` that is kept: as many as W3C Trace Context asks for at least.
const MAX_STATE: usize = 512;

/// Puts a span into the trace of a caller. The ids and flags are hexadecimal digits; a state that is too long or not valid
/// is left out.
pub(crate) fn set_parent(span: &Span, trace: &str, caller: &str, flags: &str, state: &str) {
    let (Ok(trace), Ok(caller)) = (TraceId::from_hex(trace), SpanId::from_hex(caller)) else { return };
    // Of the flags, only this one has a meaning in version 00.
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).unwrap_or_default()) & TraceFlags::SAMPLED;
    let state: TraceState =
        if state.len() <= MAX_STATE { state.parse().unwrap_or_default() } else { TraceState::default() };
    let parent = SpanContext::new(trace, caller, flags, true, state);
    // Fails only for a span that has begun a trace already.
    let _ = span.set_parent(Context::new().with_remote_span_context(parent));
}

/// The `traceparent` of a span.
pub(crate) fn traceparent(span: &Span) -> Option<String> {
    let context = span.context();
    let span = context.span();
    let own = span.span_context();
    let sampled = own.trace_flags() & TraceFlags::SAMPLED;
    own.is_valid().then(|| format!("00-{}-{}-{:02x}", own.trace_id(), own.span_id(), sampled))
}
