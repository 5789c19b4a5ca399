//! Cross-origin requests (Fetch standard, 3.2). Other origins may read answers only if an option allows it.

use std::time::Duration;

use axum::http::header::{
    ACCEPT, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, ORIGIN, RETRY_AFTER,
};
use axum::http::{HeaderName, Method, Request, Uri};
use serde::Serialize;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long browsers may cache the answer to a preflight request.
const MAX_AGE: Duration = Duration::from_secs(2 * 3600);

/// An origin as browsers send it, or `*`.
#[derive(Clone, Debug, Serialize)]
pub struct Origin(String);

impl Origin {
    /// Reads an origin.
    ///
    /// # Errors
    /// A sentence that says what was expected. Origins that no browser sends are errors, because they would never
    /// match.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "*" || as_sent(text).is_some_and(|sent| sent == text) {
            return Ok(Self(text.to_owned()));
        }
        Err("expected scheme://host or scheme://host:port as browsers send it, such as https://example.org, or *"
            .to_owned())
    }
}

/// The origin of a URL as browsers send it: in lower case, and without the scheme's default port.
fn as_sent(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let (scheme, host) = (uri.scheme_str()?, uri.host()?.to_lowercase());
    let port = match (scheme, uri.port_u16()) {
        (_, None) | ("http", Some(80)) | ("https", Some(443)) => String::new(),
        (_, Some(port)) => format!(":{port}"),
    };
    (!host.is_empty() && !host.contains('*')).then(|| format!("{scheme}://{host}{port}"))
}

/// The layer that lets pages of these origins read answers, including errors. `None` if there are no origins.
pub(crate) fn layer(origins: &[Origin]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let allowed = if origins.iter().any(|Origin(origin)| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().filter_map(|Origin(origin)| origin.parse().ok()))
    };
    let named = HeaderName::from_static;
    Some(
        CorsLayer::new()
            .allow_origin(allowed)
            .allow_methods([Method::GET, Method::HEAD, Method::POST])
            .allow_headers([
                ACCEPT,
                AUTHORIZATION,
                CONTENT_TYPE,
                IF_NONE_MATCH,
                named("x-plyd-game"),
                named("x-request-id"),
                named("traceparent"),
            ])
            .expose_headers([named("x-request-id"), RETRY_AFTER, named("server-timing"), named("traceparent"), ETAG])
            .max_age(MAX_AGE),
    )
}

/// The origin for whose pages a browser asks whether they may send a request (a preflight). `None` for other requests.
pub(crate) fn preflight<B>(request: &Request<B>) -> Option<String> {
    let asks = request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let origin = request.headers().get(ORIGIN).filter(|_| asks)?;
    Some(String::from_utf8_lossy(origin.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_that_no_browser_sends_are_refused() {
        for origin in
            ["*", "https://example.org", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:5173"]
        {
            assert!(Origin::parse(origin).is_ok(), "{origin}");
        }
        for origin in [
            "",
            "example.org",
            "null",
            "HTTPS://example.org",
            "https://",
            "https://Example.org",
            "https://example.org/",
            "https://user@example.org",
            "https://*.example.org",
            "https://example.org:x",
            "https://example.org:65536",
            "https://example.org:443",
            "http://example.org:80",
        ] {
            let said = Origin::parse(origin).unwrap_err();
            assert!(said.contains("such as https://example.org"), "{origin}: {said}");
        }
    }
}
