//! Validation of a request's head before routing (RFC 9110, 7.2 and 10.1.1; RFC 9112, 3.2).

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::{EXPECT, HOST};
use axum::http::uri::Authority;

use super::error::{Code, Problem};

/// Bytes of all header fields together. The contract needs a few hundred; proxies and browsers add their own.
const MAX_FIELD_BYTES: usize = 16 << 10;

/// Checks the size of the header fields, that `Expect` can be met, and that the request names exactly one host.
///
/// # Errors
/// The first violation.
pub(super) fn check(request: &Request) -> Result<(), Problem> {
    let wrong = |detail: &str| Err(Problem::new(Code::BadRequest, detail).closing());
    let field_bytes: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if field_bytes > MAX_FIELD_BYTES {
        let detail = format!("the header fields have {field_bytes} bytes, at most {MAX_FIELD_BYTES} are read");
        return wrong(&detail);
    }
    if request
        .headers()
        .get_all(EXPECT)
        .iter()
        .any(|expected| !expected.as_bytes().eq_ignore_ascii_case(b"100-continue"))
    {
        return Err(Problem::new(Code::ExpectationFailed, "Expect may ask for 100-continue and nothing else").closing());
    }
    let mut hosts = request.headers().get_all(HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    if second.is_some() {
        return wrong("Host is given twice");
    }
    let host = match host.map(|host| authority(host.as_bytes())) {
        Some(None) => return wrong("Host is not the name of a host"),
        host => host.flatten(),
    };
    let named = request.uri().authority();
    match (named, &host) {
        (None, None) if request.version() == Version::HTTP_11 => wrong("Host is missing"),
        (None, None) if request.version() > Version::HTTP_11 => wrong("neither :authority nor Host is given"),
        (Some(named), _) if named.as_str().contains('@') => wrong("the target names a user"),
        (Some(named), Some(host)) if !named.as_str().eq_ignore_ascii_case(host.as_str()) => {
            wrong("the target and Host name different hosts")
        }
        _ => Ok(()),
    }
}

/// A host with an optional port.
fn authority(bytes: &[u8]) -> Option<Authority> {
    let authority = Authority::try_from(bytes).ok()?;
    let port = authority.as_str().strip_prefix(authority.host())?;
    let fits = matches!(port, "" | ":") || authority.port_u16().is_some();
    (fits && !authority.host().is_empty()).then_some(authority)
}
