//! Positions with operations after them: EPD (Extended Position Description) in chess, and lines of other lists that put
//! something after a semicolon.
//!
//! An operation is a word and its operands, up to a semicolon: `bm Nf3; id "WAC.001";`, or `;D1 20 ;D2 400` in files of
//! perft. `#` begins a remark.

use std::ops::RangeInclusive;

use crate::excerpt::ellipsized;

/// How many fields there may be before the first operation. EPD has the first four fields of a FEN; others write all six,
/// and `chess960`.
const FIELDS: RangeInclusive<usize> = 4..=7;

/// The words of EPD's standard. Another word begins an operation only if a semicolon follows somewhere, so that a text
/// such as `moves e2e4` is not taken for one.
const WORDS: [&str; 21] = [
    "acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "noop", "pm", "pv", "rc",
    "resign", "sm", "tcgs", "tcri", "tcsi",
];

/// The longest list of ignored operations in a warning, and the longest word there.
const SHOWN: usize = 8;
const SHOWN_CHARS: usize = 16;

/// A position, and the operations after it.
#[derive(Debug, PartialEq, Eq)]
pub struct Epd<'a> {
    /// The text before the operations.
    pub position: &'a str,
    /// The operations without the quotation marks around their operands.
    pub operations: Vec<Operation<'a>>,
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// Its word, such as `bm`.
    pub word: &'a str,
    /// What follows the word.
    pub operand: &'a str,
}

impl<'a> Epd<'a> {
    /// Splits a text. If it has no operations, all of it is the position.
    #[must_use]
    pub fn split(text: &'a str) -> Self {
        let (mut words, mut rest) = (0, text);
        loop {
            rest = rest.trim_start_matches(is_gap);
            let word = first_word(rest);
            if word.is_empty() || begins(words, word, rest) {
                break;
            }
            words += 1;
            let end = word.find(';');
            rest = &rest[end.unwrap_or(word.len())..];
            if end.is_some() {
                break;
            }
        }
        let position = text[..text.len() - rest.len()].trim_matches(is_gap);
        Self { position, operations: operations(rest) }
    }

    /// The operands of the operations with this word.
    pub fn operands(&self, word: &str) -> impl Iterator<Item = &'a str> {
        self.operations.iter().filter(move |operation| operation.word == word).map(|operation| operation.operand)
    }

    /// A warning that names the operations other than `read`; `None` if there are none.
    pub(crate) fn ignored(&self, read: &[&str]) -> Option<String> {
        let words: Vec<&str> = self.operations.iter().map(|operation| operation.word).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !read.contains(word)).collect();
        let more = words.len().saturating_sub(SHOWN);
        let shown: Vec<_> = words.iter().take(SHOWN).map(|word| ellipsized(word, SHOWN_CHARS)).collect();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!words.is_empty())
            .then(|| format!("these operations after the position are ignored: {}{more}", shown.join(", ")))
    }
}

/// White space, or `_` as in URLs.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c == '_'
}

fn first_word(text: &str) -> &str {
    &text[..text.find(is_gap).unwrap_or(text.len())]
}

/// Whether operations begin with this word, which has this many words before it and `rest` from it on.
fn begins(words: usize, word: &str, rest: &str) -> bool {
    let is_standard = || WORDS.contains(&word) || matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    word.starts_with([';', '#'])
        || FIELDS.contains(&words)
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && (is_standard() || is_closed(rest))
}

/// Whether the first operation ends with a semicolon and is not `chess960`, which belongs to a FEN.
fn is_closed(rest: &str) -> bool {
    rest.contains(';') && !rest.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("chess960"))
}

fn operations(text: &str) -> Vec<Operation<'_>> {
    let (mut operations, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches(|c| is_gap(c) || c == ';');
        if rest.is_empty() || rest.starts_with('#') {
            return operations;
        }
        let word = &rest[..rest.find(|c| is_gap(c) || c == ';').unwrap_or(rest.len())];
        let after = &rest[word.len()..];
        let end = end_of_operand(after);
        let operand = after[..end].trim_matches(is_gap);
        let quoted = operand.strip_prefix('"').and_then(|operand| operand.strip_suffix('"'));
        operations.push(Operation { word, operand: quoted.unwrap_or(operand) });
        rest = &after[end..];
    }
}

/// Where an operand ends: at a semicolon or a remark outside of quotation marks.
fn end_of_operand(text: &str) -> usize {
    let (mut is_quoted, mut before) = (false, ' ');
    for (index, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => return index,
            '#' if !is_quoted && is_gap(before) => return index,
            _ => {}
        }
        before = c;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_split_from_the_position() {
        for (text, position, operations) in [
            ("8/8 w - - bm Nf3 Nd2; id \"WAC.001\";", "8/8 w - -", vec![("bm", "Nf3 Nd2"), ("id", "WAC.001")]),
            ("8/8 w - - 0 1 bm Qg6;", "8/8 w - - 0 1", vec![("bm", "Qg6")]),
            ("8/8 w - - 0 1 ;D1 20 ;D2 400", "8/8 w - - 0 1", vec![("D1", "20"), ("D2", "400")]),
            ("8/8 w - - 0 1; D1 20;", "8/8 w - - 0 1", vec![("D1", "20")]),
            ("8/8_w_-_-_hmvc_3;_fmvn_12;", "8/8_w_-_-", vec![("hmvc", "3"), ("fmvn", "12")]),
            ("8/8 w - - c0 \"a; b # c\"; dm 6", "8/8 w - -", vec![("c0", "a; b # c"), ("dm", "6")]),
            ("8/8 w - - bm Qh7# ; id x; # a remark; id y;", "8/8 w - -", vec![("bm", "Qh7#"), ("id", "x")]),
            ("8/8 w - - 0 1 chess960 bm g1f3;", "8/8 w - - 0 1 chess960", vec![("bm", "g1f3")]),
            ("8/8 w HAha - avoid Qh5; why now;", "8/8 w HAha -", vec![("avoid", "Qh5"), ("why", "now")]),
            ("XO-- X; G8:+18; H1:+12;", "XO-- X", vec![("G8:+18", ""), ("H1:+12", "")]),
            ("8/8 w - - id \"open", "8/8 w - -", vec![("id", "\"open")]),
            ("8/8 w - - 0 1;", "8/8 w - - 0 1", vec![]),
            ("8/8 # italian", "8/8", vec![]),
            ("; # ;;", "", vec![]),
            // Not an operation: an unknown word without a semicolon after it.
            ("8/8 w - - 0 1 moves e2e4", "8/8 w - - 0 1 moves e2e4", vec![]),
            ("8/8 w - - x 1", "8/8 w - - x 1", vec![]),
            ("8/8 w bm Nf3;", "8/8 w bm Nf3", vec![]),
        ] {
            let operations = operations.into_iter().map(|(word, operand)| Operation { word, operand }).collect();
            assert_eq!(Epd::split(text), Epd { position, operations }, "{text}");
        }
    }

    #[test]
    fn a_warning_names_some_of_the_ignored_operations() {
        let ignored = |text: &str| Epd::split(text).ignored(&["hmvc", "fmvn"]);
        assert_eq!(ignored("8/8 w - - hmvc 3; fmvn 2; # x"), None);
        let says = ignored("8/8 w - - bm a; hmvc 3; id \"x\";").unwrap();
        assert_eq!(says, "these operations after the position are ignored: bm, id");
        let many = format!(
            "8/8 w - - {}",
            "é".repeat(500).split("").map(|c| format!(";a{c}{}", "x".repeat(99))).collect::<String>()
        );
        let says = ignored(&many).unwrap();
        assert!(says.len() < 300 && says.ends_with(" and 494 more"), "{says}");
    }
}
