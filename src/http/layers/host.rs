//! Checks the host that a request names (RFC 9110, 7.2) and its `Expect` (10.1.1). hyper leaves both to its users.

use axum::extract::Request;
use axum::http::Version;
use axum::http::header::{EXPECT, HOST};
use axum::http::uri::Authority;

use crate::http::answers::error::{Code, Problem, ProblemResponse};

/// Checks that `Expect` can be met, and that the request names exactly one host. Otherwise the connection will be
/// closed.
pub(crate) fn check<B>(request: &Request<B>) -> Result<(), ProblemResponse> {
    let wrong = |detail: &str| Err(ProblemResponse::closing(Problem::new(Code::BadRequest, detail)));
    let mut expected = request.headers().get_all(EXPECT).iter();
    if expected.any(|expected| !expected.as_bytes().eq_ignore_ascii_case(b"100-continue")) {
        let detail = "Expect is not supported, except for 100-continue";
        return Err(ProblemResponse::closing(Problem::new(Code::ExpectationFailed, detail)));
    }
    let mut hosts = request.headers().get_all(HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    if second.is_some() {
        return wrong("Host is given twice");
    }
    let host = match host.map(|host| authority(host.as_bytes())) {
        Some(None) => return wrong("Host is not a valid host name"),
        host => host.flatten(),
    };
    match (request.uri().authority(), &host) {
        (None, None) if request.version() == Version::HTTP_11 => wrong("Host is missing"),
        (Some(named), _) if named.as_str().contains('@') => wrong("the request target contains a user name"),
        (Some(named), Some(host)) if !named.as_str().eq_ignore_ascii_case(host.as_str()) => {
            wrong("the request target and Host name different hosts")
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
