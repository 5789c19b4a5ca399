//! Content negotiation. Each route has one media type.
//!
//! Clients of JSON services send `Accept: application/json` with every request, and so does curl's `--json`. That
//! header is therefore accepted on every route, even if the answer has another type. Errors and most answers are JSON.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, ACCEPT_ENCODING};

use super::error::{Code, Problem};

pub(crate) const JSON: &str = "application/json";
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// Checks that a request accepts an uncompressed answer of this media type. The answer is 406 if `Accept-Encoding`
/// excludes uncompressed answers, if the most specific matching range of `Accept` has `q=0`, or if ranges are listed
/// and none matches this media type or `application/json`.
pub(crate) fn negotiate(headers: &HeaderMap, has: &str) -> Result<(), Problem> {
    if quality_of_coding(headers, "identity") == Some(0.0) {
        return Err(not_acceptable("this answer is only available uncompressed, which Accept-Encoding excludes"));
    }
    negotiate_media_type(headers, has)
}

/// As [`negotiate`], for an answer that is also available compressed.
pub(crate) fn negotiate_media_type(headers: &HeaderMap, has: &str) -> Result<(), Problem> {
    let quality = quality(headers, has).or_else(|| quality(headers, JSON));
    let has_ranges = || ranges(headers).any(|range| !range.trim().is_empty());
    if quality.map_or_else(|| !has_ranges(), |quality| quality > 0.0) {
        return Ok(());
    }
    Err(not_acceptable(format!("this answer is only available as {has}, which Accept excludes")))
}

/// As [`negotiate`]. If the request accepts only the `other` media type, the problem names the `path` that has it.
pub(crate) fn negotiate_or_point(headers: &HeaderMap, has: &str, other: &str, path: &str) -> Result<(), Problem> {
    let negotiated = negotiate(headers, has);
    if negotiated.is_err() && quality(headers, other).is_some_and(|quality| quality > 0.0) {
        return Err(not_acceptable(format!("this answer is only available as {has}; for {other}, use {path}")));
    }
    negotiated
}

fn not_acceptable(detail: impl Into<String>) -> Problem {
    Problem::new(Code::NotAcceptable, detail)
}

/// The quality of this media type, from 0 to 1. The most specific matching range decides (RFC 9110, 12.5.1). `None` if
/// no range matches.
fn quality(headers: &HeaderMap, media_type: &str) -> Option<f32> {
    let mut best: Option<(u8, f32)> = None;
    for range in ranges(headers) {
        let mut parts = range.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
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
    best.map(|(_, wanted)| wanted)
}

/// Whether the request prefers gzip to no compression (RFC 9110, 12.5.3).
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    quality_of_coding(headers, "gzip").is_some_and(|quality| quality > 0.0)
}

/// The quality of a content coding; `None` if it is not listed.
fn quality_of_coding(headers: &HeaderMap, coding: &str) -> Option<f32> {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let stated = |part: &str| {
        let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
        (name.trim().to_ascii_lowercase(), stated_quality(parameters.trim()).unwrap_or(1.0))
    };
    let codings: Vec<(String, f32)> = values.flat_map(|value| value.split(',')).map(stated).collect();
    let of = |name: &str| codings.iter().find(|(coding, _)| coding == name).map(|(_, quality)| *quality);
    of(coding).or_else(|| of("*"))
}

fn ranges(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers.get_all(ACCEPT).iter().flat_map(|value| value.to_str().unwrap_or_default().split(','))
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
            assert_eq!(negotiate(&headers, "application/json").is_ok(), admits, "{accept}");
        }
        assert!(negotiate(&HeaderMap::new(), "application/json").is_ok());
    }

    #[test]
    fn gzip_is_taken_where_it_is_named_and_identity_refused_where_it_has_no_quality() {
        for (accept, gzip, identity) in [
            ("gzip", true, true),
            ("deflate, GZIP;q=0.5", true, true),
            ("br, *", true, true),
            ("gzip;q=0", false, true),
            ("gzip;q=0, *", false, true),
            ("*;q=0", false, false),
            ("*;q=0, identity", false, true),
            ("identity;q=0", false, false),
            ("gzip, identity;q=0.000", true, false),
            ("br", false, true),
            ("", false, true),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, accept.parse().unwrap())]);
            assert_eq!(takes_gzip(&headers), gzip, "{accept}");
            assert_eq!(negotiate(&headers, JSON).is_ok(), identity, "{accept}");
            assert!(negotiate_media_type(&headers, JSON).is_ok());
        }
    }

    #[test]
    fn accepting_json_excludes_others_only_by_q_0() {
        for (accept, admits) in [
            ("application/json", true),
            ("application/json, text/plain;q=0.5", true),
            ("application/*", true),
            ("application/json, image/*;q=0", false),
            ("image/svg+xml;q=0, application/json", false),
            ("image/svg+xml;q=0, */*", false),
            ("application/json;q=0", false),
            ("text/html, image/png", false),
            ("image/png, */*;q=0.1", true),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            assert_eq!(negotiate(&headers, "image/svg+xml").is_ok(), admits, "{accept}");
        }
    }

    #[test]
    fn the_problem_names_the_path_that_has_the_media_type() {
        for (accept, says) in [
            ("text/event-stream", Some("for text/event-stream, use ")),
            ("text/*", Some("/search/stream")),
            ("text/event-stream;q=0, text/html", Some("which Accept excludes")),
            ("text/event-stream, application/json;q=0.1", None),
            ("text/event-stream, */*", None),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, accept.parse().unwrap())]);
            let answer = negotiate_or_point(&headers, "application/json", "text/event-stream", "/search/stream");
            match says {
                None => assert!(answer.is_ok(), "{accept}"),
                Some(says) => assert!(answer.unwrap_err().detail.contains(says), "{accept}"),
            }
        }
    }
}
