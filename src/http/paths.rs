//! Paths that are treated differently from others.

use super::page;

pub(super) const BATCH: &str = "/v1/batch";
pub(super) const BATCH_STREAM: &str = "/v1/batch/stream";
pub(super) const RECORD: &str = "/v1/games/{game}/record";
pub(super) const RECORD_WRITE: &str = "/v1/games/{game}/record/write";
pub(super) const REVIEW: &str = "/v1/games/{game}/review";
pub(super) const REVIEW_STREAM: &str = "/v1/games/{game}/review/stream";

/// The paths that the listener for probes serves. Their requests are logged at debug level only.
pub(super) fn is_probe(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz" | "/metrics")
}

/// Whether all clients share the same answer of a route, so that no memory is needed for each client.
pub(super) fn is_shared(route: &str) -> bool {
    route.starts_with("/openapi") || page::is_page(route)
}
