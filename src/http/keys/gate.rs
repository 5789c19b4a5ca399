//! The check of a request's key, before anything else is done for it.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL};
use axum::http::{HeaderMap, HeaderValue, Method};

use super::super::error::{Code, Problem};
use super::keyring::{Key, Keyring};
use super::quota::{Limiter, Remaining};

/// Lets those requests pass that need no key or have one.
#[derive(Clone, Default)]
pub(in crate::http) struct Gate(Option<Arc<Keyring>>);

/// The owner of a request's key, where there are keys.
#[derive(Default)]
pub(in crate::http) struct Caller {
    key: Option<Arc<Key>>,
    remaining: Option<Remaining>,
}

impl Gate {
    pub(in crate::http) const fn new(keys: Option<Arc<Keyring>>) -> Self {
        Self(keys)
    }

    /// Looks for the key of a request for this route, and counts it. With a problem, the request must not go on: 401
    /// without a known key, 429 above its rate.
    pub(in crate::http) fn check(&self, route: &str, request: &mut Request) -> (Caller, Option<Problem>) {
        let Some(keys) = self.0.as_ref().filter(|_| needs_key(route) && request.method() != Method::OPTIONS) else {
            return (Caller::default(), None);
        };
        let key = match key_of(keys, request.headers()) {
            Ok(key) => key,
            Err(problem) => return (Caller::default(), Some(problem)),
        };
        request.extensions_mut().insert(key.client);
        let (remaining, problem) = match key.limiter.as_ref().map(Limiter::check) {
            None => (None, None),
            Some(Ok(remaining)) => (Some(remaining), None),
            Some(Err(remaining)) => {
                let detail = format!("the key {} has asked more often than it may; nothing was searched", key.name);
                let problem = Problem::new(Code::QuotaExceeded, detail).retry_after(remaining.one_more);
                (Some(remaining), Some(problem))
            }
        };
        (Caller { key: Some(key), remaining }, problem)
    }
}

impl Caller {
    /// The name of the key, for the log and the metrics.
    pub(in crate::http) fn name(&self) -> Option<&Arc<str>> {
        self.key.as_ref().map(|key| &key.name)
    }

    /// Says what the client may still ask, and keeps its answers out of caches that others share.
    pub(in crate::http) fn attach(&self, headers: &mut HeaderMap) {
        let cached = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()?.strip_prefix("public"));
        if self.key.is_some()
            && let Some(Ok(private)) = cached.map(|rest| HeaderValue::from_str(&format!("private{rest}")))
        {
            headers.insert(CACHE_CONTROL, private);
        }
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
