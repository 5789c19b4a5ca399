//! The spans of a request for traces, by the names of OpenTelemetry's semantic conventions for HTTP servers.
//!
//! A request's span has those of its stages: `receive` (the body), `read`, `queue`, `search` and `write`.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::response::Response;
use http_body::{Frame, SizeHint};
use tracing::field::Empty;
use tracing::{Span, info_span};

use super::error::Problem;
use super::metrics::{Metrics, known};
use super::routes::is_probe;
use super::traceparent::TraceParent;
use crate::search::{Engine, Stop};
use crate::spans::TARGET;
use crate::wire::{PreparedSearch, ProgressReport, SearchReport};
use plyd_wire::shortened;

/// The span of a request, disabled where nothing receives traces.
pub(super) struct RequestSpan {
    span: Span,
    traceparent: Option<HeaderValue>,
}

impl RequestSpan {
    /// Begins the span of a request, as a part of the caller's trace if the request names one. Probes have none.
    pub(super) fn begin(request: &Request, route: &str, id: &str, parent: Option<TraceParent<'_>>) -> Self {
        if is_probe(route) {
            return Self { span: Span::none(), traceparent: None };
        }
        let method = known(request.method());
        let span = info_span!(
            target: TARGET,
            "request",
            otel.name = format!("{method} {route}").trim_end(),
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = method,
            http.route = (!route.is_empty()).then_some(route),
            url.path = shortened(request.uri().path()),
            http.response.status_code = Empty,
            error.type = Empty,
            request_id = id,
            key = Empty,
        );
        #[cfg(feature = "otlp")]
        let traceparent = if span.is_disabled() { None } else { continued(&span, request, parent) };
        #[cfg(not(feature = "otlp"))]
        let traceparent = parent.and(None);
        Self { span, traceparent }
    }

    pub(super) const fn span(&self) -> &Span {
        &self.span
    }

    /// The `traceparent` of this span, for the answer.
    pub(super) const fn traceparent(&self) -> Option<&HeaderValue> {
        self.traceparent.as_ref()
    }

    /// The id of the trace.
    pub(super) fn trace(&self) -> Option<&str> {
        self.traceparent()?.to_str().ok()?.split('-').nth(1)
    }

    /// Ends the span with the last byte of the answer.
    pub(super) fn answered(self, response: Response, problem: Option<&Problem>) -> Response {
        if self.span.is_disabled() {
            return response;
        }
        let status = response.status();
        self.span.record("http.response.status_code", i64::from(status.as_u16()));
        if let Some(problem) = problem {
            self.span.record("error.type", problem.summary().0);
        }
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
        let write = info_span!(target: TARGET, parent: &self.span, "write", bytes = Empty);
        response.map(|body| Body::new(TracedBody { body, bytes: 0, write, request: self.span }))
    }
}

/// Puts a span into the trace that the request names, and returns its own `traceparent`.
#[cfg(feature = "otlp")]
fn continued(span: &Span, request: &Request, parent: Option<TraceParent<'_>>) -> Option<HeaderValue> {
    if let Some(TraceParent { trace, span: caller, flags }) = parent {
        let states = request.headers().get_all("tracestate").iter().filter_map(|state| state.to_str().ok());
        let states: Vec<&str> = states.collect();
        crate::otlp::set_parent(span, trace, caller, flags, &states.join(","));
    }
    HeaderValue::from_str(&crate::otlp::traceparent(span)?).ok()
}

/// Runs a search in a span of its own, and counts it.
pub(super) fn search(
    prepared: PreparedSearch,
    (engine, stop, queued): (&mut Engine, &Stop, Duration),
    on_progress: Option<&mut dyn FnMut(ProgressReport)>,
    metrics: &Metrics,
) -> SearchReport {
    let span = search_span();
    let report = span.in_scope(|| prepared.run(engine, stop, queued, on_progress));
    metrics.searched(&report);
    let (depth, nodes) = (report.depth(), report.nodes_and_quiescence());
    record_search(&span, report.game(), report.algorithm(), depth, nodes, report.stopped_by());
    report
}

/// The span of a search, whose attributes are recorded at its end.
pub(super) fn search_span() -> Span {
    info_span!(
        target: TARGET,
        "search",
        game = Empty,
        algorithm = Empty,
        depth = Empty,
        nodes = Empty,
        stopped_by = Empty,
    )
}

/// Records what a search was.
pub(super) fn record_search(span: &Span, game: &str, algorithm: &str, depth: u32, nodes: u64, stopped_by: &str) {
    if !span.is_disabled() {
        span.record("game", game).record("algorithm", algorithm).record("stopped_by", stopped_by);
        span.record("depth", i64::from(depth)).record("nodes", nodes as i64);
    }
}

/// The body of an answer. Its span ends when the connection has taken all of it, or is closed.
struct TracedBody {
    body: Body,
    bytes: usize,
    write: Span,
    request: Span,
}

impl http_body::Body for TracedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(data)) = frame.as_ref().map(|frame| frame.as_ref().map(Frame::data_ref)) {
            self.bytes += data.map_or(0, Bytes::len);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for TracedBody {
    fn drop(&mut self) {
        self.write.record("bytes", self.bytes as i64);
        // A span that was entered ends where it was left last.
        self.write.in_scope(|| ());
        self.request.in_scope(|| ());
    }
}
