//! Content negotiation: whether an `Accept` header admits what a route has.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

use super::error::{Code, Problem};

/// Checks that one of the media types that a route has, such as `application/json`, fits the request's `Accept`.
///
/// # Errors
/// 406 when every one is left out or given `q=0`.
pub(super) fn negotiate(headers: &HeaderMap, has: &[&str]) -> Result<(), Problem> {
    if has.iter().any(|media_type| accepts(headers, media_type)) {
        return Ok(());
    }
    Err(Problem::new(
        Code::NotAcceptable,
        format!("this answer comes as {}; no representation fits Accept", has.join(" or ")),
    ))
}

/// Whether the headers accept this media type: the most specific range that matches decides (RFC 9110, 12.5.1).
fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    let mut best: Option<(u8, bool)> = None;
    let mut any = false;
    for value in headers.get_all(ACCEPT) {
        for range in value.to_str().unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            any |= !name.is_empty();
            let wanted = !parts.any(is_zero_quality);
            let specificity = match name.split_once('/') {
                Some(("*", "*")) => 0,
                Some((kind, "*")) if media_type.split_once('/').is_some_and(|(own, _)| own == kind) => 1,
                _ if name == media_type => 2,
                _ => continue,
            };
            if best.is_none_or(|(found, _)| specificity >= found) {
                best = Some((specificity, wanted));
            }
        }
    }
    match best {
        Some((_, wanted)) => wanted,
        None => !any,
    }
}

fn is_zero_quality(parameter: &str) -> bool {
    let quality = parameter.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    quality.is_some_and(|(_, value)| value.trim().parse() == Ok(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_range_decides() {
        for (accept, admits) in [
            ("", true),
            ("*/*", true),
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/*;q=0.1", true),
            ("text/html, */*;q=0.8", true),
            ("text/html", false),
            ("application/json;q=0, */*", false),
            ("*/*;q=0", false),
            ("*/*;q=0, application/json", true),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            assert_eq!(accepts(&headers, "application/json"), admits, "{accept}");
        }
        assert!(accepts(&HeaderMap::new(), "application/json"));
    }
}
