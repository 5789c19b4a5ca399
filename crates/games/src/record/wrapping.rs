//! Takes off what pages, forums and language models put around a record: markup, and marks without width.

use std::borrow::Cow;

use super::{RecordError, RecordFault, kifu};
use crate::spelling::is_invisible;

/// Names of forums' tags, as in `[pgn]`.
const FORUM_TAGS: [&str; 6] = ["pgn", "pdn", "sgf", "code", "quote", "spoiler"];

/// Names of HTML elements that are only about looks. A link may have a record in its address, so it is none of them.
const ELEMENTS: [&str; 24] = [
    "p", "br", "hr", "div", "span", "pre", "code", "b", "i", "u", "em", "strong", "font", "tt", "h1", "ul", "ol", "li",
    "table", "tbody", "tr", "td", "h2", "h3",
];

/// A space of HTML.
const SPACE: &str = "&nbsp;";

/// The longest markup, in bytes.
const MARKUP_MAX: usize = 256;

/// A record without its wrapping.
#[derive(Debug)]
pub(super) struct Unwrapped<'a> {
    /// Markup outside of comments and values is replaced by as many spaces, and marks without width are removed.
    pub(super) text: Cow<'a, str>,
    /// Line and column of the text where each mark was removed, in order.
    removed: Vec<[usize; 2]>,
}

/// A text of records without its wrapping, with the same lines. Texts without any are not copied.
#[must_use]
pub fn without_wrapping(text: &str) -> Cow<'_, str> {
    unwrapped(text).text
}

/// Takes off a record's wrapping, in one pass. Lines stay as they are.
pub(super) fn unwrapped(text: &str) -> Unwrapped<'_> {
    // Comments and names of these formats end with their lines, so markup in them cannot be told from their text.
    if kifu::is_kifu(text) {
        return Unwrapped { text: text.into(), removed: Vec::new() };
    }
    let has_forum_tags = || text.contains("[/") || forum_tag(text.trim_start()).is_some();
    if !text.contains(['<', '`', '&']) && (text.is_ascii() || !text.contains(is_invisible)) && !has_forum_tags() {
        return Unwrapped { text: text.into(), removed: Vec::new() };
    }
    let end = without_last_markup(text);
    let mut scan = Scan { text: String::with_capacity(text.len()), line: 1, column: 1, removed: Vec::new() };
    let mut rest = &text[..end];
    while let Some(first) = rest.chars().next() {
        let before = scan.text.chars().next_back();
        let begins_line = before.is_none_or(|before| before == '\n' || before == '\r');
        let (blank, kept) = match first {
            '`' => (fence(rest, begins_line), 1),
            '<' => (element(rest).unwrap_or(0), 1),
            '&' => (if rest.starts_with(SPACE) { SPACE.len() } else { 0 }, 1),
            '[' => match forum_tag(rest).filter(|_| !before.is_some_and(|c| c.is_ascii_alphabetic() || c == ']')) {
                Some(length) => (length, 1),
                None => (0, value(rest)),
            },
            '{' => (0, rest.find('}').map_or(rest.len(), |close| close + 1)),
            ';' => (0, line_end(rest)),
            '%' if begins_line => (0, line_end(rest)),
            other => (0, other.len_utf8()),
        };
        let (part, after) = rest.split_at(blank.max(kept.max(first.len_utf8()) * usize::from(blank == 0)));
        rest = after;
        if blank > 0 {
            scan.keep(&" ".repeat(part.len()));
        } else if is_invisible(first) {
            scan.removed.push([scan.line, scan.column]);
        } else {
            scan.keep(part);
        }
    }
    Unwrapped { text: (scan.text + &blanked(&text[end..])).into(), removed: scan.removed }
}

/// The text so far, and the place of its end.
struct Scan {
    text: String,
    line: usize,
    column: usize,
    removed: Vec<[usize; 2]>,
}

impl Scan {
    fn keep(&mut self, part: &str) {
        self.text.push_str(part);
        for c in part.chars() {
            (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
    }
}

impl Unwrapped<'_> {
    /// The place of a fault in the original text.
    pub(super) fn placed(&self, fault: RecordFault) -> RecordFault {
        let before = |[line, column]: &&[usize; 2]| *line == fault.line && *column <= fault.column;
        let removed = self.removed.iter().filter(before).count();
        RecordFault { column: fault.column + removed, ..fault }
    }

    /// The same for an error.
    pub(super) fn error(&self, error: RecordError) -> RecordError {
        match error {
            RecordError::Fault(fault) => RecordError::Fault(self.placed(fault)),
            other => other,
        }
    }
}

/// As many spaces as a text has characters, but with its line ends.
fn blanked(text: &str) -> String {
    text.chars().map(|c| if c == '\n' || c == '\r' { c } else { ' ' }).collect()
}

/// Where the markup at the end of a text begins. Only there it may follow a comment to the end of the line, or a value.
fn without_last_markup(text: &str) -> usize {
    let mut rest = text.trim_end();
    loop {
        let shorter = match rest.bytes().next_back() {
            Some(b'`') => Some(rest.trim_end_matches('`')),
            Some(b'>') => {
                rest.rfind('<').filter(|at| element(&rest[*at..]) == Some(rest.len() - at)).map(|at| &rest[..at])
            }
            Some(b']') => {
                rest.rfind("[/").filter(|at| forum_tag(&rest[*at..]) == Some(rest.len() - at)).map(|at| &rest[..at])
            }
            Some(b';') => rest.strip_suffix(SPACE),
            _ => None,
        };
        match shorter {
            Some(shorter) => rest = shorter.trim_end(),
            None => return rest.len(),
        }
    }
}

/// The length of backquotes, and at the beginning of a line of a language's name after three of them.
fn fence(text: &str, begins_line: bool) -> usize {
    let after = text.trim_start_matches('`');
    let quotes = text.len() - after.len();
    let word = after.len() - after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let ends_line = after[word..].trim_start_matches([' ', '\t', '\r']);
    let is_language = FORUM_TAGS.iter().any(|name| after[..word].eq_ignore_ascii_case(name))
        || ends_line.is_empty()
        || ends_line.starts_with('\n');
    quotes + if begins_line && quotes >= 3 && is_language { word } else { 0 }
}

/// The length of the HTML tag that a text begins with.
fn element(text: &str) -> Option<usize> {
    let head = &text.as_bytes()[..text.len().min(MARKUP_MAX)];
    let end = head.iter().position(|byte| *byte == b'>')?;
    let inner = text.get(1..end)?;
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let is_apart = inner[name.len()..].starts_with([' ', '/']) || inner.len() == name.len();
    let is_known = ELEMENTS.iter().any(|element| name.eq_ignore_ascii_case(element));
    (is_known && is_apart && !inner.contains('<')).then_some(end + 1)
}

/// The length of the forum's tag that a text begins with: `[pgn]`, `[PGN height=300]`, `[/pgn]`.
fn forum_tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let head = &inner.as_bytes()[..inner.len().min(MARKUP_MAX)];
    let inner = inner.get(..head.iter().position(|byte| *byte == b']')?)?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let tag =
        FORUM_TAGS.iter().find(|tag| name.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag)))?;
    // `[Code "x"]` is a tag of PGN.
    let is_apart = name[tag.len()..].starts_with([' ', '=']) || name.len() == tag.len();
    (is_apart && !name.contains(['"', '['])).then_some(inner.len() + 2)
}

/// The length of a tag or a value in brackets.
fn value(text: &str) -> usize {
    let name = text[1..].trim_start().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if name.trim_start().starts_with('"') {
        return tag(text);
    }
    let mut escaped = false;
    let close = text.bytes().position(|byte| {
        let closes = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    close.map_or(text.len(), |at| at + 1)
}

/// The length of a tag of PGN, which ends on its line.
fn tag(text: &str) -> usize {
    let mut after_quote = false;
    for (byte, at) in text.bytes().zip(0..) {
        match byte {
            b'\n' | b'\r' => return at,
            b']' if after_quote => return at + 1,
            b' ' | b'\t' => {}
            _ => after_quote = byte == b'"',
        }
    }
    text.len()
}

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_spaces() {
        for (text, clean) in [
            ("```pgn\n1. e4 *\n```", "      \n1. e4 *\n   "),
            ("```\n1. e4\n```\n", "   \n1. e4\n   \n"),
            ("`1. e4`", " 1. e4 "),
            ("```1. e4```", "   1. e4   "),
            ("[pgn]1. e4[/pgn]", "     1. e4      "),
            ("[PGN height=3] 1. O-O [/PGN]", "               1. O-O       "),
            ("[pgn]1. e4[/pgn]\n[pgn]1. d4[/pgn]", "     1. e4      \n     1. d4      "),
            ("<p>1. e4<br>e5</p>", "   1. e4    e5    "),
            ("<P class=\"x\">1.&nbsp;e4<br/></P>", "             1.      e4         "),
            ("<b>(;B[hh];C[x])</b>", "   (;B[hh];C[x])    "),
            ("1. e4 ; good <br>", "1. e4 ; good     "),
        ] {
            assert_eq!(unwrapped(text).text, clean, "{text}");
        }
    }

    #[test]
    fn comments_values_and_other_brackets_stay() {
        for text in [
            "1. e4 {a <br> `b` &nbsp; [/pgn] c\u{200d}d} *",
            "[White \"<b>A</b> [pgn]\"] *",
            "[White \"a ] `b`\" ] *",
            "(;C[/pgn]C[<p>\\]`])",
            "% <br>\n1. e4 ; <br> \n*",
            "1. e4 <e5> <x> &amp; [x]",
            "[Code \"a\"] *",
            "1. e4 [%clk 1] *",
            "",
        ] {
            assert_eq!(unwrapped(text).text, text);
        }
    }

    #[test]
    fn marks_without_width_are_removed_and_places_are_those_of_the_original() {
        let clean = unwrapped("\u{feff}1.\u{200b} e4\u{200e}\n\u{ad}e5 x");
        assert_eq!(clean.text, "1. e4\ne5 x");
        for ([line, column], original) in [([1, 1], 2), ([1, 4], 6), ([2, 1], 2), ([2, 4], 5)] {
            let fault = RecordFault { line, column, ..RecordFault::at("", 0, None, "") };
            assert_eq!(clean.placed(fault).column, original, "{line}:{column}");
        }
    }
}
