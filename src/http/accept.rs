//! Content negotiation: whether an `Accept` header admits what a route has.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

use super::error::{Code, Problem};

/// Which of the media types that a route has, such as `application/json`, fits the request's `Accept` best; the first of equals.
///
/// # Errors
/// 406 when every one is left out or given `q=0`.
pub(super) fn negotiate<'a>(headers: &HeaderMap, has: &[&'a str]) -> Result<&'a str, Problem> {
    let mut best = (0.0, None);
    for media_type in has {
        let quality = quality(headers, media_type);
        if quality > best.0 {
            best = (quality, Some(*media_type));
        }
    }
    best.1.ok_or_else(|| {
        let detail = format!("this answer comes as {}; no representation fits Accept", has.join(" or "));
        Problem::new(Code::NotAcceptable, detail)
    })
}

/// How much the headers want this media type, from 0 to 1: the most specific range that matches decides (RFC 9110, 12.5.1).
fn quality(headers: &HeaderMap, media_type: &str) -> f32 {
    let mut best: Option<(u8, f32)> = None;
    let mut any = false;
    for value in headers.get_all(ACCEPT) {
        for range in value.to_str().unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            any |= !name.is_empty();
            let wanted = parts.find_map(stated_quality).unwrap_or(1.0);
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
        None if any => 0.0,
        None => 1.0,
    }
}

fn stated_quality(parameter: &str) -> Option<f32> {
    let (_, value) = parameter.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"))?;
    value.trim().parse().ok()
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
            assert_eq!(negotiate(&headers, &["application/json"]).is_ok(), admits, "{accept}");
        }
        assert!(negotiate(&HeaderMap::new(), &["application/json"]).is_ok());
    }

    #[test]
    fn the_best_wanted_is_given_and_the_first_of_equals() {
        for (accept, given) in [
            ("*/*", "application/json"),
            ("text/event-stream", "text/event-stream"),
            ("application/json;q=0.9, text/event-stream", "text/event-stream"),
            ("text/event-stream, application/json", "application/json"),
            ("text/event-stream, */*;q=0.5", "text/event-stream"),
            ("text/*;q=0.2, application/json;q=0.1", "text/event-stream"),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            assert_eq!(negotiate(&headers, &["application/json", "text/event-stream"]).unwrap(), given, "{accept}");
        }
    }
}
