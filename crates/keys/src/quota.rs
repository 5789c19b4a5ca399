//! The rate limit of one key (GCRA), and the header fields that report it (draft-ietf-httpapi-ratelimit-headers-10).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::{HeaderMap, HeaderName, HeaderValue};

use super::file::Rate;

/// Counts the requests of a key against its rate, by the generic cell rate algorithm (ITU-T I.371, A.1). `whole_again` is
/// the time at which the key will have its whole burst again, and each request postpones it by one interval.
pub(super) struct Limiter {
    rate: Rate,
    whole_again: Mutex<Instant>,
}

/// What is left of a key's quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remaining {
    rate: Rate,
    /// Requests that may arrive now.
    requests: u32,
    /// The time until one more request may arrive.
    pub(super) one_more: Duration,
}

impl Limiter {
    pub(super) fn new(rate: Rate) -> Self {
        Self { rate, whole_again: Mutex::new(Instant::now()) }
    }

    /// Counts a request. `Err` if there have been too many.
    pub(super) fn check(&self) -> Result<Remaining, Remaining> {
        self.check_at(Instant::now())
    }

    fn check_at(&self, now: Instant) -> Result<Remaining, Remaining> {
        let Rate { requests, per, burst } = self.rate;
        let interval = (per / requests.get()).max(Duration::from_nanos(1));
        let mut whole_again = self.whole_again.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = whole_again.saturating_duration_since(now);
        let is_allowed = missing + interval <= interval * burst.get();
        let missing = if is_allowed { missing + interval } else { missing };
        *whole_again = now + missing;
        drop(whole_again);
        // How much of the burst is available now.
        let there = (interval * burst.get()).saturating_sub(missing);
        let requests = (there.as_nanos() / interval.as_nanos()) as u32;
        let one_more = if requests == burst.get() { Duration::ZERO } else { interval * (requests + 1) - there };
        let remaining = Remaining { rate: self.rate, requests, one_more };
        if is_allowed { Ok(remaining) } else { Err(remaining) }
    }
}

impl Remaining {
    /// Adds `RateLimit-Policy` and `RateLimit`.
    pub(super) fn attach(&self, headers: &mut HeaderMap) {
        let Rate { requests, per, burst } = self.rate;
        // The time after which the whole burst is available again.
        let window = (per.as_secs_f64() * f64::from(burst.get()) / f64::from(requests.get())).ceil().max(1.0);
        let policy = format!("\"key\";q={burst};w={window}");
        let mut state = format!("\"key\";r={}", self.requests);
        if self.requests == 0 {
            state += &format!(";t={}", self.one_more.as_secs_f64().ceil().max(1.0));
        }
        for (name, value) in [("ratelimit-policy", policy), ("ratelimit", state)] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn a_burst_passes_then_the_rate_and_the_time_until_one_more_is_said() {
        let [requests, burst] = [2, 3].map(|number| NonZeroU32::new(number).unwrap());
        // One request in half a minute.
        let limiter = Limiter::new(Rate { requests, per: Duration::from_secs(60), burst });
        let start = Instant::now() + Duration::from_secs(1);
        let check = |second| {
            let checked = limiter.check_at(start + Duration::from_secs(second));
            let Remaining { requests, one_more, .. } = checked.unwrap_or_else(|remaining| remaining);
            (checked.is_ok(), requests, one_more.as_secs())
        };
        for (second, expected) in [
            (0, (true, 2, 30)),
            (0, (true, 1, 30)),
            (20, (true, 0, 10)),
            (25, (false, 0, 5)),
            (30, (true, 0, 30)),
            (59, (false, 0, 1)),
            (60, (true, 0, 30)),
            (600, (true, 2, 30)),
        ] {
            assert_eq!(check(second), expected, "{second} s");
        }
    }

    #[test]
    fn the_fields_say_when_one_more_may_come() {
        let one = NonZeroU32::MIN;
        let limiter = Limiter::new(Rate { requests: one, per: Duration::from_secs(3600), burst: one });
        let mut headers = HeaderMap::new();
        limiter.check().unwrap().attach(&mut headers);
        assert_eq!(
            (&headers["ratelimit"], &headers["ratelimit-policy"]),
            (&"\"key\";r=0;t=3600".parse().unwrap(), &"\"key\";q=1;w=3600".parse().unwrap())
        );
    }
}
