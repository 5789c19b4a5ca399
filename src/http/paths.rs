//! Paths that are treated differently from others.

use plyd_operations::Operation;
use plyd_wire::Caps;

use crate::http::page;

pub(super) const BATCH_STREAM: &str = "/v1/batch/stream";
/// The path of the operation that is about no game of the catalogue.
pub(super) const RULES_CHECK: &str = "/v1/rules/check";
pub(super) const RECORD: &str = "/v1/games/{game}/record";

/// The paths that the listener for probes serves. Their requests are logged at debug level only.
pub(super) fn is_probe(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz" | "/metrics")
}

/// Whether all clients share the same answer of a route, so that no memory is needed for each client.
pub(super) fn is_shared(route: &str) -> bool {
    route.starts_with("/openapi") || page::is_page(route)
}

/// The largest body in bytes that a route reads, on a server with this limit for ordinary requests.
pub(super) fn max_body_of(route: &str, max_body_bytes: usize) -> usize {
    if route.starts_with("/v1/batch") {
        return Caps::MAX_BATCH_BYTES;
    }
    let name = route.strip_prefix("/v1/games/{game}/").unwrap_or_default();
    let name = name.strip_suffix("/stream").unwrap_or(name);
    let operation = Operation::ALL.into_iter().find(|operation| operation.name() == name);
    operation.map_or(max_body_bytes, |operation| operation.max_bytes(max_body_bytes))
}
