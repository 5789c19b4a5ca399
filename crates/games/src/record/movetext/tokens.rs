//! The tokens of PGN and PDN.

use crate::record::limits::{Limits, Watch};
use crate::record::lists::unquoted;
use crate::record::{RecordError, RecordFault};
use crate::spelling::{is_colon_or_dash, is_figurine, is_judgement, is_mark, quoted};

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::record) enum Token<'a> {
    /// `[White "Carlsen"]`, with escapes resolved.
    Tag { name: &'a str, value: String },
    /// `/FEN "W:W31:B20"/`, a position among the moves of PDN 3.0, without its marks.
    SetUp(&'a str),
    /// The text of `{…}`, or after `;`.
    Comment(&'a str),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// `$5`, or a separate `!?`.
    Annotation,
    /// A move number with its dots; either may be missing.
    Number { value: Option<u32>, dots: usize },
    /// Anything else: a move or a result, perhaps with white space around the marks between its squares.
    Word(&'a str),
    /// A move in double quotes, with escapes resolved. plyd writes names so if they are not words.
    Quoted(String),
    /// A line that begins with `%`.
    Line,
}

/// Reads tokens one by one. Each byte of the text is read once.
#[derive(Clone, Debug)]
pub(in crate::record) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The open variations.
    depth: usize,
    /// Whether the last move number of the main line ends with a parenthesis: `1)`. In a variation, a parenthesis after
    /// a number closes the variation unless numbers are written so.
    is_closed: bool,
    watch: Watch<'a>,
}

/// Characters that end a word.
const STOPS: [char; 9] = ['{', '}', '(', ')', '[', ']', ';', '$', '"'];

impl<'a> Tokens<'a> {
    /// The tokens from this byte on.
    pub(in crate::record) const fn of(text: &'a str, at: usize, limits: Limits<'a>) -> Self {
        Self { text, at, depth: 0, is_closed: false, watch: limits.watch() }
    }

    /// The byte after the last token.
    pub(in crate::record) const fn at(&self) -> usize {
        self.at
    }

    /// The text from this byte to the end of the last token.
    pub(super) fn text_from(&self, offset: usize) -> &'a str {
        &self.text[offset..self.at]
    }

    /// The next token and its offset; `None` at the end.
    ///
    /// # Errors
    /// [`RecordFault`] if a token is not closed, or the text is not a token; or the limit that ended the reading.
    pub(in crate::record) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, RecordError> {
        self.watch.step()?;
        let rest = &self.text[self.at..];
        let rest = rest.trim_start();
        let start = self.text.len() - rest.len();
        self.at = start;
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let begins_line = self.text[..start].bytes().next_back().is_none_or(|byte| byte == b'\n' || byte == b'\r');
        let (token, length) = match first {
            '%' if begins_line => (Token::Line, line_end(rest)),
            ';' => (Token::Comment(&rest[1..line_end(rest)]), line_end(rest)),
            '{' => {
                let end = rest.find('}').ok_or_else(|| self.fault("this comment is never closed with }"))?;
                (Token::Comment(&rest[1..end]), end + 1)
            }
            '(' => {
                self.depth += 1;
                (Token::Open, 1)
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                (Token::Close, 1)
            }
            '[' => self.tag(rest)?,
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                if digits == 0 {
                    return Err(self.fault("expected a number after $, which begins an annotation").into());
                }
                (Token::Annotation, 1 + digits)
            }
            '.' | '…' => {
                let length = rest.len() - rest.trim_start_matches(['.', '…']).len();
                (Token::Number { value: None, dots: dots(&rest[..length]) }, length)
            }
            '"' => {
                let (name, after) =
                    unquoted(&rest[1..]).ok_or_else(|| self.fault("this quoted move is never closed"))?;
                (Token::Quoted(name.into_owned()), rest.len() - after.len())
            }
            '}' | ']' | '<' | '>' => {
                let detail = format!("expected a tag, a comment or a move, found {first}");
                return Err(self.fault(detail).into());
            }
            '/' if rest.starts_with("/FEN") => self.set_up(rest)?,
            _ => self.marked_number(rest).unwrap_or_else(|| {
                let word = &rest[..word_end(rest)];
                (token_of(word), word.len())
            }),
        };
        self.at += length;
        Ok(Some((start, token)))
    }

    /// Reads a tag. Returns the tag and its length.
    fn tag(&self, rest: &'a str) -> Result<(Token<'a>, usize), RecordFault> {
        let inner = rest[1..].trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || NAME_MARKS.contains(&c);
        let (name, after) = inner.split_at(inner.len() - inner.trim_start_matches(is_name).len());
        let opened = after.trim_start().strip_prefix('"').filter(|_| !name.is_empty());
        let opened =
            opened.ok_or_else(|| self.fault(r#"this tag is malformed, expected a form such as [White "name"]"#))?;
        let unended = || self.fault(format!("the tag {} is never closed with \"]", quoted(name)));
        let (mut value, mut chars) = (String::new(), opened.char_indices());
        let after = loop {
            match chars.next().ok_or_else(unended)? {
                // Some programs do not escape quotes in a value. The last quote is the one before the bracket.
                (at, '"') => match opened[at + 1..].trim_start().strip_prefix(']') {
                    Some(after) => break after,
                    None => value.push('"'),
                },
                (at, '\\') => match chars.next().ok_or_else(unended)?.1 {
                    // Some programs do not escape the backslash at the end of a value.
                    '"' if ends_line(&opened[at + 2..]) => {
                        value.push('\\');
                        break &opened[at + 2 + opened[at + 2..].find(']').map_or(0, |bracket| bracket + 1)..];
                    }
                    c @ ('"' | '\\') => value.push(c),
                    c if c.is_control() => return Err(unended()),
                    c => value.extend(['\\', c]),
                },
                (_, c) if c.is_control() => return Err(unended()),
                (_, c) => value.push(c),
            }
        };
        Ok((Token::Tag { name, value }, rest.len() - after.len()))
    }

    /// Reads a position among the moves, and returns its length.
    fn set_up(&self, rest: &'a str) -> Result<(Token<'a>, usize), RecordFault> {
        let expected = || self.fault(r#"this position is malformed, expected a form such as /FEN "W:W31:B20"/"#);
        let opened = rest["/FEN".len()..].trim_start().strip_prefix('"').ok_or_else(expected)?;
        let (state, after) = opened.split_once('"').ok_or_else(expected)?;
        let after = after.trim_start().strip_prefix('/').ok_or_else(expected)?;
        Ok((Token::SetUp(state), rest.len() - after.len()))
    }

    /// A move number with a mark after it, and its length: `1.`, `1)`, `1.)`; or before a letter `1:` and `1-`.
    fn marked_number(&mut self, text: &'a str) -> Option<(Token<'a>, usize)> {
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = text.len() - after.len();
        if digits == 0 || text.starts_with("0.5-0.5") {
            return None;
        }
        let dotless = after.trim_start_matches(['.', '…']);
        let dotted = &after[..after.len() - dotless.len()];
        let is_closed = dotless.starts_with(')') && (self.depth == 0 || self.is_closed);
        if self.depth == 0 {
            self.is_closed = is_closed;
        }
        let is_before_letter =
            |rest: &str| rest.trim_start().starts_with(|c: char| c.is_alphabetic() || is_figurine(c));
        let length = match after.chars().next() {
            _ if !dotted.is_empty() || is_closed => dotted.len() + usize::from(is_closed),
            Some(mark) if is_colon_or_dash(mark) && is_before_letter(&after[mark.len_utf8()..]) => mark.len_utf8(),
            _ => return None,
        };
        let token = Token::Number { value: text[..digits].parse().ok(), dots: dots(dotted).max(1) };
        Some((token, digits + length))
    }

    fn fault(&self, detail: impl Into<String>) -> RecordFault {
        RecordFault::at(self.text, self.at, None, detail)
    }
}

/// Marks that are allowed in names of tags.
pub(super) const NAME_MARKS: [char; 6] = ['_', '+', '#', '=', ':', '-'];

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The number of dots, of which `…` has three.
fn dots(text: &str) -> usize {
    text.chars().map(|c| if c == '…' { 3 } else { 1 }).sum()
}

/// Whether the tag and its line end here.
fn ends_line(text: &str) -> bool {
    let after = text.trim_start_matches([' ', '\t']).strip_prefix(']');
    after.is_some_and(|after| after.trim_start_matches([' ', '\t']).chars().next().is_none_or(char::is_control))
}

/// A word: a move number without dots, a judgement, or anything else.
fn token_of(word: &str) -> Token<'_> {
    if !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit()) {
        Token::Number { value: word.parse().ok(), dots: 0 }
    } else if is_judgement(word) {
        Token::Annotation
    } else {
        Token::Word(word)
    }
}

/// The length of a word. White space around a mark between two squares is a part of it: `1- 6`, `28 x 19`.
fn word_end(text: &str) -> usize {
    let end_of = |from: usize| {
        text[from..].find(|c: char| c.is_whitespace() || STOPS.contains(&c)).map_or(text.len(), |length| from + length)
    };
    let mut end = end_of(0);
    loop {
        let word = &text[..end];
        let next = text[end..].trim_start_matches([' ', '\t']);
        let start = text.len() - next.len();
        if start == end {
            return end;
        }
        let ends_in_square = |word: &str| word.ends_with(|c: char| c.is_alphanumeric());
        let is_open = word.strip_suffix(is_mark).is_some_and(ends_in_square);
        if is_open && next.starts_with(|c: char| c.is_alphanumeric()) {
            end = end_of(start);
            continue;
        }
        let Some(after) = next.strip_prefix(is_mark).filter(|_| ends_in_square(word)) else { return end };
        let target = after.trim_start_matches([' ', '\t']);
        let is_apart = target.len() < after.len() && target.starts_with(|c: char| c.is_alphanumeric());
        let is_joined =
            word.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_alphanumeric());
        if !is_apart && !is_joined {
            return end;
        }
        end = end_of(text.len() - target.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let (mut tokens, mut found) = (Tokens::of(text, 0, Limits::default()), Vec::new());
        while let Some((_, token)) = tokens.next().unwrap() {
            found.push(token);
        }
        found
    }

    #[test]
    fn texts_are_cut_into_tokens() {
        use Token::*;
        let tag = |name, value: &str| Tag { name, value: value.to_owned() };
        let no = |value, dots| Number { value: Some(value), dots };
        let dots = |dots| Number { value: None, dots };
        for (text, found) in [
            (r#"[ White  "a \"b\" \\ c" ]"#, vec![tag("White", r#"a "b" \ c"#)]),
            (r#"[Path "C:\dir"]"#, vec![tag("Path", r"C:\dir")]),
            (r#"[A "the "king"" ]"#, vec![tag("A", r#"the "king""#)]),
            ("1.e4 1... e5 12 Nf3", vec![no(1, 1), Word("e4"), no(1, 3), Word("e5"), no(12, 0), Word("Nf3")]),
            ("1. … e5 2 . d4", vec![no(1, 1), dots(3), Word("e5"), no(2, 0), dots(1), Word("d4")]),
            ("1- 6 28x 6 28 x 19 e2 - e4", ["1- 6", "28x 6", "28 x 19", "e2 - e4"].map(Word).to_vec()),
            ("O - O - O 1 - 0 3 x4", vec![Word("O - O - O"), Word("1 - 0"), Word("3 x4")]),
            ("e4 -- e5 - 3 x", vec![Word("e4"), Word("--"), Word("e5 - 3"), Word("x")]),
            (
                "Qh5 + g6 ± +- e5 =",
                vec![Word("Qh5"), Annotation, Word("g6"), Annotation, Annotation, Word("e5"), Annotation],
            ),
            ("[A \"b\\\"]\n[C \"d\"]", vec![tag("A", "b\\"), tag("C", "d")]),
            ("/FEN \"W:W1:B2\"/ 0.5-0.5", vec![SetUp("W:W1:B2"), Word("0.5-0.5")]),
            ("11-15 22x15x8 1-0 1/2-1/2 *", ["11-15", "22x15x8", "1-0", "1/2-1/2", "*"].map(Word).to_vec()),
            (
                "e4!?{a ( 1-0 ; }(d4)$12 !?",
                vec![Word("e4!?"), Comment("a ( 1-0 ; "), Open, Word("d4"), Close, Annotation, Annotation],
            ),
            (
                "e4;one }\nd4 % e5\r\n%two\n;",
                vec![Word("e4"), Comment("one }"), Word("d4"), Word("%"), Word("e5"), Line, Comment("")],
            ),
            ("1) e4 2)Nf3 3.) d4", vec![no(1, 1), Word("e4"), no(2, 1), Word("Nf3"), no(3, 1), Word("d4")]),
            ("1: e4 2:Nf3 3- d4 4-♘f3", {
                let moves = ["e4", "Nf3", "d4", "♘f3"].map(Word);
                (1..).zip(moves).flat_map(|(number, word)| [no(number, 1), word]).collect()
            }),
            ("1. e4 (1115 2)", vec![no(1, 1), Word("e4"), Open, no(1115, 0), no(2, 0), Close]),
            ("1) e4 (1) d4)", vec![no(1, 1), Word("e4"), Open, no(1, 1), Word("d4"), Close]),
            ("1- 11-15 1-0", vec![Word("1- 11-15"), Word("1-0")]),
            ("0000 012. 0.", vec![Word("0000"), no(12, 1), no(0, 1)]),
        ] {
            assert_eq!(tokens(text), found, "{text}");
        }
    }

    #[test]
    fn unclosed_tokens_are_refused_where_they_begin() {
        for (text, says) in [
            ("e4 {never", "line 1, column 4: this comment is never closed"),
            ("\n[White \"a", "line 2, column 1: the tag \"White\" is never closed"),
            ("[White \"a\nb\"]", "the tag \"White\" is never closed"),
            ("[White \"a\" b]", "the tag \"White\" is never closed"),
            ("[%clk 1]", "this tag is malformed, expected a form"),
            ("[White a]", "this tag is malformed, expected a form"),
            ("[\"a\"]", "this tag is malformed, expected a form"),
            ("e4 $", "column 4: expected a number after $"),
            ("é }", "column 3: expected a tag, a comment or a move, found }"),
            ("<1>", "move, found <"),
        ] {
            let mut tokens = Tokens::of(text, 0, Limits::default());
            let fault = loop {
                match tokens.next() {
                    Ok(token) => assert!(token.is_some(), "{text}"),
                    Err(RecordError::Fault(fault)) => break fault.to_string(),
                    Err(other) => panic!("{other:?}"),
                }
            };
            assert!(fault.contains(says), "{text}: {fault}");
        }
    }
}
