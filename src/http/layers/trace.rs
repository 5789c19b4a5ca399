//! Spans of requests for traces, named after OpenTelemetry's semantic conventions for HTTP servers.
//!
//! A request's span contains the spans of its stages: `receive` (the body), `read`, `queue`, `search` and `write`.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use http_body::Body as _;
use http_body_util::BodyExt;
use plyd_wire::{MAX_CHARS, shortened};
use tracing::field::Empty;
use tracing::{Span, info_span};

use crate::http::answers::error::ProblemResponse;
use crate::http::paths::is_probe;
use crate::http::state::metrics::known;
use crate::spans::TARGET;

pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The trace that the request's `traceparent` names (W3C Trace Context, 3.2). `None` if the header is missing, invalid
/// or repeated.
pub(crate) fn of(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(TRACEPARENT).iter();
    let (parent, None) = (values.next()?.to_str().ok()?, values.next()) else { return None };
    let mut parts = parent.split('-');
    let ids = [2, 32, 16, 2].map(|digits| parts.next().filter(|id| id.len() == digits).unwrap_or_default());
    let is_hex = |id: &&str| !id.is_empty() && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let [version, trace, span, _] = ids;
    let is_known = version != "ff" && (version != "00" || parts.next().is_none());
    let is_named = [trace, span].iter().all(|id| id.bytes().any(|digit| digit != b'0'));
    (ids.iter().all(is_hex) && is_known && is_named).then_some(trace)
}

/// The trace id of a valid `traceparent`.
pub(crate) fn id(traceparent: &HeaderValue) -> Option<&str> {
    traceparent.to_str().ok()?.split('-').nth(1)
}

/// The span of a request. It is disabled if traces are off. Probes have no span.
pub(crate) fn request_span(request: &Request, route: &str, id: &str) -> Span {
    if is_probe(route) {
        return Span::none();
    }
    let method = known(request.method());
    info_span!(
        target: TARGET,
        "request",
        otel.name = format!("{method} {route}").trim_end(),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = (!route.is_empty()).then_some(route),
        url.path = shortened(request.uri().path(), MAX_CHARS),
        http.response.status_code = Empty,
        error.type = Empty,
        request_id = id,
        key = Empty,
    )
}

/// If the request's headers name a valid trace, makes the span part of it. Returns the span's own `traceparent`.
pub(crate) fn continued(span: &Span, headers: &HeaderMap) -> Option<HeaderValue> {
    let is_part = of(headers).is_some();
    #[cfg(feature = "otlp")]
    return if span.is_disabled() { None } else { crate::otlp::continue_trace(span, is_part.then_some(headers)) };
    #[cfg(not(feature = "otlp"))]
    return (is_part && !span.is_disabled()).then_some(None)?;
}

/// Records the answer in its request's span, which ends with the answer's last byte.
pub(crate) fn answered(span: Span, response: Response, refused: Option<&ProblemResponse>) -> Response {
    if span.is_disabled() {
        return response;
    }
    let status = response.status();
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if let Some(refused) = refused {
        span.record("error.type", refused.problem.code.name());
    }
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    let bytes = response.body().size_hint().exact().map(|bytes| bytes as i64);
    let write = info_span!(target: TARGET, parent: &span, "write", bytes);
    let writing = Writing { write, request: span };
    response.map(|body| Body::new(body.inspect_frame(move |_| _ = &writing)))
}

/// The spans of an answer that is being sent. They end when the connection has taken the whole answer, or is closed.
struct Writing {
    write: Span,
    request: Span,
}

impl Drop for Writing {
    fn drop(&mut self) {
        drop(std::mem::replace(&mut self.write, Span::none()));
        // A span that was entered ends at the time when it was last exited, so it is entered and exited once more.
        self.request.in_scope(|| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_taken_from_a_valid_header_only() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        const SPAN: &str = "00f067aa0ba902b7";
        let header = |text: &str| HeaderMap::from_iter([(TRACEPARENT, text.parse().unwrap())]);
        for (text, is_valid) in [
            (format!("00-{TRACE}-{SPAN}-01"), true),
            (format!("00-{TRACE}-{SPAN}-00"), true),
            (format!("42-{TRACE}-{SPAN}-03-more"), true),
            (format!("00-{TRACE}-{SPAN}-01-more"), false),
            (format!("ff-{TRACE}-{SPAN}-01"), false),
            (format!("00-{}-{SPAN}-01", TRACE.to_uppercase()), false),
            (format!("00-{}-{SPAN}-01", "0".repeat(32)), false),
            (format!("00-{TRACE}-{}-01", "0".repeat(16)), false),
            (format!("00-{TRACE}-{SPAN}"), false),
            (format!("00-{TRACE}x-{SPAN}-01"), false),
            (String::new(), false),
        ] {
            assert_eq!(of(&header(&text)), is_valid.then_some(TRACE), "{text}");
        }
        let mut twice = header(&format!("00-{TRACE}-{SPAN}-01"));
        twice.append(TRACEPARENT, "x".parse().unwrap());
        assert_eq!(of(&twice), None);
    }
}
