//! The page at `/`, and the viewer of the contract at `/docs`.
//!
//! `page/build` makes their files from `page/src`. They are part of the binary, so that they work offline. Links
//! contain a hash of the file's content, so browsers may keep such a file for good. Files requested without the hash
//! are revalidated.

use std::io::Read as _;
use std::sync::OnceLock;

use axum::Router;
use axum::extract::RawQuery;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    REFERRER_POLICY, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;

use crate::http::answers::negotiation::takes_gzip;

/// A file of a page, compressed by `build.rs`.
struct Asset {
    path: &'static str,
    media_type: &'static str,
    /// The hash of the content.
    hash: &'static str,
    gzip: &'static [u8],
    /// For clients that do not accept gzip. Unpacked on the first such request, which takes milliseconds.
    plain: OnceLock<Vec<u8>>,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Content Security Policy 3: no inline scripts or styles, no other origins, no frames around the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The same for a page with an engine, which is WebAssembly in a worker.
const POLICY_OF_ENGINE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                                style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
                                base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page for addresses that lead nowhere.
const NOT_FOUND: &str = "/404";

/// `Cache-Control` for a file that was requested with its hash.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The routes of the pages. They are not part of the contract.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().filter(|asset| asset.path != NOT_FOUND).fold(Router::new(), |router, asset| {
        router.route(asset.path, get(async move |query: RawQuery, headers: HeaderMap| asset.answer(&query, &headers)))
    })
}

/// Whether a route belongs to the pages.
pub(super) fn is_page(route: &str) -> bool {
    !route.starts_with("/v1") && route != NOT_FOUND && ASSETS.iter().any(|asset| asset.path == route)
}

/// The page for a person whose address leads nowhere; `None` for programs, which get a problem in JSON.
pub(super) fn not_found(method: &Method, path: &str, headers: &HeaderMap) -> Option<Response> {
    let accepts_html = headers.get_all(ACCEPT).iter().any(|value| value.as_bytes().starts_with(b"text/html"));
    if !accepts_html || *method != Method::GET || path.starts_with("/v1") {
        return None;
    }
    let page = ASSETS.iter().find(|asset| asset.path == NOT_FOUND)?;
    let mut response = page.answer(&RawQuery(None), &without_conditions(headers));
    *response.status_mut() = StatusCode::NOT_FOUND;
    Some(response)
}

/// Only the headers that choose the encoding. An address that leads nowhere has no copy that could be revalidated.
fn without_conditions(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    headers.remove(IF_NONE_MATCH);
    headers
}

impl Asset {
    const fn new(path: &'static str, media_type: &'static str, hash: &'static str, gzip: &'static [u8]) -> Self {
        Self { path, media_type, hash, gzip, plain: OnceLock::new() }
    }

    fn plain(&'static self) -> &'static [u8] {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            GzDecoder::new(self.gzip).read_to_end(&mut plain).expect("what the build compressed");
            plain
        })
    }

    fn answer(&'static self, RawQuery(query): &RawQuery, headers: &HeaderMap) -> Response {
        let zipped = takes_gzip(headers);
        // The two representations need different tags.
        let tag = format!("\"{}{}\"", self.hash, if zipped { "-gzip" } else { "" });
        let held = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut response = if held.flat_map(|value| value.split(',')).any(|held| held.trim().ends_with(&tag)) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if zipped {
            ([(CONTENT_ENCODING, "gzip")], self.gzip).into_response()
        } else {
            self.plain().into_response()
        };
        let named = query.as_deref().and_then(|query| query.strip_prefix("v=")) == Some(self.hash);
        let fixed = [
            (CONTENT_TYPE, self.media_type),
            (CACHE_CONTROL, if named { IMMUTABLE } else { "no-cache" }),
            (VARY, "accept-encoding"),
            (CONTENT_SECURITY_POLICY, if cfg!(feature = "engine") { POLICY_OF_ENGINE } else { POLICY }),
            (REFERRER_POLICY, "no-referrer"),
        ];
        let headers = response.headers_mut();
        for (name, value) in fixed {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits in quotes"));
        response
    }
}
