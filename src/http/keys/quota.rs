//! The rate of one key (GCRA), and the fields that tell of it (draft-ietf-httpapi-ratelimit-headers-10).

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use super::file::Rate;

/// Counts the requests of a key against its rate.
pub(super) struct Limiter {
    rate: Rate,
    clock: DefaultClock,
    limiter: RateLimiter<NotKeyed, InMemoryState, DefaultClock, StateInformationMiddleware>,
}

/// The rest of a key's quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remaining {
    rate: Rate,
    /// Requests that may come at once.
    requests: u32,
    /// The time until one more may come.
    pub(super) retry_after: Duration,
}

impl Limiter {
    pub(super) fn new(rate: Rate) -> Self {
        let quota = Quota::with_period(rate.per / rate.requests.get()).map(|quota| quota.allow_burst(rate.burst));
        let quota = quota.unwrap_or_else(|| Quota::per_second(rate.requests));
        let limiter = RateLimiter::direct(quota).with_middleware();
        Self { rate, clock: DefaultClock::default(), limiter }
    }

    pub(super) const fn rate(&self) -> Rate {
        self.rate
    }

    /// Counts a request.
    ///
    /// # Errors
    /// If there have been too many.
    pub(super) fn check(&self) -> Result<Remaining, Remaining> {
        let remaining = |requests, retry_after| Remaining { rate: self.rate, requests, retry_after };
        match self.limiter.check() {
            Ok(snapshot) => Ok(remaining(snapshot.remaining_burst_capacity(), Duration::ZERO)),
            Err(until) => Err(remaining(0, until.wait_time_from(self.clock.now()))),
        }
    }
}

impl Remaining {
    /// Adds `RateLimit-Policy` and `RateLimit`.
    pub(super) fn attach(&self, headers: &mut HeaderMap) {
        let Rate { requests, per, burst } = self.rate;
        // The time in which all that may come at once has come back.
        let window = (per.as_secs_f64() * f64::from(burst.get()) / f64::from(requests.get())).ceil().max(1.0);
        let policy = format!("\"key\";q={burst};w={window}");
        let mut state = format!("\"key\";r={}", self.requests);
        if self.requests == 0 {
            state += &format!(";t={}", self.retry_after.as_secs_f64().ceil().max(1.0));
        }
        for (name, value) in [("ratelimit-policy", policy), ("ratelimit", state)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}
