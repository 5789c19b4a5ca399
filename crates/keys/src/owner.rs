//! Checks a request's key, before anything else is done for the request.

use std::sync::Arc;

use http::header::{AUTHORIZATION, CACHE_CONTROL};
use http::{HeaderMap, HeaderValue};
use plyd_wire::{Code, Problem};

use super::keyring::{Key, Keyring, Share};
use super::quota::{Limiter, Remaining};

/// The owner of a request's key; nobody, if the request needs none.
#[derive(Default)]
pub struct KeyOwner {
    key: Option<Arc<Key>>,
    remaining: Option<Remaining>,
}

impl KeyOwner {
    /// Looks up the key of a request with these headers, and counts the request. A problem ends the request: 401 if the
    /// key is missing or unknown, 429 above the key's rate.
    pub fn of(keys: &Keyring, headers: &HeaderMap) -> (Self, Result<(), Problem>) {
        let key = match key_of(keys, headers) {
            Ok(key) => key,
            Err(problem) => return (Self::default(), Err(problem)),
        };
        let (remaining, counted) = match key.limiter.as_ref().map(Limiter::check) {
            None => (None, Ok(())),
            Some(Ok(remaining)) => (Some(remaining), Ok(())),
            Some(Err(remaining)) => {
                let name = &key.entry.name;
                let detail = format!("the key {name} has exceeded its rate limit; nothing was searched");
                let problem = Problem::new(Code::QuotaExceeded, detail).again_after(remaining.one_more);
                (Some(remaining), Err(problem))
            }
        };
        (Self { key: Some(key), remaining }, counted)
    }

    /// The share of the server that the key gives.
    #[must_use]
    pub fn share(&self) -> Option<Share> {
        self.key.as_ref().map(|key| key.share)
    }

    /// The name of the key, for the log and the metrics.
    #[must_use]
    pub fn name(&self) -> Option<&Arc<str>> {
        self.key.as_ref().map(|key| &key.entry.name)
    }

    /// Tells the client how many requests it has left, and keeps its answers out of shared caches.
    pub fn attach(&self, headers: &mut HeaderMap) {
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

fn key_of(keys: &Keyring, headers: &HeaderMap) -> Result<Arc<Key>, Problem> {
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else {
        return Err(Problem::new(Code::Unauthorized, "this request needs a key: send Authorization: Bearer KEY"));
    };
    let value = value.to_str().unwrap_or_default();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => return Err(Problem::new(Code::Unauthorized, "expected Authorization: Bearer and a key")),
    };
    keys.find(token).ok_or_else(|| Problem::new(Code::Unauthorized, "this key is unknown"))
}
