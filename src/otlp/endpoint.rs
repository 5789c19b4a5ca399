//! The URL that traces are sent to.

use axum::http::Uri;
use axum::http::uri::Authority;

const EXPECTED: &str = "expected the URL of a receiver, such as http://localhost:4318, without a user, a query, or the \
                        path /v1/traces, which plyd adds; https is not supported, but a collector can forward over TLS";

/// Reads the base URL of a receiver, such as `http://localhost:4318`. The result does not end with a slash.
///
/// # Errors
/// A sentence that says what was expected.
pub fn endpoint(text: &str) -> Result<String, String> {
    if cfg!(not(feature = "otlp")) {
        let without = "this build cannot send traces; use a published binary, or build with `cargo build --release \
                       --features otlp`";
        return Err(without.to_owned());
    }
    let uri: Uri = text.parse().map_err(|error| format!("{error}; {EXPECTED}"))?;
    let path = uri.path().trim_end_matches('/');
    let is_base = !text.contains(['?', '#']) && !path.ends_with("/v1/traces") && !path.ends_with("/v1/metrics");
    match (uri.scheme_str(), uri.authority()) {
        (Some("http"), Some(authority)) if is_base && is_plain(authority) => Ok(format!("http://{authority}{path}")),
        _ => Err(EXPECTED.to_owned()),
    }
}

/// Whether this is only a host, with an optional port. A user or password would be visible in the log.
fn is_plain(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    let has_user = authority.as_str().contains('@');
    !has_user && !authority.host().is_empty() && (port == Some("") || authority.port_u16().is_some_and(|port| port > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "otlp")]
    fn only_http_urls_are_accepted() {
        for text in
            ["http://localhost:4318", "http://10.0.0.1:4318/", "http://[::1]:4318/otlp", "http://collector.monitoring"]
        {
            assert_eq!(endpoint(text).as_deref(), Ok(text.trim_end_matches('/')));
        }
        for wrong in [
            "",
            "collector:4318",
            "https://collector:4318",
            "grpc://collector:4317",
            "http://",
            "http://:4318",
            "http://collector:",
            "http://collector:0",
            "http://collector:65536",
            "http://me:secret@collector:4318",
            "http://me@collector",
            "http://collector:4318/?key=1",
            "http://collector:4318/#traces",
            "http://collector:4318/v1/traces",
            "http://collector:4318/otlp/v1/traces/",
            "http://collector:4318/v1/metrics",
        ] {
            let error = endpoint(wrong).unwrap_err();
            assert!(error.contains("such as http://localhost:4318"), "{wrong}: {error}");
        }
    }

    #[test]
    #[cfg(not(feature = "otlp"))]
    fn builds_without_the_feature_say_how_to_add_it() {
        let error = endpoint("http://localhost:4318").unwrap_err();
        assert!(error.contains("--features otlp"), "{error}");
    }
}
