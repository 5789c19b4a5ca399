//! Lines of bounded length.

use std::io::{BufRead, Read};

/// Bytes of a line: enough for a game of 13,000 plies, which is more than the rules of chess allow.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A complete line, without its end.
    Whole(String),
    /// A line that was skipped because it is too long.
    TooLong,
}

/// The next line; `None` at the end of input or after an error.
pub(super) fn next(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    if read(input, &mut bytes)? {
        return Some(Line::Whole(text_of_line(&bytes)));
    }
    // Skip the rest of the line in chunks of the same size.
    while !read(input, &mut bytes)? {}
    Some(Line::TooLong)
}

/// Reads to the end of a line or up to the limit. Returns whether the end was found; the end of the input counts as
/// one.
fn read(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> Option<bool> {
    bytes.clear();
    let count = input.by_ref().take(MOST_BYTES as u64 + 1).read_until(b'\n', bytes).ok()?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Some(true);
    }
    (count > 0).then_some(count <= MOST_BYTES)
}

/// A line of input as text, without a byte order mark. Invalid UTF-8 becomes U+FFFD, which no command contains.
fn text_of_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_whole() {
        let whole = |text: &str| Some(Line::Whole(text.to_owned()));
        let longest = "x".repeat(MOST_BYTES);
        let input = format!("uci\r\n\n{longest}\n{longest}x\n{longest}{longest}{longest}\nquit");
        let mut input = input.as_bytes();
        assert_eq!(next(&mut input), whole("uci\r"));
        assert_eq!(next(&mut input), whole(""));
        assert_eq!(next(&mut input), whole(&longest));
        assert_eq!(next(&mut input), Some(Line::TooLong));
        assert_eq!(next(&mut input), Some(Line::TooLong));
        assert_eq!(next(&mut input), whole("quit"));
        assert_eq!(next(&mut input), None);
        assert_eq!(next(&mut &b"\xff\xfe\n"[..]), whole("\u{fffd}\u{fffd}"));
        assert_eq!(next(&mut &b"\xef\xbb\xbfuci\n"[..]), whole("uci"));
    }
}
