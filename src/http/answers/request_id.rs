//! Request ids, which are in answers and in the log.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName};

pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_MAX: usize = 128;

/// Makes request ids from the start time and a counter. They only have to be unique in the log, so they need no source
/// of randomness, which could fail.
pub(crate) struct Ids {
    start: u64,
    counter: AtomicU64,
}

impl Ids {
    pub(crate) fn new() -> Self {
        let start = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros() as u64;
        Self { start, counter: AtomicU64::new(0) }
    }

    /// The id that the client sent, if it has at most [`REQUEST_ID_MAX`] characters of `[A-Za-z0-9._-]`. Otherwise a
    /// new one.
    pub(crate) fn of(&self, headers: &HeaderMap) -> Arc<str> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let fits = |id: &&str| (1..=REQUEST_ID_MAX).contains(&id.len()) && id.bytes().all(plain);
        let mut ids = headers.get_all(REQUEST_ID).iter();
        match (ids.next().and_then(|id| id.to_str().ok()).filter(fits), ids.next()) {
            (Some(own), None) => own.into(),
            _ => format!("{:x}-{:x}", self.start, self.counter.fetch_add(1, Ordering::Relaxed)).into(),
        }
    }
}

/// The request's id, for handlers that write problems into an answer's body.
#[derive(Clone)]
pub(crate) struct Id(pub(crate) Arc<str>);

impl Id {
    pub(crate) fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().cloned().unwrap_or_else(|| Self("".into()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}
