//! Compressed answers: by gzip or zstd, as the client accepts.

use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version};
use axum::response::Response;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// Bytes from which on an answer is compressed. Smaller ones fit into a packet.
const MIN_BYTES: u64 = 1 << 10;

/// Answers whose parts are read as they come. A compressor would hold them back.
const PIECEMEAL: [&str; 2] = ["text/event-stream", "application/x-ndjson"];

/// Compresses answers piece by piece, as the client takes them: a piece of 64 KiB takes less than a millisecond.
pub(super) fn layer() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(MIN_BYTES).and(is_whole))
}

fn is_whole(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let media_type = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    !PIECEMEAL.iter().any(|piecemeal| media_type.starts_with(piecemeal.as_bytes()))
}

/// Gives each encoding of an answer a tag of its own (RFC 9110, 8.8.3.3). The tags of pages have theirs.
pub(super) fn tag_encoding(response: &mut Response) {
    let headers = response.headers_mut();
    let (Some(encoding), Some(tag)) = (headers.get(CONTENT_ENCODING), headers.get(ETAG)) else { return };
    let (Ok(encoding), Ok(tag)) = (encoding.to_str(), tag.to_str()) else { return };
    if let Some(open) = tag.strip_prefix("W/").and_then(|tag| tag.strip_suffix('"'))
        && let Ok(tag) = HeaderValue::from_str(&format!("W/{open}-{encoding}\""))
    {
        headers.insert(ETAG, tag);
    }
}

/// An entity tag without the name of an encoding.
pub(super) fn without_encoding(tag: &str) -> &str {
    let open = tag.trim_start_matches("W/").trim_end_matches('"');
    open.strip_suffix("-gzip").or_else(|| open.strip_suffix("-zstd")).unwrap_or(open)
}
