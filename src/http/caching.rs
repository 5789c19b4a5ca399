//! What caches may keep: answers that are the same each time carry a tag, everything else is `no-store` (RFC 9110,
//! 9111).

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::wire::ENGINE;

/// A weak entity tag: the same question to the same build has the same one. Weak, because timing fields differ.
pub(super) struct Tag(String);

impl Tag {
    /// The tag of an answer that depends on nothing but this text and the build.
    pub(super) fn of(text: &str) -> Self {
        Self(format!("W/\"{:016x}\"", fnv1a(ENGINE.bytes().chain([0]).chain(text.bytes()))))
    }

    /// Whether the client says that it has this answer. It can know the tag only from an answer that was deterministic,
    /// so nothing has to be searched again to know that its copy still holds.
    pub(super) fn is_held(&self, headers: &HeaderMap) -> bool {
        let values = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
        let mut tags = values.flat_map(|value| value.split(',')).map(str::trim);
        let opaque = self.0.trim_start_matches("W/");
        tags.any(|tag| tag == "*" || tag.trim_start_matches("W/") == opaque)
    }

    /// 304: the client's copy holds.
    pub(super) fn not_modified(&self) -> Response {
        self.mark(StatusCode::NOT_MODIFIED.into_response())
    }

    /// Lets caches keep an answer.
    pub(super) fn mark(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
        headers.insert(VARY, HeaderValue::from_static("accept"));
        headers.insert(ETAG, HeaderValue::from_str(&self.0).expect("hexadecimal digits in quotes"));
        response
    }
}

/// A page that is made without work: its tag is made from the page itself.
pub(super) fn page(headers: &HeaderMap, media_type: &'static str, text: impl AsRef<str> + IntoResponse) -> Response {
    let tag = Tag::of(text.as_ref());
    if tag.is_held(headers) {
        return tag.not_modified();
    }
    let mut response = text.into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    tag.mark(response)
}

/// Fowler, Noll and Vo's hash: the same on every machine, which the standard library's is not promised to be. A client
/// that makes a collision deceives only itself.
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
        let tag = Tag::of("question");
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
            assert_eq!(tag.is_held(&headers), held, "{value}");
        }
        assert!(!tag.is_held(&HeaderMap::new()));
    }
}
