//! Where traces and metrics are sent to.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Scheme;
use serde::{Serialize, Serializer};

/// The base of the receiver's URLs, such as `http://localhost:4318`. `/v1/traces` and `/v1/metrics` are added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Host and port as given, for the header `Host`.
    authority: String,
    host: String,
    port: u16,
    /// Without a slash at its end.
    path: String,
}

const EXAMPLE: &str = "such as http://localhost:4318";

impl Endpoint {
    /// Host and port as given.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The name or number of the host, an address of IPv6 without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The target of requests with this path.
    #[must_use]
    pub fn target(&self, path: &str) -> String {
        format!("{}{path}", self.path)
    }
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if cfg!(not(feature = "otlp")) {
            return Err(
                "this build does not send OTLP; `cargo build --release --features otlp` makes one that does, and \
                        published binaries do"
                    .to_owned(),
            );
        }
        if !text.contains("://") {
            let near = if text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[') {
                format!("; did you mean http://{text}?")
            } else {
                String::new()
            };
            return Err(format!("expected a URL, {EXAMPLE}{near}"));
        }
        let uri: Uri = text.parse().map_err(|error| format!("{error}; expected a URL, {EXAMPLE}"))?;
        if uri.scheme() == Some(&Scheme::HTTPS) {
            return Err(format!(
                "https is not spoken to a receiver; name a collector of this machine or network, {EXAMPLE}, which may \
                 send on by TLS"
            ));
        }
        if uri.scheme() != Some(&Scheme::HTTP) {
            return Err(format!("OTLP is sent over http alone; expected a URL, {EXAMPLE}"));
        }
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        if authority.contains('@') {
            return Err("a user or password in the URL would stand in the log; leave it out".to_owned());
        }
        if uri.query().is_some() || text.contains('#') {
            return Err(format!("a query or fragment has no meaning here; expected a URL, {EXAMPLE}"));
        }
        let host = uri.host().unwrap_or_default();
        // By hand: a port that is too large would count as none.
        let port = authority.strip_prefix(host).and_then(|port| match port.strip_prefix(':') {
            Some(port) => port.parse().ok().filter(|port| *port > 0),
            None => Some(80),
        });
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let Some(port) = port.filter(|_| !host.is_empty()) else {
            return Err(format!("expected a host and a port, {EXAMPLE}"));
        };
        let path = uri.path().trim_end_matches('/');
        for signal in ["/v1/traces", "/v1/metrics"] {
            if let Some(base) = path.strip_suffix(signal) {
                return Err(format!("{signal} is added to the URL; did you mean http://{authority}{base}?"));
            }
        }
        Ok(Self { authority: authority.to_owned(), host: host.to_owned(), port, path: path.to_owned() })
    }
}

impl Display for Endpoint {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "http://{}{}", self.authority, self.path)
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "otlp")]
    fn a_url_of_http_is_read_and_anything_else_is_told_what_is_expected() {
        for (text, host, port, traces) in [
            ("http://localhost:4318", "localhost", 4318, "/v1/traces"),
            ("http://10.0.0.1:4318/", "10.0.0.1", 4318, "/v1/traces"),
            ("http://[::1]:4318/otlp", "::1", 4318, "/otlp/v1/traces"),
            ("http://collector.monitoring", "collector.monitoring", 80, "/v1/traces"),
        ] {
            let endpoint: Endpoint = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let found = (endpoint.host(), endpoint.port(), endpoint.target("/v1/traces"));
            assert_eq!(found, (host, port, traces.to_owned()), "{text}");
            assert_eq!(endpoint.to_string(), text.trim_end_matches('/'));
        }
        for (wrong, says) in [
            ("", "expected a URL"),
            ("collector:4318", "did you mean http://collector:4318?"),
            ("https://collector:4318", "https is not spoken"),
            ("grpc://collector:4317", "over http alone"),
            ("http://", "expected a URL"),
            ("http://:4318", "expected a host"),
            ("http://collector:", "expected a host"),
            ("http://collector:0", "expected a host"),
            ("http://collector:65536", "expected a"),
            ("http://me:secret@collector:4318", "leave it out"),
            ("http://collector:4318/?key=1", "a query"),
            ("http://collector:4318/#traces", "fragment"),
            ("http://collector:4318/v1/traces", "did you mean http://collector:4318?"),
            ("http://collector:4318/otlp/v1/metrics/", "did you mean http://collector:4318/otlp?"),
        ] {
            let error = wrong.parse::<Endpoint>().unwrap_err();
            assert!(error.contains(says), "{wrong}: {error}");
        }
    }

    #[test]
    #[cfg(not(feature = "otlp"))]
    fn a_build_without_it_says_how_to_make_one_with_it() {
        let error = "http://localhost:4318".parse::<Endpoint>().unwrap_err();
        assert!(error.contains("--features otlp"), "{error}");
    }
}
