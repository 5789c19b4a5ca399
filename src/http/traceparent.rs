//! The header `traceparent`: the trace that a request is a part of (W3C Trace Context, 3.2).

use axum::http::{HeaderMap, HeaderName};

pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The ids of a trace and of the caller's span in it, in small hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TraceParent<'a> {
    pub(super) trace: &'a str,
    pub(super) span: &'a str,
    pub(super) flags: &'a str,
}

impl<'a> TraceParent<'a> {
    /// Reads the header. `None` if it is not there, not valid, or there twice.
    pub(super) fn read(headers: &'a HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(TRACEPARENT).iter();
        let (parent, None) = (values.next()?.to_str().ok()?, values.next()) else { return None };
        let mut parts = parent.split('-');
        let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let hex = |text: &str, digits: usize| {
            text.len() == digits && text.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit))
        };
        let whole = hex(version, 2) && hex(trace, 32) && hex(span, 16) && hex(flags, 2);
        let known = version != "ff" && (version != "00" || parts.next().is_none());
        let named = |id: &str| id.bytes().any(|digit| digit != b'0');
        (whole && known && named(trace) && named(span)).then_some(Self { trace, span, flags })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_taken_from_a_valid_header_only() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        const SPAN: &str = "00f067aa0ba902b7";
        let header = |text: &str| HeaderMap::from_iter([(TRACEPARENT, text.parse().unwrap())]);
        for (text, flags) in [
            (format!("00-{TRACE}-{SPAN}-01"), Some("01")),
            (format!("00-{TRACE}-{SPAN}-00"), Some("00")),
            (format!("42-{TRACE}-{SPAN}-03-more"), Some("03")),
            (format!("00-{TRACE}-{SPAN}-01-more"), None),
            (format!("ff-{TRACE}-{SPAN}-01"), None),
            (format!("00-{}-{SPAN}-01", TRACE.to_uppercase()), None),
            (format!("00-{}-{SPAN}-01", "0".repeat(32)), None),
            (format!("00-{TRACE}-{}-01", "0".repeat(16)), None),
            (format!("00-{TRACE}-{SPAN}"), None),
            (format!("00-{TRACE}x-{SPAN}-01"), None),
            (String::new(), None),
        ] {
            let parent = flags.map(|flags| TraceParent { trace: TRACE, span: SPAN, flags });
            assert_eq!(TraceParent::read(&header(&text)), parent, "{text}");
        }
        let mut twice = header(&format!("00-{TRACE}-{SPAN}-01"));
        twice.append(TRACEPARENT, "x".parse().unwrap());
        assert_eq!(TraceParent::read(&twice), None);
    }
}
