//! Where traces are sent to.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Authority;
use serde::{Serialize, Serializer};

/// The base of the receiver's URLs, such as `http://localhost:4318`, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint(String);

impl Endpoint {
    /// The URL that traces are posted to.
    #[must_use]
    pub fn traces(&self) -> String {
        format!("{self}/v1/traces")
    }
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXAMPLE: &str = "such as http://localhost:4318";
        if cfg!(not(feature = "otlp")) {
            return Err(
                "this build does not send OTLP; `cargo build --release --features otlp` makes one that does, and \
                        published binaries do"
                    .to_owned(),
            );
        }
        if !text.contains("://") {
            let is_host = text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[');
            let near = if is_host { format!("; did you mean http://{text}?") } else { String::new() };
            return Err(format!("expected a URL, {EXAMPLE}{near}"));
        }
        let uri: Uri = text.parse().map_err(|error| format!("{error}; expected a URL, {EXAMPLE}"))?;
        let (scheme, host) = (uri.scheme_str().unwrap_or_default(), uri.host().unwrap_or_default());
        let authority = uri.authority().map_or("", Authority::as_str);
        let path = uri.path().trim_end_matches('/');
        if scheme == "https" {
            return Err(format!(
                "https is not spoken to a receiver; name a collector of this machine or network, {EXAMPLE}, which may \
                 send on by TLS"
            ));
        } else if scheme != "http" {
            return Err(format!("OTLP is sent over http alone; expected a URL, {EXAMPLE}"));
        } else if authority.contains('@') {
            return Err("a user or password in the URL would stand in the log; leave it out".to_owned());
        } else if uri.query().is_some() || text.contains('#') {
            return Err(format!("a query or fragment has no meaning here; expected a URL, {EXAMPLE}"));
        } else if host.is_empty() || (authority != host && uri.port_u16().is_none_or(|port| port == 0)) {
            return Err(format!("expected a host and a port from 1 to 65535, {EXAMPLE}"));
        } else if path.ends_with("/v1/metrics") {
            return Err("metrics are not sent by OTLP; a collector's receiver for Prometheus reads /metrics".to_owned());
        } else if let Some(base) = path.strip_suffix("/v1/traces") {
            return Err(format!("/v1/traces is added to the URL; did you mean http://{authority}{base}?"));
        }
        Ok(Self(format!("http://{authority}{path}")))
    }
}

impl Display for Endpoint {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "otlp")]
    fn a_url_of_http_is_read_and_anything_else_is_told_what_is_expected() {
        for text in
            ["http://localhost:4318", "http://10.0.0.1:4318/", "http://[::1]:4318/otlp", "http://collector.monitoring"]
        {
            let endpoint: Endpoint = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(endpoint.traces(), format!("{}/v1/traces", text.trim_end_matches('/')));
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
            ("http://collector:4318/otlp/v1/traces/", "did you mean http://collector:4318/otlp?"),
            ("http://collector:4318/v1/metrics", "a collector's receiver for Prometheus reads /metrics"),
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
