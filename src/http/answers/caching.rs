//! Caching: deterministic answers to a GET carry an entity tag, and all others are `no-store` (RFC 9110, 9111).

use std::fs;
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use plyd_wire::ENGINE;

/// A weak entity tag, a hash of the question and the build. It is weak because timing fields differ.
pub(crate) struct ETag(String);

impl ETag {
    /// The tag of an answer that depends only on this text and the build.
    pub(crate) fn of(text: &str) -> Self {
        Self(format!("W/\"{:016x}\"", fnv1a(ENGINE.bytes().chain([0]).chain(text.bytes()))))
    }

    /// Answers 304 if `If-None-Match` lists this tag, that is, if the client's copy is valid. No search is needed,
    /// since only deterministic answers carry a tag.
    pub(crate) fn not_modified(&self, headers: &HeaderMap) -> Option<Response> {
        let values = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
        let opaque = self.0.trim_start_matches("W/");
        let is_held = tags.any(|tag| tag == "*" || tag.trim_start_matches("W/") == opaque);
        is_held.then(|| self.attach(StatusCode::NOT_MODIFIED.into_response()))
    }

    /// Adds the tag and the other caching headers to an answer.
    pub(crate) fn attach(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
        headers.insert(VARY, HeaderValue::from_static("accept"));
        headers.insert(ETAG, HeaderValue::from_str(&self.0).expect("hexadecimal digits in quotes"));
        response
    }
}

/// A hash of the executable, computed once. If the executable cannot be read, the hash is random, so that a client's
/// copy from another process never counts as valid.
pub(crate) fn program() -> u64 {
    static PROGRAM: LazyLock<u64> = LazyLock::new(|| {
        let bytes = std::env::current_exe().and_then(fs::read);
        bytes.map_or_else(
            |_| RandomState::new().build_hasher().finish(),
            |bytes| {
                let mut hasher = DefaultHasher::new();
                hasher.write(&bytes);
                hasher.finish()
            },
        )
    });
    *PROGRAM
}

/// FNV-1a is the same on every machine, unlike the standard library's hash. A client that constructs a collision fools
/// only itself.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("foobar".bytes()), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_tag_is_found_in_any_list_and_compared_weakly() {
        let tag = ETag::of("question");
        let opaque = tag.0.trim_start_matches("W/").to_owned();
        for (value, held) in [
            (tag.0.clone(), true),
            (opaque.clone(), true),
            (format!("\"other\", W/{opaque}"), true),
            ("*".to_owned(), true),
            ("W/\"other\"".to_owned(), false),
            (opaque.trim_matches('"').to_owned(), false),
            (String::new(), false),
        ] {
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, value.parse().unwrap())]);
            assert_eq!(tag.not_modified(&headers).is_some(), held, "{value}");
        }
        assert!(tag.not_modified(&HeaderMap::new()).is_none());
    }
}
