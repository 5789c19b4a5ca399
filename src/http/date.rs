//! The field `Date` of answers (RFC 9110, 6.6.1).
//!
//! hyper would write one too. After the clock goes back, hyper's stands still until the old time comes again.

use std::cell::RefCell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::HeaderValue;
use httpdate::fmt_http_date;

/// The last second that has a date: the year has four digits.
const LAST: u64 = 253_402_300_799;

thread_local! {
    /// The last date that was written, and its second.
    static WRITTEN: RefCell<Option<(u64, HeaderValue)>> = const { RefCell::new(None) };
}

/// The date by the system's clock.
pub(super) fn date() -> HeaderValue {
    date_of(SystemTime::now())
}

fn date_of(now: SystemTime) -> HeaderValue {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let second = since.as_secs().min(LAST);
    WRITTEN.with_borrow_mut(|written| match written {
        Some((of, date)) if *of == second => date.clone(),
        _ => {
            let text = fmt_http_date(UNIX_EPOCH + Duration::from_secs(second));
            let date = HeaderValue::try_from(text).expect("a date is plain text");
            *written = Some((second, date.clone()));
            date
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_follows_the_clock_ahead_and_back() {
        let start = 1_792_000_000;
        for (second, date) in [
            (start, "Wed, 14 Oct 2026 17:46:40 GMT"),
            (start, "Wed, 14 Oct 2026 17:46:40 GMT"),
            (start + 86_400, "Thu, 15 Oct 2026 17:46:40 GMT"),
            (start - 3600, "Wed, 14 Oct 2026 16:46:40 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (u64::MAX >> 2, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            assert_eq!(date_of(UNIX_EPOCH + Duration::from_secs(second)), date);
        }
    }
}
