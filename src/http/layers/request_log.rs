//! Log lines about requests.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, Uri};
use plyd_wire::{MAX_CHARS, shortened};
use tracing::{Level, event};

use crate::http::answers::error::ProblemResponse;
use crate::http::clients::peer::Peer;
use crate::http::paths::is_probe;

/// What a log line says about its request.
pub(crate) struct Subject {
    id: Arc<str>,
    pub(crate) method: Method,
    matched: Option<MatchedPath>,
    uri: Uri,
    client: Option<IpAddr>,
    /// The id of the trace that the request belongs to.
    pub(crate) trace: Option<String>,
    /// The name of the client's key.
    pub(crate) key: Option<Arc<str>>,
}

/// Logs a line: what happened, and then the request's fields. They are not fields of a span, because a JSON line would
/// nest a span's fields.
macro_rules! line {
    ($level:expr, $request:ident, $message:literal $(, $field:ident)*) => {
        event!(
            $level,
            $($field,)*
            id = &*$request.id,
            method = shortened($request.method.as_str(), MAX_CHARS),
            route = $request.route(),
            path = shortened($request.uri.path(), MAX_CHARS),
            trace = $request.trace.as_deref(),
            client = $request.client.map(tracing::field::display),
            key = $request.key.as_deref(),
            $message
        )
    };
}

impl Subject {
    pub(crate) fn of(request: &Request, id: Arc<str>) -> Self {
        Self {
            id,
            method: request.method().clone(),
            matched: request.extensions().get().cloned(),
            uri: request.uri().clone(),
            client: request.extensions().get::<Peer>().map(|peer| peer.address(request.headers()).to_canonical()),
            trace: None,
            key: None,
        }
    }

    /// The template of the path, or an empty text if there is none.
    pub(crate) fn route(&self) -> &str {
        self.matched.as_ref().map_or("", MatchedPath::as_str)
    }

    /// Logs an answered request; probes are logged at debug level only. `unlogged` is the number of refusals that were
    /// not logged.
    pub(crate) fn answered(
        &self,
        status: u16,
        latency: Duration,
        refused: Option<&ProblemResponse>,
        unlogged: Option<u64>,
    ) {
        let elapsed_us = latency.as_micros() as u64;
        let problem = refused.map(|refused| &refused.problem);
        let (code, detail) = problem.map(|problem| (problem.code.name(), &*problem.detail)).unzip();
        if problem.is_none() && is_probe(self.route()) {
            line!(Level::DEBUG, self, "answered", status, elapsed_us);
        } else {
            line!(Level::INFO, self, "answered", status, elapsed_us, code, detail, unlogged);
        }
    }

    pub(crate) fn abandoned(&self) {
        line!(Level::INFO, self, "abandoned by its client");
    }
}
