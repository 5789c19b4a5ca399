//! Accepted and refused requests.

use super::{Http1Framing, Step};

/// Parses request after request. Returns the index of the malformed byte.
fn parse_all(framing: &mut Http1Framing, bytes: &[u8]) -> Option<usize> {
    let mut index = 0;
    while index < bytes.len() {
        let (taken, step) = framing.parse(&bytes[index..]);
        index += taken;
        if step == Step::Malformed {
            return Some(index);
        }
    }
    None
}

/// Parses all at once and byte by byte, which must agree. Returns the malformed byte, and whether a head is incomplete.
#[track_caller]
fn parse(text: &str) -> (Option<usize>, bool) {
    let mut whole = Http1Framing::with_preface();
    let stopped = parse_all(&mut whole, text.as_bytes());
    let mut piecewise = Http1Framing::with_preface();
    let found = text.bytes().position(|byte| piecewise.parse(&[byte]).1 == Step::Malformed);
    assert_eq!(stopped, found, "{text:?}");
    assert_eq!(whole.state, piecewise.state, "{text:?}");
    (stopped, whole.is_in_head())
}

const HEAD: &str = "POST /x HTTP/1.1\r\nHost: plyd\r\n";

#[test]
fn requests_follow_each_other() {
    for text in [
        "GET / HTTP/1.1\r\nHost: plyd\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n",
        "PUT / HTTP/1.1\r\n\r\nPRI / HTTP/1.1\r\n\r\n",
        &format!("{HEAD}content-LENGTH:\t 5 \r\n\r\n\n\n\0\n\n{HEAD}Content-Length: 0\r\n\r\n{HEAD}\r\n"),
        &format!(
            "{HEAD}Transfer-Encoding: Chunked\r\n\r\n3\r\na\nb\r\n\
             0A;x=\"y\"\r\n0123456789\r\n0\r\nx: y\r\n\r\n{HEAD}\r\n"
        ),
        &format!("{HEAD}x: {}\r\n\r\n", "y".repeat(70_000)),
        &format!("{HEAD}{}: x\r\n\r\n", "y".repeat(100)),
    ] {
        assert_eq!(parse(text), (None, false), "{text:?}");
    }
}

#[test]
fn a_head_is_incomplete_until_its_empty_line() {
    for (before, head) in [
        ("", ""),
        ("", "P"),
        ("", "PRI * HT"),
        ("", "GET / HTTP/1.1\r\n"),
        ("", HEAD),
        ("\r\n", HEAD),
        (&format!("{HEAD}\r\n"), "G"),
        (&format!("{HEAD}Content-Length: 2\r\n\r\n{{}}"), HEAD),
    ] {
        let text = format!("{before}{head}");
        assert_eq!(parse(&text), (None, true), "{text:?}");
        let mut framing = Http1Framing::with_preface();
        parse_all(&mut framing, text.as_bytes());
        assert_eq!(framing.head_bytes(), head.len(), "{text:?}");
    }
    for text in ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &format!("{HEAD}Content-Length: 5\r\n\r\nx")] {
        assert_eq!(parse(text), (None, false), "{text:?}");
    }
}

#[test]
fn http_2_is_not_parsed_if_it_is_spoken() {
    const CHAT: &str = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\n\0\n";
    assert_eq!(parse(CHAT), (None, false));
    assert!(parse_all(&mut Http1Framing::http1(), CHAT.as_bytes()).is_some());
    assert!(parse("PRI * HTTP/2.0\r\n\r\nGET / HTTP/1.1\r\n\r\n").0.is_some());
}

#[test]
fn it_stops_after_each_request_and_each_empty_line() {
    let first = format!("{HEAD}Content-Length: 2\r\n\r\n{{}}");
    let second = format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    let text = format!("\r\n{first}\r\n\r\n{second}{HEAD}");
    let mut framing = Http1Framing::with_preface();
    let mut steps = Vec::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (taken, step) = framing.parse(rest);
        steps.push((taken, step, framing.requests()));
        rest = &rest[taken..];
    }
    assert_eq!(
        steps,
        [
            (2, Step::EmptyLine, 0),
            (first.len(), Step::Request, 1),
            (2, Step::EmptyLine, 1),
            (2, Step::EmptyLine, 1),
            (second.len(), Step::Request, 2),
            (HEAD.len(), Step::Incomplete, 2)
        ]
    );
}

#[test]
fn ambiguous_heads_are_refused() {
    let with = |fields: &str| format!("{HEAD}{fields}\r\n\r\n");
    for text in [
        "GET / HTTP/1.1\nHost: plyd\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: plyd\n\r\n".to_owned(),
        "\nGET / HTTP/1.1\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: plyd\rX: y\r\n\r\n".to_owned(),
        format!("{HEAD}\n"),
        with("x: a\0b"),
        with("no colon"),
        with("Content-Length : 5"),
        with(" Content-Length: 5"),
        with("\tContent-Length: 5"),
        with(": 5"),
        with("Content-Length: "),
        with("Content-Length: +5"),
        with("Content-Length: -5"),
        with("Content-Length: 5, 5"),
        with("Content-Length: 0x5"),
        with("Content-Length: 99999999999999999999"),
        with(&format!("Content-Length: {}5", "0".repeat(64))),
        with("Content-Length: 5\r\nContent-Length: 5"),
        with("Content-Length: 5\r\nContent-Length: 6"),
        with("Content-Length: 5\r\nTransfer-Encoding: chunked"),
        with("Transfer-Encoding: chunked\r\nContent-Length: 5"),
        with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
        with("Transfer-Encoding: chunked, identity"),
        with("Transfer-Encoding: gzip, chunked"),
        with("Transfer-Encoding: xchunked"),
        with("Transfer-Encoding: \"chunked\""),
        with("Transfer-Encoding:\x0bchunked"),
        with(&format!("Transfer-Encoding: {}chunked", " ".repeat(64))),
    ] {
        assert!(parse(&text).0.is_some(), "{text:?}");
    }
}

#[test]
fn ambiguous_chunks_are_refused() {
    let chunked = |body: &str| format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n{body}");
    for body in [
        "5\nhello\r\n",
        "5\r\nhello\n",
        "5\r\nhello!\r\n",
        "5;x\nhello\r\n",
        "5 \r\nhello\r\n",
        "0x5\r\nhello\r\n",
        "-5\r\nhello\r\n",
        "\r\n",
        ";x\r\n",
        "10000000000000000\r\n",
        &format!("{}5\r\nhello\r\n", "0".repeat(70)),
        "0\r\nx: y\n",
    ] {
        assert!(parse(&chunked(body)).0.is_some(), "{body:?}");
    }
}
