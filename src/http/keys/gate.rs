//! The check of a request's key, before anything else is done for it.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method};

use super::super::error::{Code, Problem};
use super::keyring::{Key, Keyring};
use super::quota::Remaining;

/// Lets those requests pass that need no key or have one.
#[derive(Clone, Default)]
pub(in crate::http) struct Gate(Option<Arc<Keyring>>);

/// A request that may go on.
#[derive(Default)]
pub(in crate::http) struct Passed {
    key: Option<Arc<Key>>,
    remaining: Option<Remaining>,
}

impl Gate {
    pub(in crate::http) const fn new(keys: Option<Arc<Keyring>>) -> Self {
        Self(keys)
    }

    /// Checks a request for this route, and counts it.
    ///
    /// # Errors
    /// 401 without a known key, 429 above its rate.
    pub(in crate::http) fn pass(&self, route: &str, request: &mut Request) -> Result<Passed, (Problem, Passed)> {
        let Some(keys) = self.0.as_ref().filter(|_| needs_key(route) && request.method() != Method::OPTIONS) else {
            return Ok(Passed::default());
        };
        let key = key_of(keys, request.headers()).map_err(|problem| (problem, Passed::default()))?;
        request.extensions_mut().insert(key.client);
        let counted = key.limiter.as_ref().map(|limiter| limiter.check()).transpose();
        match counted {
            Ok(remaining) => Ok(Passed { key: Some(key), remaining }),
            Err(remaining) => {
                let detail = format!("the key {} has asked more often than it may; nothing was searched", key.name);
                let problem = Problem::new(Code::QuotaExceeded, detail).retry_after(remaining.retry_after);
                Err((problem, Passed { key: Some(key), remaining: Some(remaining) }))
            }
        }
    }
}

impl Passed {
    /// The name of the key, for the log.
    pub(in crate::http) fn name(&self) -> Option<&str> {
        self.key.as_ref().map(|key| &*key.name)
    }

    /// Tells the client what it may still ask.
    pub(in crate::http) fn attach(&self, headers: &mut HeaderMap) {
        if let Some(remaining) = &self.remaining {
            remaining.attach(headers);
        }
    }
}

/// The pages, the contract and the probes are for everybody. What is not there is nobody's.
fn needs_key(route: &str) -> bool {
    route.starts_with("/v1") || route == "/metrics"
}

fn key_of(keys: &Keyring, headers: &HeaderMap) -> Result<Arc<Key>, Problem> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else {
        return Err(Problem::unauthorized("this needs a key: Authorization: Bearer …"));
    };
    let value = value.to_str().unwrap_or_default();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => return Err(Problem::unauthorized("expected Authorization: Bearer and a key")),
    };
    keys.find(token).ok_or_else(|| Problem::unauthorized("this key is not known here"))
}
