//! Cross-origin requests (Fetch standard, 3.2). No other origin may read answers unless an option allows it.

use std::time::Duration;

use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method};
use serde::{Serialize, Serializer};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// The time for which browsers may cache a preflight answer.
const MAX_AGE: Duration = Duration::from_secs(2 * 3600);

/// An origin as browsers send it, or `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `*`
    Any,
    /// `https://example.org:8443`
    One(HeaderValue),
}

impl Origin {
    /// Reads an origin.
    ///
    /// # Errors
    /// A sentence that says what was expected. An origin that no browser sends would match nothing in silence.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let wrong = |what: &str| {
            Err(format!(
                "{what}; expected scheme://host or scheme://host:port as browsers send it, such as \
                 https://example.org, or *"
            ))
        };
        let Some((scheme, authority)) = text.split_once("://") else { return wrong("there is no scheme://") };
        if scheme.is_empty() || !scheme.bytes().all(|byte| byte.is_ascii_lowercase() || b"+-.".contains(&byte)) {
            return wrong("the scheme is not in small letters");
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
            _ => (authority, None),
        };
        let in_host = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._".contains(&byte);
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let named = address
            .map_or(!host.is_empty() && host.bytes().all(in_host), |ip| ip.parse::<std::net::Ipv6Addr>().is_ok());
        if !named {
            return wrong("what follows the scheme is not a host in small letters, and nothing behind it");
        }
        match port.map(str::parse::<u16>) {
            Some(Err(_)) => wrong("the port is not a number up to 65535"),
            Some(Ok(80)) if scheme == "http" => wrong("browsers leave out port 80 of http"),
            Some(Ok(443)) if scheme == "https" => wrong("browsers leave out port 443 of https"),
            _ => HeaderValue::from_str(text).map(Self::One).map_err(|error| error.to_string()),
        }
    }
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any => serializer.serialize_str("*"),
            Self::One(origin) => serializer.serialize_str(origin.to_str().unwrap_or_default()),
        }
    }
}

/// The layer that lets pages of these origins read answers, errors included. `None` if there are no origins.
pub(super) fn layer(origins: &[Origin]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let named = origins.iter().map(|origin| match origin {
        Origin::Any => None,
        Origin::One(origin) => Some(origin.clone()),
    });
    let allowed = named.collect::<Option<Vec<_>>>().map_or_else(AllowOrigin::any, AllowOrigin::list);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_that_no_browser_sends_is_refused_with_a_sentence() {
        for origin in
            ["*", "https://example.org", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:5173"]
        {
            assert!(Origin::parse(origin).is_ok(), "{origin}");
        }
        for (origin, says) in [
            ("", "no scheme"),
            ("example.org", "no scheme"),
            ("null", "no scheme"),
            ("HTTPS://example.org", "scheme is not"),
            ("https://", "not a host"),
            ("https://Example.org", "not a host"),
            ("https://example.org/", "not a host"),
            ("https://user@example.org", "not a host"),
            ("https://*.example.org", "not a host"),
            ("https://[::x]", "not a host"),
            ("https://example.org:x", "the port"),
            ("https://example.org:65536", "the port"),
            ("https://example.org:443", "leave out"),
            ("http://example.org:80", "leave out"),
        ] {
            let said = Origin::parse(origin).unwrap_err();
            assert!(said.contains(says) && said.contains("such as https://example.org"), "{origin}: {said}");
        }
    }
}
